import type { Observable } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { DirectoryWallet, WalletRow } from '../../types.js'
import { createCell } from './cell.js'
import { createJudge } from './knownNames.js'
import { walletRows } from './walletRows.js'

type Core = Pick<KernelCore, 'connectors' | 'options' | 'storage' | 'report' | 'onDispose'>
export interface Wallets extends Observable<readonly WalletRow[]> {
  /** Something that cannot be watched may have changed: what is installed, what the directory knows. */
  refresh(): void
}

/** The wallet list as it changes. Made anew when it is read or watched, not before. */
export function createWallets(core: Core, known: ReadonlyMap<string, DirectoryWallet>): Wallets {
  const { connectors, options, storage, report, onDispose } = core
  const told = new Set<string>()
  const judge = createJudge()
  const make = (): readonly WalletRow[] =>
    walletRows({
      ...options.get(),
      connectors: connectors.get().map(({ value }) => value),
      known,
      recent: storage.get('recentWallets') ?? [],
      judge,
      onError(error, { id }) {
        // Said once: the list is made often.
        if (!told.has(id))
          report(error, `${connectors.find(id)?.owner}: availability of connector ${id}`)
        told.add(id)
      },
    })
  const cell = createCell<readonly WalletRow[]>([], (error) =>
    report(error, 'kernel: listener of the wallet list'),
  )
  let stale = true
  let watching = 0
  const update = (): void => {
    if (!stale) return
    // Before it is told: whoever hears of it reads it.
    stale = false
    cell.set(make())
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
      return () => {
        if (stop()) watching--
      }
    },
  }
}
