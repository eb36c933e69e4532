import type { KernelPorts, WalletRow } from '@latchkey/kernel'
import type { Connector } from '@latchkey/plugin-api'
import type { Session } from '../session/createSession.js'

/** The ways to reach a wallet that fit what is wanted: all of them, or those of one namespace. */
export function fitting({ connectors }: WalletRow, wanted: string | undefined): readonly Connector[] {
  const some = connectors.filter(({ namespaces }) => wanted === undefined || namespaces.includes(wanted))
  return some.length ? some : connectors
}

/** What a click on a wallet does. Connects in the task of the click wherever there is nothing to choose. */
export function chooseWallet(row: WalletRow, session: Session, { router }: KernelPorts): void {
  const ways = fitting(row, session.wanted.get())
  const [way] = ways
  if (row.kind === 'walletConnect') return router.push('ConnectingWalletConnect', {})
  if (ways.length > 1) return router.push('ConnectingMultiChain', { walletId: row.id })
  if (way && way.availability() !== 'missing') session.connect(row, way)
  router.push('ConnectingExternal', { walletId: row.id })
}

/** Whether a row, or one of its connectors, is meant by an id. */
export const isWallet = (row: WalletRow, id: string): boolean => row.id === id || row.connectors.some((connector) => connector.id === id || connector.explorerId === id)
