import type { KernelPorts, WalletRow } from '@latchkey/kernel'
import type { Connector } from '@latchkey/plugin-api'
import type { Session } from '../session/createSession.js'

/** The ways to reach a wallet that fit what is wanted: all of them, or those of one namespace. */
export function fitting(
  { connectors }: WalletRow,
  wanted: string | undefined,
): readonly Connector[] {
  const some = connectors.filter(
    ({ namespaces }) => wanted === undefined || namespaces.includes(wanted),
  )
  return some.length ? some : connectors
}

/** The rows that have a way to what is wanted. */
export const serving = (
  rows: readonly WalletRow[],
  wanted: string | undefined,
): readonly WalletRow[] =>
  wanted === undefined
    ? rows
    : rows.filter(({ connectors }) =>
        connectors.some(({ namespaces }) => namespaces.includes(wanted)),
      )

/** ms that a wallet has to answer before the view says that it is asked: one that knows this site answers at once, and nothing flashes by. */
const AT_ONCE = 50

/** Connects in the task of the click, and shows where that stands if it is not over at once. */
export function connectBy(
  row: WalletRow,
  way: Connector,
  session: Session,
  { router }: KernelPorts,
  walletId = row.id,
): void {
  session.connect(row, way)
  const here = router.get().at(-1)?.key
  setTimeout(() => {
    const running = session.attempt.get()
    if (
      running?.walletId === row.id &&
      running.connectorId === way.id &&
      router.get().at(-1)?.key === here
    )
      router.push('ConnectingExternal', { walletId })
  }, AT_ONCE)
}

/** What a click on a wallet does. Connects in the task of the click wherever there is nothing to choose. */
export function chooseWallet(row: WalletRow, session: Session, ports: KernelPorts): void {
  const { router } = ports
  const wanted = session.wanted.get()
  const ways = fitting(row, wanted)
  const [way] = ways
  if (row.kind === 'walletConnect')
    return router.push(
      'ConnectingWalletConnect',
      wanted === undefined ? {} : { namespaces: [wanted] },
    )
  if (ways.length > 1) return router.push('ConnectingMultiChain', { walletId: row.id })
  if (!way || way.availability() === 'missing')
    return router.push('ConnectingExternal', { walletId: row.id })
  connectBy(row, way, session, ports)
}

/** Whether a row, or one of its connectors, is meant by an id. */
export const isWallet = (row: WalletRow, id: string): boolean =>
  row.id === id ||
  row.connectors.some((connector) => connector.id === id || connector.explorerId === id)
