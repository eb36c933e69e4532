import {
  isCaip2,
  namespaceOf,
  type Caip2,
  type LatchkeyError,
  type Namespace,
  type Network,
} from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { refuse } from '../../support/refuse.js'
import type { Book } from '../connections/book.js'
import type { Link, Links } from '../connections/links.js'
import { networkOf, scopeOf, serves, stateOf, type MachineState } from '../connections/machine.js'
import { toRequestError } from '../errors.js'
import { abortedError, disposedError, unlessAborted } from '../../support/time.js'
import { afterFailedSwitch, afterSwitch } from '../../modal/lateRules.js'

export interface Switching {
  switchNetwork: LateHalf['switchNetwork']
  /** The cause of a wallet's move in a namespace: the visitor while a switch is under way. */
  originOf(namespace: Namespace): 'visitor' | 'wallet'
}

/** @throws `kernel.network_switch_disabled`, `kernel.adapter_missing`, `kernel.network_unknown` */
function demandNetwork({ options, adapters, networks }: KernelCore, id: Caip2): Network {
  if (!options.get().networkSwitching)
    refuse('kernel.network_switch_disabled', {}, 'Switching networks is off here.')
  const namespace = isCaip2(id) ? namespaceOf(id) : ''
  if (namespace && !adapters.find(namespace))
    refuse('kernel.adapter_missing', { namespace }, 'Chain adapter not found')
  return (
    networks.find(id)?.value ??
    refuse(
      'kernel.network_unknown',
      { network: String(id) },
      `Network ${String(id)} is not configured.`,
    )
  )
}

/**
 * Asks a wallet that has networks of its own to follow.
 * @throws `kernel.network_client_missing`, `wallet.*`, `rpc.failed`
 */
async function askWallet(
  { connection }: Link,
  network: Network,
  machineState: MachineState,
  signal: AbortSignal,
): Promise<void> {
  if (connection.switchNetwork) return connection.switchNetwork(network, signal)
  const scope = scopeOf(machineState, connection.id, network.namespace)
  if (scope && !serves(scope, network.id))
    refuse(
      'kernel.network_client_missing',
      { network: network.id },
      'NetworkController client not set',
    )
}

/**
 * The switch that is under way. `withdraw` undoes what it changed in advance and rejects its promise
 * with the reason.
 */
interface RunningSwitch {
  readonly namespace: Namespace
  withdraw(reason: LatchkeyError): void
}

export function createSwitching(core: KernelCore, book: Book, links: Links): Switching {
  let running: RunningSwitch | undefined

  const run = async (network: Network): Promise<void> => {
    const { id, namespace } = network
    const { active } = book.read()
    const before = networkOf(book.read(), namespace)
    const link = links.find(stateOf(book.read(), namespace).connectionId)
    const controller = new AbortController()
    const isElsewhere = active.namespace !== namespace
    const end = (isTakenBack: boolean): void => {
      if (running !== mine) return
      running = undefined
      if (isTakenBack && isElsewhere && book.read().active.namespace === namespace)
        book.apply({ type: 'moved', namespace, network: before, active: active.namespace })
    }
    const withdraw = (reason: LatchkeyError): void => {
      end(true)
      controller.abort(reason)
    }
    const mine: RunningSwitch = (running = { namespace, withdraw })
    const move = (): void =>
      book.apply({ type: 'moved', namespace, network: id, active: namespace })
    // Another namespace becomes active at once; its wallet is asked after that.
    if (isElsewhere) move()
    try {
      if (link && before !== id)
        await unlessAborted(controller.signal, () =>
          unlessAborted(link.signal, () =>
            askWallet(link, network, book.read(), controller.signal),
          ),
        )
    } catch (error) {
      end(true)
      void book.emitChanges()
      if (!controller.signal.aborted) afterFailedSwitch(core, id)
      throw toRequestError(error, 'switchNetwork')
    }
    if (link && scopeOf(book.read(), link.connection.id, namespace)?.network)
      links.applyNetwork(link.connection.id, id)
    move()
    links.write()
    const isDone = book.emitChanges('visitor')
    end(false)
    afterSwitch(core, network, active.networks[active.namespace ?? ''])
    await isDone
  }
  core.onDispose(() => running?.withdraw(disposedError()))
  return {
    originOf: (namespace) => (running?.namespace === namespace ? 'visitor' : 'wallet'),
    async switchNetwork(id) {
      const network = demandNetwork(core, id)
      running?.withdraw(abortedError('Another network was chosen instead.'))
      const { active } = book.read()
      if (
        active.namespace !== network.namespace ||
        networkOf(book.read(), network.namespace) !== id
      )
        await run(network)
    },
  }
}
