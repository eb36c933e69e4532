import { useCallback, useEffect, useState } from 'react'
import { usePorts } from '../../context.js'
import { useLate } from '../../hooks.js'
import { useObservable } from '../../useObservable.js'
import { foldName, createNameFilter } from './matchNames.js'
import type { Found, WalletSearch } from './walletSearch.js'

const NOTHING: Found = { typed: '', state: 'ready', total: 0, wallets: new Map() }
const NO_SEARCH: Omit<WalletSearch, 'dispose' | 'retry'> = {
  get: () => NOTHING,
  subscribe: () => () => undefined,
  type: () => undefined,
  need: () => undefined,
}

/**
 * Searches the site's directory for wallets of these chain families. The result is empty if the
 * site named no directory. Call `type` with the typed text in the task of the key.
 */
export function useWalletSearch(
  typed: string,
  namespaces: readonly string[],
): { found: Found } & Pick<WalletSearch, 'type' | 'need' | 'retry'> {
  const { late } = useLate()
  const { options, state } = usePorts()
  const { directory, onlyWallets } = useObservable(options)
  const [search, setSearch] = useState<WalletSearch>()
  const [isLost, setLost] = useState(false)
  const families = namespaces.join()
  useEffect(() => {
    if (!late || !directory || isLost) return
    let isGone = false
    let made: WalletSearch | undefined
    // The search is a chunk of its own, because a site without a directory does not need it.
    import('./walletSearch.js').then(
      ({ createWalletSearch }) => {
        if (isGone) return
        made = createWalletSearch({
          foldName,
          createNameFilter,
          found: state.cell<Found>({ ...NOTHING, state: 'loading' }),
          ask: (query) =>
            late.directory({ ...query, ...(families && { namespaces: families.split(',') }) }),
        })
        setSearch(made)
      },
      () => isGone || setLost(true),
    )
    return () => {
      isGone = true
      made?.dispose()
      setSearch(undefined)
    }
    // The kernel asks the directory for these alone.
  }, [late, directory, onlyWallets, families, isLost, state])
  useEffect(() => search?.type(typed), [search, typed])
  const { get, subscribe, type, need } = search ?? NO_SEARCH
  const retry = useCallback(() => {
    setLost(false)
    search?.retry()
  }, [search])
  const found = useObservable({ get, subscribe })
  // A failed search is repeated when the browser is online again.
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  return {
    found: search
      ? found
      : { ...NOTHING, typed, state: isLost ? 'failed' : directory ? 'loading' : 'ready' },
    type,
    need,
    retry,
  }
}
