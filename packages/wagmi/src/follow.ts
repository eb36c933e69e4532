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
  const others = accounts.all(NAMESPACE).filter(({ connectionId, key }) => connectionId === active.connectionId && key !== active.key)
  // Checked by the adapter, which spells them with their checksum.
  return { accounts: [active, ...others].map(({ address }) => address as Address), chainId: Number(activeNetwork.current(NAMESPACE)?.reference ?? 0) }
}

interface Told {
  changed(change: Partial<Seen>): void
  ended(): void
}

/** Tells what becomes of a connection, from what was seen last on, until it ended. A kernel that is disposed ends nothing: its connections stay stored, and so do wagmi's. */
export function follow(kernel: EvmKernel, seen: Seen, { changed, ended }: Told): () => void {
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
  const stops = [connections.subscribe(compare), activeNetwork.subscribe(compare), kernel.on('connection:closed', end)]
  const stop = (): void => stops.forEach((each) => each())
  return stop
}
