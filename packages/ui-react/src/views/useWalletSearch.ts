import { useCallback, useEffect, useState } from 'react'
import { useLate } from '../hooks.js'
import { usePorts } from '../session/context.js'
import { createCell } from '../session/cell.js'
import { useObservable } from '../useObservable.js'
import { fold, holding } from './fold.js'
import type { Found, WalletSearch } from './walletSearch.js'

const NOTHING: Found = { typed: '', state: 'ready', total: 0, wallets: new Map() }
const NO_SEARCH: Omit<WalletSearch, 'dispose' | 'retry'> = {
  get: () => NOTHING,
  subscribe: () => () => undefined,
  type: () => undefined,
  need: () => undefined,
}

/** Searches the site's directory for wallets of these chain families; all that is found where the site named no directory is nothing. `type` is called with what is typed, in the task of the key. */
export function useWalletSearch(
  typed: string,
  namespaces: readonly string[],
): { found: Found } & Pick<WalletSearch, 'type' | 'need' | 'retry'> {
  const { late } = useLate()
  const { directory } = useObservable(usePorts().options)
  const [search, setSearch] = useState<WalletSearch>()
  const [isLost, setLost] = useState(false)
  const families = namespaces.join()
  useEffect(() => {
    if (!late || !directory || isLost) return
    let isGone = false
    let made: WalletSearch | undefined
    // In a chunk of its own: a site without a directory searches nothing.
    import('./walletSearch.js').then(
      ({ createWalletSearch }) => {
        if (isGone) return
        made = createWalletSearch({
          fold,
          holding,
          found: createCell<Found>({ ...NOTHING, state: 'loading' }),
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
  }, [late, directory, families, isLost])
  useEffect(() => search?.type(typed), [search, typed])
  const { get, subscribe, type, need } = search ?? NO_SEARCH
  const retry = useCallback(() => {
    setLost(false)
    search?.retry()
  }, [search])
  const found = useObservable({ get, subscribe })
  // Somebody who is online again wants what could not be had before.
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
