import { useEffect, useState } from 'react'
import { useLate } from '../hooks.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { createWalletSearch, NOTHING, type Found, type WalletSearch } from './walletSearch.js'

const NO_SEARCH: Omit<WalletSearch, 'dispose'> = { get: () => NOTHING, subscribe: () => () => undefined, type: () => undefined, need: () => undefined, retry: () => undefined }

/** Searches the site's directory for wallets of these chain families; all that is found where the site named no directory is nothing. `type` is called with what is typed, in the task of the key. */
export function useWalletSearch(typed: string, namespaces: readonly string[]): { found: Found } & Pick<WalletSearch, 'type' | 'need' | 'retry'> {
  const { late } = useLate()
  const { directory } = useObservable(usePorts().options)
  const [search, setSearch] = useState<WalletSearch>()
  const families = namespaces.join()
  useEffect(() => {
    if (!late || !directory) return
    const made = createWalletSearch((query) => late.directory({ ...query, ...(families && { namespaces: families.split(',') }) }))
    setSearch(made)
    return () => {
      made.dispose()
      setSearch(undefined)
    }
  }, [late, directory, families])
  useEffect(() => search?.type(typed), [search, typed])
  const { get, subscribe, type, need, retry } = search ?? NO_SEARCH
  const found = useObservable({ get, subscribe })
  // Somebody who is online again wants what could not be had before.
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  return { found: search ? found : { ...NOTHING, typed, state: directory ? 'loading' : 'ready' }, type, need, retry }
}
