import type { KernelPorts, WalletRow } from '@latchkey/kernel'
import type { Connector } from '@latchkey/plugin-api'
import type { Session } from '../session/createSession.js'

/** The ways to reach a wallet that fit what is wanted: all of them, or those of one namespace. */
export function fitting({ connectors }: WalletRow, wanted: string | undefined): readonly Connector[] {
  const some = connectors.filter(({ namespaces }) => wanted === undefined || namespaces.includes(wanted))
  return some.length ? some : connectors
}

/** The rows that have a way to what is wanted. */
export const serving = (rows: readonly WalletRow[], wanted: string | undefined): readonly WalletRow[] =>
  wanted === undefined ? rows : rows.filter(({ connectors }) => connectors.some(({ namespaces }) => namespaces.includes(wanted)))

/** ms that a wallet has to answer before the view says that it is asked: one that knows this site answers at once, and nothing flashes by. */
const AT_ONCE = 50

/** What a click on a wallet does. Connects in the task of the click wherever there is nothing to choose. */
export function chooseWallet(row: WalletRow, session: Session, { router }: KernelPorts): void {
  const wanted = session.wanted.get()
  const ways = fitting(row, wanted)
  const [way] = ways
  const show = (): void => router.push('ConnectingExternal', { walletId: row.id })
  if (row.kind === 'walletConnect') return router.push('ConnectingWalletConnect', wanted === undefined ? {} : { namespaces: [wanted] })
  if (ways.length > 1) return router.push('ConnectingMultiChain', { walletId: row.id })
  if (!way || way.availability() === 'missing') return show()
  session.connect(row, way)
  const here = router.get().at(-1)?.key
  setTimeout(() => {
    const { walletId, connectorId } = session.attempt.get() ?? {}
    if (walletId === row.id && connectorId === way.id && router.get().at(-1)?.key === here) show()
  }, AT_ONCE)
}

/** Whether a row, or one of its connectors, is meant by an id. */
export const isWallet = (row: WalletRow, id: string): boolean => row.id === id || row.connectors.some((connector) => connector.id === id || connector.explorerId === id)
