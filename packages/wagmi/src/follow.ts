import type { EvmProvider } from '@latchkey/evm'
import type { CreateConnectorFn } from '@wagmi/core'
import type { Address } from 'viem'
import type { EvmKernel } from './evmKernel.js'

/** wagmi knows EVM chains only. */
export const NAMESPACE = 'eip155'

/** A connection as wagmi sees it. */
export interface ConnectedAccounts {
  /** The account in use first, then the other accounts of its wallet. */
  accounts: readonly Address[]
  chainId: number
}

/** The accounts and chain that are connected now. `undefined` where none are. */
export function readAccounts({
  ports: { accounts, activeNetwork },
}: EvmKernel): ConnectedAccounts | undefined {
  const active = accounts.active(NAMESPACE)
  if (!active) return undefined
  const others = accounts
    .all(NAMESPACE)
    .filter(({ connectionId, key }) => connectionId === active.connectionId && key !== active.key)
  // The adapter has checked the addresses and spells them with their checksum.
  return {
    accounts: [active, ...others].map(({ address }) => address as Address),
    chainId: Number(activeNetwork.current(NAMESPACE)?.reference ?? 0),
  }
}

/** The event emitter of a wagmi config. */
type Emitter = Parameters<CreateConnectorFn<EvmProvider>>[0]['emitter']

/** Passes changes of the kernel on to one wagmi config. */
interface Follower {
  /** Follows this connection from now on, in place of the one before. */
  watch(seen: ConnectedAccounts): ConnectedAccounts
  /** Emits connections that are made past wagmi: in the modal, or in another tab. */
  listen(): void
}

/**
 * wagmi drops a config without disposing of it (StrictMode, a hot update), and several may be in use.
 * The kernel holds each weakly, and stops emitting to one that is gone.
 */
export function createFollower(kernel: EvmKernel, config: WeakRef<Emitter>): Follower {
  let stop = (): void => undefined
  const emit = (run: (emitter: Emitter) => void): void => {
    const emitter = config.deref()
    if (emitter) run(emitter)
    else stop()
  }
  const watch = (seen: ConnectedAccounts): ConnectedAccounts => {
    stop()
    stop = follow(kernel, seen, {
      changed: (change) => emit((emitter) => emitter.emit('change', change)),
      ended: () => emit((emitter) => emitter.emit('disconnect')),
    })
    return seen
  }
  const listen = (): void => {
    const stopListening = kernel.on('connection:established', ({ restored }) => {
      const emitter = config.deref()
      if (!emitter) return stopListening()
      // Connections that come back after a reload wait until wagmi reconnects. Those that come back
      // later were made in another tab.
      const seen =
        restored && kernel.ports.connections.get().restoring ? undefined : readAccounts(kernel)
      if (seen) emitter.emit('connect', watch(seen))
    })
  }
  return { watch, listen }
}

interface Changes {
  changed(change: Partial<ConnectedAccounts>): void
  ended(): void
}

/**
 * Reports the changes of a connection until it ends. A disposed kernel does not end it: its
 * connections stay stored, and so do wagmi's.
 */
function follow(
  kernel: EvmKernel,
  seen: ConnectedAccounts,
  { changed, ended }: Changes,
): () => void {
  const { connections, activeNetwork } = kernel.ports
  let last = seen
  const compare = (): void => {
    const now = readAccounts(kernel)
    if (!now) return
    const accounts = now.accounts.join() === last.accounts.join() ? undefined : now.accounts
    const chainId = now.chainId === last.chainId ? undefined : now.chainId
    last = now
    if (accounts || chainId) changed({ ...(accounts && { accounts }), ...(chainId && { chainId }) })
  }
  const end = (): void => {
    if (readAccounts(kernel)) return
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
