import type { Observable } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { DirectoryWallet, WalletRow } from '../../types.js'
import { createCell } from './cell.js'
import { walletRows } from './walletRows.js'

type Core = Pick<KernelCore, 'connectors' | 'options' | 'storage' | 'report' | 'onDispose'>
export interface Wallets extends Observable<readonly WalletRow[]> {
  /** Something that cannot be watched may have changed: what is installed, what the directory knows. */
  refresh(): void
}

const isSame = (a: WalletRow, b: WalletRow): boolean => {
  const { connectors: mine, ...one } = a
  const { connectors: theirs, ...two } = b
  return JSON.stringify(one) === JSON.stringify(two) && mine.length === theirs.length && mine.every((connector, index) => connector === theirs[index])
}
/** Keeps every row, and the list, that stayed as it was. */
function reuse(before: readonly WalletRow[], now: readonly WalletRow[]): readonly WalletRow[] {
  const byId = new Map(before.map((row) => [row.id, row]))
  const rows = now.map((row) => {
    const old = byId.get(row.id)
    return old && isSame(old, row) ? old : row
  })
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : Object.freeze(rows)
}

/** Makes the list from what is registered, configured, stored and known now. */
function createMaker({ connectors, options, storage, report }: Core, known: ReadonlyMap<string, DirectoryWallet>): () => readonly WalletRow[] {
  const told = new Set<string>()
  return () => {
    const { mobile, connectorOrder, excludedWallets, featuredWallets, customWallets } = options.get()
    return walletRows({
      connectors: connectors.get().map(({ value }) => value),
      mobile,
      known,
      recent: storage.get('recentWallets') ?? [],
      ...(connectorOrder && { order: connectorOrder }),
      ...(excludedWallets && { excluded: excludedWallets }),
      ...(featuredWallets && { featured: featuredWallets }),
      ...(customWallets && { custom: customWallets }),
      onError(error, { id }) {
        // Said once: the list is made often.
        if (told.has(id)) return
        told.add(id)
        report(error, `${connectors.find(id)?.owner ?? 'kernel'}: availability of connector ${id}`)
      },
    })
  }
}

/** The wallet list as it changes. Made anew when it is read or watched, not before. */
export function createWallets(core: Core, known: ReadonlyMap<string, DirectoryWallet>): Wallets {
  const { connectors, options, storage, report, onDispose } = core
  const make = createMaker(core, known)
  const cell = createCell<readonly WalletRow[]>([], (error) => report(error, 'kernel: listener of the wallet list'))
  let stale = true
  let watching = 0
  const update = (): void => {
    stale = false
    cell.set(reuse(cell.get(), make()))
  }
  const refresh = (): void => {
    stale = true
    if (watching) update()
  }
  for (const stop of [connectors.subscribe(refresh), options.subscribe(refresh), storage.subscribe('recentWallets', refresh)]) onDispose(stop)
  return {
    refresh,
    get() {
      if (stale) update()
      return cell.get()
    },
    subscribe(listener) {
      if (stale) update()
      watching++
      const stop = cell.subscribe(listener)
      let ended = false
      return () => {
        stop()
        if (!ended) watching--
        ended = true
      }
    },
  }
}
