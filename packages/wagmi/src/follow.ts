import type { EvmProvider } from '@latchkey/evm'
import type { CreateConnectorFn } from '@wagmi/core'
import type { Address } from 'viem'
import type { EvmKernel } from './connector.js'

/** wagmi speaks of one chain family only. */
export const NAMESPACE = 'eip155'

/** What wagmi is told of a connection. */
export interface Seen {
  /** The account in use first, then the others of its wallet. */
  accounts: readonly Address[]
  chainId: number
}

/** Who is connected now, and on which chain. `undefined`: nobody. */
export function look({ ports: { accounts, activeNetwork } }: EvmKernel): Seen | undefined {
  const active = accounts.active(NAMESPACE)
  if (!active) return undefined
  const others = accounts
    .all(NAMESPACE)
    .filter(({ connectionId, key }) => connectionId === active.connectionId && key !== active.key)
  // Checked by the adapter, which spells them with their checksum.
  return {
    accounts: [active, ...others].map(({ address }) => address as Address),
    chainId: Number(activeNetwork.current(NAMESPACE)?.reference ?? 0),
  }
}

/** Whom a wagmi config hears the kernel through. */
type Emitter = Parameters<CreateConnectorFn<EvmProvider>>[0]['emitter']

/** What one wagmi config hears of the kernel. */
interface Link {
  /** Follows who is connected from now on, in place of who was before. */
  watch(seen: Seen): Seen
  /** Tells who connects past wagmi: in the modal, or in another tab. */
  listen(): void
}

/** wagmi lets a config go without a word (StrictMode, a hot update), and more than one may be in use: the kernel holds none of them, and stops telling one that is gone. */
export function createLink(kernel: EvmKernel, config: WeakRef<Emitter>): Link {
  let stop = (): void => undefined
  const tell = (say: (emitter: Emitter) => void): void => {
    const emitter = config.deref()
    if (emitter) say(emitter)
    else stop()
  }
  const watch = (seen: Seen): Seen => {
    stop()
    stop = follow(kernel, seen, {
      changed: (change) => tell((emitter) => emitter.emit('change', change)),
      ended: () => tell((emitter) => emitter.emit('disconnect')),
    })
    return seen
  }
  const listen = (): void => {
    const unhear = kernel.on('connection:established', ({ restored }) => {
      const emitter = config.deref()
      if (!emitter) return unhear()
      // What comes back after a reload waits for wagmi to reconnect. Later on, what comes back was connected in another tab.
      const seen = restored && kernel.ports.connections.get().restoring ? undefined : look(kernel)
      if (seen) emitter.emit('connect', watch(seen))
    })
  }
  return { watch, listen }
}

interface Told {
  changed(change: Partial<Seen>): void
  ended(): void
}

/** Tells what becomes of a connection, from what was seen last on, until it ended. A kernel that is disposed ends nothing: its connections stay stored, and so do wagmi's. */
function follow(kernel: EvmKernel, seen: Seen, { changed, ended }: Told): () => void {
  const { connections, activeNetwork } = kernel.ports
  let last = seen
  const compare = (): void => {
    const now = look(kernel)
    if (!now) return
    const accounts = now.accounts.join() === last.accounts.join() ? undefined : now.accounts
    const chainId = now.chainId === last.chainId ? undefined : now.chainId
    last = now
    if (accounts || chainId) changed({ ...(accounts && { accounts }), ...(chainId && { chainId }) })
  }
  const end = (): void => {
    if (look(kernel)) return
    stop()
    ended()
  }
  const stops = [
    connections.subscribe(compare),
    activeNetwork.subscribe(compare),
    kernel.on('connection:closed', end),
  ]
  const stop = (): void => stops.forEach((each) => each())
  return stop
}
