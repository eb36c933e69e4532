import type { Lookup } from '../lookup/createLookup.js'
import { inUseOf } from '../register/offer.js'
import type { NamesSetup } from '../services.js'
import type { OwnedNames } from './api.js'

/** Reads the names of the account in use. Those that were read before stay while they are read again. */
export function createList(setup: NamesSetup, lookup: Lookup): () => Promise<void> {
  const { slice, suffix } = setup
  let turns = 0
  return async () => {
    const turn = ++turns
    const address = inUseOf(setup).account?.address ?? ''
    const before = slice.get().owned
    const known = before?.address === address ? before.names : []
    const begun: OwnedNames = { address, status: 'waiting', names: known, error: undefined }
    slice.set({ owned: begun })
    /** A late answer to an earlier question is dropped: it may be about another account. */
    const take = (owned: Partial<OwnedNames>): void => {
      if (turn === turns) slice.set({ owned: { ...begun, ...owned } })
    }
    try {
      const names = await lookup.reverse(address)
      take({ status: 'ready', names: names.filter((name) => name.endsWith(suffix)) })
    } catch (error) {
      take({ status: 'unknown', error })
    }
  }
}
