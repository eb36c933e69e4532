import type { Dispose } from '@latchkey/plugin-api'
import { NAMESPACE } from '../chain/networks.js'
import {
  accountsInUse,
  networkInUse,
  purposeOf,
  toSatsAddress,
  type SatsAddress,
  type SatsNetwork,
} from './addresses.js'
import type { BitcoinKernel } from './bitcoinKernel.js'
import type { SatsConnectEvent, SatsConnectListener, SatsConnectProvider } from './provider.js'
import type { SatsEventData } from './types.js'

/** The state of the wallet that listeners were told last. */
interface Seen {
  isConnected: boolean
  addresses: readonly SatsAddress[]
  network: SatsNetwork
}

const see = (kernel: BitcoinKernel): Seen => ({
  isConnected: kernel.ports.accounts.active(NAMESPACE) !== undefined,
  addresses: accountsInUse(kernel).map((account) =>
    toSatsAddress(account.address, purposeOf(account), account.publicKey),
  ),
  network: networkInUse(kernel),
})
const keyOf = ({ addresses }: Seen): string =>
  addresses.map(({ purpose, address }) => `${purpose}:${address}`).join()

type Change = { [Event in SatsConnectEvent]: SatsEventData<Event> }[SatsConnectEvent]
/** The changes from one look to the next, as sats-connect's events. */
function* changes(before: Seen, now: Seen): Generator<Change> {
  const { addresses, network } = now
  const { bitcoin, stacks } = network
  if (!now.isConnected) {
    if (before.isConnected) yield { type: 'disconnect' }
    return
  }
  if (before.isConnected && bitcoin.name !== before.network.bitcoin.name)
    yield { type: 'networkChange', bitcoin, stacks, addresses }
  if (keyOf(now) !== keyOf(before)) yield { type: 'accountChange', addresses }
}

const EVENTS: readonly SatsConnectEvent[] = ['accountChange', 'networkChange', 'disconnect']
type Listeners = Map<SatsConnectEvent, Set<{ cb: SatsConnectListener }>>

function tell(listeners: Listeners, change: Change): void {
  for (const { cb } of [...listeners.get(change.type)!])
    try {
      cb(change as never)
    } catch (error) {
      // The others are told all the same; the page's own handler of errors gets it.
      reportError(error)
    }
}

/** Reads the two ways in which callers hand a listener over. */
function readListener(given: readonly unknown[]): {
  eventName: SatsConnectEvent
  cb: SatsConnectListener
} {
  const [first, second] = given
  const { eventName, cb } =
    typeof first === 'object' && first !== null
      ? (first as { eventName?: unknown; cb?: unknown })
      : { eventName: first, cb: second }
  if (!EVENTS.includes(eventName as SatsConnectEvent) || typeof cb !== 'function')
    throw new TypeError(
      `addListener expects { eventName, cb }: an event of ${EVENTS.join(', ')} and a function.`,
    )
  return { eventName: eventName as SatsConnectEvent, cb: cb as SatsConnectListener }
}

/** Follows the kernel as long as somebody listens. */
export function createEvents(kernel: BitcoinKernel): {
  addListener: SatsConnectProvider['addListener']
  stop: Dispose
} {
  const listeners: Listeners = new Map(EVENTS.map((name) => [name, new Set()]))
  let stops: readonly Dispose[] = []
  let seen: Seen
  let isWaiting = false
  let hasClosed = false
  const compare = (): void => {
    isWaiting = false
    if (!stops.length) return
    const [before, now] = [seen, see(kernel)]
    // A kernel that is disposed ends no connection: it comes back with the next one.
    if (!now.isConnected && !hasClosed) return
    seen = now
    hasClosed = false
    for (const change of changes(before, now)) tell(listeners, change)
  }
  // Account and network change one after the other in one task: they are looked at together.
  const look = (): void => {
    if (!isWaiting) queueMicrotask(compare)
    isWaiting = true
  }
  const follow = (): void => {
    if (stops.length) return
    seen = see(kernel)
    const { connections, activeNetwork } = kernel.ports
    stops = [
      connections.subscribe(look),
      activeNetwork.subscribe(look),
      kernel.on('connection:closed', ({ reason }) => {
        if (reason === 'disposed') return
        hasClosed = true
        look()
      }),
    ]
  }
  const rest = (): void => {
    for (const stop of stops) stop()
    stops = []
  }
  return {
    addListener(...given: readonly unknown[]) {
      const { eventName, cb } = readListener(given)
      const mine = { cb }
      listeners.get(eventName)!.add(mine)
      follow()
      return () => {
        listeners.get(eventName)!.delete(mine)
        if (EVENTS.every((name) => !listeners.get(name)!.size)) rest()
      }
    },
    stop() {
      for (const each of listeners.values()) each.clear()
      rest()
    },
  }
}
