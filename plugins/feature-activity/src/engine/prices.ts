import type { Caip2 } from '@latchkey/plugin-api'
import type { Client, HistoryEntry } from '../api.js'
import { isSameAddress } from '../entries/story.js'
import type { Prices } from '../entries/suspicions.js'

/** Most tokens that the server prices in one call. */
const MAX_ASKED = 100

/** Prices of tokens that came unasked, by which dust is known. */
export interface PriceBook {
  of(network: Caip2): Prices
  /** Reads the prices that are not known yet. Without an answer nothing counts as dust. */
  read(
    subject: { account: string; chainId: Caip2 },
    entries: readonly HistoryEntry[],
    signal: AbortSignal,
  ): Promise<void>
}

export function createPrices(client: Client, onChange: () => void): PriceBook {
  const books = new Map<Caip2, Prices>()
  const asked = new Set<string>()
  const of = (network: Caip2): Prices => books.get(network) ?? NONE
  return {
    of,
    async read({ account, chainId }, entries, signal) {
      const ids = entries.flatMap(({ metadata, transfers }) =>
        isSameAddress(metadata.sentFrom, account)
          ? []
          : transfers.flatMap(({ fungible_info: token }) =>
              token ? [token.address ?? chainId] : [],
            ),
      )
      const addresses = [...new Set(ids)].filter((id) => !asked.has(id)).slice(0, MAX_ASKED)
      if (!addresses.length) return
      for (const id of addresses) asked.add(id)
      const found = await client.getPrices({ addresses, signal }).catch(() => undefined)
      if (!found || signal.aborted) {
        // They are asked for again with the next list.
        for (const id of addresses) asked.delete(id)
        return
      }
      const known = found.flatMap(({ address, price }) =>
        price === undefined ? [] : [[address, price] as const],
      )
      if (!known.length) return
      books.set(chainId, new Map([...of(chainId), ...known]))
      onChange()
    },
  }
}
const NONE: Prices = new Map()
