import type { KernelPorts, WalletRow } from '@latchkey/kernel'
import type { Connector } from '@latchkey/plugin-api'
import type { Session } from '../../session/createSession.js'

/**
 * The connectors of a wallet that serve the wanted namespace, or all of them if none does or none
 * is wanted.
 */
export function connectorsFor(
  { connectors }: WalletRow,
  wanted: string | undefined,
): readonly Connector[] {
  const some = connectors.filter(
    ({ namespaces }) => wanted === undefined || namespaces.includes(wanted),
  )
  return some.length ? some : connectors
}

/**
 * The rows with a connector for the wanted namespace. An account by email or a social login has a
 * field or a button of its own (`connectMethods`), and is never a row.
 */
export const rowsFor = (
  rows: readonly WalletRow[],
  wanted: string | undefined,
): readonly WalletRow[] =>
  rows.filter(
    ({ kind, connectors }) =>
      kind !== 'auth' &&
      (wanted === undefined || connectors.some(({ namespaces }) => namespaces.includes(wanted))),
  )

/**
 * Time in ms that a wallet has to answer before the view of waiting appears. A wallet that knows
 * this site answers at once, and the view would only flash.
 */
const VIEW_DELAY_MS = 50

/** Connects in the task of the click, and shows the state if the wallet does not answer at once. */
export function connectWith(
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
  }, VIEW_DELAY_MS)
}

function begin(row: WalletRow, session: Session, ports: KernelPorts): void {
  const { router } = ports
  const wanted = session.wanted.get()
  const ways = connectorsFor(row, wanted)
  const [way] = ways
  if (row.kind === 'walletConnect')
    return router.push(
      'ConnectingWalletConnect',
      wanted === undefined ? {} : { namespaces: [wanted] },
    )
  if (ways.length > 1) return router.push('ConnectingMultiChain', { walletId: row.id })
  if (!way || way.availability() === 'missing')
    return router.push('ConnectingExternal', { walletId: row.id })
  connectWith(row, way, session, ports)
}

/** Whether an extension put the wallet into the page, so that its name proves nothing. */
const isClaim = ({ kind, lookalike }: WalletRow): boolean =>
  !lookalike && (kind === 'announced' || kind === 'injected')

/**
 * Handles a click on a wallet. Connects in the task of the click if there is nothing to choose, and
 * the names are known that tell which wallet is genuine.
 * @param onMarked called in place of a connect where these names, which came after the click, mark
 * the wallet: the visitor sees the warning first
 */
export function chooseWallet(
  row: WalletRow,
  session: Session,
  ports: KernelPorts,
  onMarked: () => void,
): void {
  const { late, router } = ports
  const coming = isClaim(row) ? late.now()?.named?.() : undefined
  if (!coming) return begin(row, session, ports)
  const here = router.get().at(-1)?.key
  void coming.then(() => {
    if (!ports.modal.get().open || router.get().at(-1)?.key !== here) return
    const marked = late
      .now()
      ?.wallets.get()
      .some((each) => each.lookalike && each.connectors.some((one) => row.connectors.includes(one)))
    if (marked) onMarked()
    else begin(row, session, ports)
  })
}

/** Whether an id names a row or one of its connectors. */
export const isSameWallet = (row: WalletRow, id: string): boolean =>
  row.id === id ||
  row.connectors.some((connector) => connector.id === id || connector.explorerId === id)
