import type { Observable } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { DirectoryWallet, WalletRow } from '../../types.js'
import { createCell } from '../../state/cell.js'
import { createJudge } from './knownNames.js'
import { walletRows } from './walletRows.js'

type Core = Pick<KernelCore, 'connectors' | 'options' | 'storage' | 'report' | 'onDispose'>
export interface Wallets extends Observable<readonly WalletRow[]> {
  /**
   * Call it when the list may be outdated without an observable having changed: a wallet was
   * installed, or the directory has answered.
   */
  refresh(): void
}

type Row = Readonly<Record<string, unknown>>
/** Whether two lists have the same members, or two rows the same values. */
const isSame = (one: object, other: object): boolean =>
  Object.keys({ ...one, ...other }).every((key) => {
    const [mine, others] = [(one as Row)[key], (other as Row)[key]]
    // Connectors are compared by identity, as their members ask the wallet.
    return (
      mine === others ||
      (Array.isArray(mine) && Array.isArray(others) && isSame({ ...mine }, { ...others }))
    )
  })

/** The wallet list as an observable. It is computed when it is read or watched, not before. */
export function createWallets(core: Core, known: ReadonlyMap<string, DirectoryWallet>): Wallets {
  const { connectors, options, storage, report, onDispose } = core
  const reported = new Set<string>()
  const judge = createJudge()
  const computeRows = (): readonly WalletRow[] =>
    walletRows({
      ...options.get(),
      connectors: connectors.get().map(({ value }) => value),
      known,
      recent: storage.get('recentWallets') ?? [],
      judge,
      onError(error, { id }) {
        // Reported once for each connector, because the list is computed often.
        if (!reported.has(id))
          report(error, `${connectors.find(id)?.owner}: availability of connector ${id}`)
        reported.add(id)
      },
    })
  const cell = createCell<readonly WalletRow[]>([], (error) =>
    report(error, 'kernel: listener of the wallet list'),
  )
  let stale = true
  let watching = 0
  const update = (): void => {
    if (!stale) return
    // Before the listeners are called, because they read the list.
    stale = false
    const [rows, before] = [computeRows(), cell.get()]
    // A list that reads the same as before wakes nobody, because each change draws it again.
    if (rows.length !== before.length || !rows.every((row, at) => isSame(row, before[at]!)))
      cell.set(rows)
  }
  const refresh = (): void => {
    stale = true
    if (watching) update()
  }
  for (const stop of [
    connectors.subscribe(refresh),
    options.subscribe(refresh),
    storage.subscribe('recentWallets', refresh),
  ])
    onDispose(stop)
  return {
    refresh,
    get() {
      update()
      return cell.get()
    },
    subscribe(listener) {
      update()
      watching++
      const stop = cell.subscribe(listener)
      let isWatching = true
      return () => {
        stop()
        if (isWatching) watching--
        isWatching = false
      }
    },
  }
}
