import type { HistoryEntry } from '@latchkey/backend'
import type { Owner, Services } from '../services.js'
import { withTimeout } from '../sources/timing.js'
import { addressKey } from './tokenKey.js'
import type { RawToken } from './rawToken.js'

/** A transaction that moves a token to more receivers than this hands it out unasked. */
const MOST_RECEIVERS = 20
/** Receipts that are read for one list of tokens, and those that are asked for together. */
const MOST_RECEIPTS = 100
const AT_ONCE = 10
const TIMEOUT_MS = 15_000
/** The topic of `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * How many addresses a transaction moved a token to, by its receipt (`eth_getTransactionReceipt`).
 * Malformed logs do not count.
 */
export function receiversIn(receipt: unknown, token: string): number {
  const logs = isFields(receipt) && Array.isArray(receipt['logs']) ? receipt['logs'] : []
  const receivers = new Set<string>()
  for (const log of logs as readonly unknown[]) {
    if (!isFields(log) || !Array.isArray(log['topics'])) continue
    const [topic, , to] = log['topics'] as readonly unknown[]
    const isOfToken =
      typeof log['address'] === 'string' && addressKey(log['address']) === addressKey(token)
    if (isOfToken && topic === TRANSFER && typeof to === 'string') receivers.add(to.toLowerCase())
  }
  return receivers.size
}

/**
 * Tokens that came to an account by transactions of others alone, each with the hashes of all of them,
 * by the newest entries of its history.
 * @param wanted keys of the addresses to look for
 */
export function sentByOthers(
  entries: readonly HistoryEntry[],
  account: string,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const own = new Set<string>()
  for (const { metadata, transfers } of entries) {
    const isOwn = addressKey(metadata.sentFrom) === addressKey(account)
    for (const { direction, fungible_info: info } of transfers) {
      const key = addressKey(info?.address?.slice(metadata.chain.length + 1))
      if (!wanted.has(key)) continue
      if (isOwn) own.add(key)
      else if (direction === 'in') found.set(key, (found.get(key) ?? new Set()).add(metadata.hash))
    }
  }
  return new Map([...found].filter(([key]) => !own.has(key)))
}

export interface Airdrops {
  /** The keys of the addresses of those tokens that were handed out to many. Never rejects. */
  find(owner: Owner, tokens: readonly RawToken[], signal: AbortSignal): Promise<readonly string[]>
}

/**
 * Looks for tokens that strangers handed out: by the account's history, which the site's server
 * tells, and the receipts, which the network's own node tells.
 */
export function createAirdrops(services: Services): Airdrops {
  /** Transactions that were looked at, with the token: what they moved does not change. */
  const looked = new Set<string>()
  const look = async (
    { account, network }: Owner,
    tokens: readonly RawToken[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const client = services.clientFor(network.namespace)
    const { read } = await services.loadAdapter(network.namespace)
    if (!client || !read || network.namespace !== 'eip155') return []
    const wanted = new Set(tokens.map(({ address }) => addressKey(address)))
    const query = { address: account.address, chainId: network.id, signal }
    const { data } = await client.getHistory(query)
    const found = new Set<string>()
    const lookAt = async (key: string, hash: string): Promise<void> => {
      const params = [hash]
      const receipt = await read({ network, method: 'eth_getTransactionReceipt', params, signal })
      if (receiversIn(receipt, key) > MOST_RECEIVERS) found.add(key)
      else if (isFields(receipt)) looked.add(`${network.id} ${hash} ${key}`)
    }
    const due = [...sentByOthers(data, account.address, wanted)]
      .flatMap(([key, hashes]) => [...hashes].map((hash) => [key, hash] as const))
      .filter(([key, hash]) => !looked.has(`${network.id} ${hash} ${key}`))
      .slice(0, MOST_RECEIPTS)
    for (let at = 0; at < due.length && !signal.aborted; at += AT_ONCE)
      await Promise.allSettled(due.slice(at, at + AT_ONCE).map((each) => lookAt(...each)))
    return [...found]
  }
  return {
    find: (owner, tokens, signal) =>
      tokens.length
        ? withTimeout(TIMEOUT_MS, 'the look for airdrops', signal, (limited) =>
            look(owner, tokens, limited),
          ).catch((error: unknown) => {
            services.ctx.log.debug(error)
            return []
          })
        : Promise.resolve([]),
  }
}
