import * as v from 'valibot'
import { providerError } from '../askJson.js'
import { invalidOption } from '../errors.js'
import { readChainIds } from '../swap/connector.js'
import { type AlchemyRow, BLOCK_NUMBER, toTransaction, transferSchema } from './alchemyRows.js'
import { type AlchemyRpc, createAlchemyRpc } from './alchemyRpc.js'
import { createFindMetadata, type FindMetadata, readBalances, withNames } from './alchemyTokens.js'
import {
  choosePage,
  type Group,
  groupRows,
  type Place,
  type ReadList,
  readList,
  readPosition,
  topOf,
} from './blockPages.js'
import { HASH, requirePart, toItem } from './providerHistory.js'
import { type HistoryPage, type PageQuery, type SourceFactory } from './source.js'

export interface AlchemyOptions {
  /** CAIP-2 id of its chain. */
  chain: string
  /** `https://eth-mainnet.g.alchemy.com/v2/…`, with the key. It never reaches a page or a log. */
  url: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** Movements by contracts are known on these chains alone. */
const INTERNAL = ['eip155:1', 'eip155:137']
const CATEGORIES = ['external', 'erc20', 'erc721', 'erc1155']
const PAGE_ROWS = '0xc8'

const transfersSchema = v.object({
  transfers: v.array(transferSchema),
  pageKey: v.nullish(v.string()),
})
const placeSchema = v.object({
  hash: HASH,
  blockNumber: BLOCK_NUMBER,
  transactionIndex: BLOCK_NUMBER,
})
/**
 * History and balances by Alchemy's Transfers and Token APIs. Movements to an account and from it are
 * two lists there, which are merged here. Fees are not told, nor whether a transaction failed. Tested
 * against a fake with the shapes of its public documentation, not against the service.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const alchemy =
  ({ chain, url, fetch }: AlchemyOptions): SourceFactory =>
  ({ chains }) => {
    const [id = ''] = readChainIds('Alchemy', [chain])
    if (!chains.find(id)) throw invalidOption(`Alchemy is set for ${id}, which is not configured.`)
    // The text has a key in it, so it is not repeated.
    if (!URL.canParse(url)) throw invalidOption(`The url of Alchemy for ${id} must be a URL.`)
    const rpc = createAlchemyRpc(new URL(url), id, fetch)
    const findMetadata = createFindMetadata(rpc)
    return [
      {
        id: `alchemy-${id.replace(':', '-')}`,
        chains: [id],
        history: (query) => readHistory(rpc, findMetadata, query),
        balances: (query) => readBalances(rpc, findMetadata, query),
      },
    ]
  }

const readHistory = async (
  rpc: AlchemyRpc,
  findMetadata: FindMetadata,
  query: PageQuery,
): Promise<HistoryPage> => {
  const { account, limit, signal } = query
  const before = readPosition(query.position)
  const top = topOf(before)
  if (top < 0) return { items: [] }
  const own = account.address
  const [sent, got] = await Promise.all([
    readOne(rpc, query, top, { fromAddress: own }),
    readOne(rpc, query, top, { toAddress: own }),
  ])
  for (const { from } of sent.rows) requirePart(own, [from])
  for (const { to } of got.rows) requirePart(own, [to])
  // A movement to oneself is in both lists.
  const lists = [sent, { ...got, rows: got.rows.filter(({ from }) => from !== own) }]
  const found = await findPlaces(rpc, groupRows(lists), before, query)
  const page = choosePage(found, lists, before, limit)
  const items = page.items.map(({ rows }) => toItem(own, toTransaction(rows)))
  const tokens = items.flatMap(({ transfers }) => transfers.flatMap(({ token }) => token ?? []))
  const metadata = await findMetadata(tokens, signal)
  return { ...page, items: items.map((item) => withNames(item, metadata)) }
}

const readOne = (
  rpc: AlchemyRpc,
  { account, signal }: PageQuery,
  top: number,
  side: { fromAddress: string } | { toAddress: string },
): Promise<ReadList<AlchemyRow>> =>
  readList(top, async (pageKey) => {
    const category = INTERNAL.includes(account.chain.id) ? [...CATEGORIES, 'internal'] : CATEGORIES
    const params = {
      ...{ fromBlock: '0x0', toBlock: top === Infinity ? 'latest' : `0x${top.toString(16)}` },
      ...{ category, order: 'desc', withMetadata: true, excludeZeroValue: false },
      ...{ maxCount: PAGE_ROWS, ...side, ...(pageKey !== undefined && { pageKey }) },
    }
    const call = { method: 'alchemy_getAssetTransfers', params: [params] }
    const { transfers, pageKey: next } = await rpc.ask(call, transfersSchema, signal)
    return { rows: transfers, ...(next && { next }) }
  })

/**
 * Rows do not say where in its block a transaction was. Alchemy's node is asked for it where several
 * transactions of a page share a block.
 */
const findPlaces = async (
  rpc: AlchemyRpc,
  groups: readonly Group<AlchemyRow>[],
  before: Place | undefined,
  { limit, signal }: PageQuery,
): Promise<(Group<AlchemyRow> & Place)[]> => {
  const told = groups.filter(({ block }) => block === before?.block).length
  const end = groups[told + limit]?.block ?? 0
  const asked = groups.filter(({ block }) => block >= end)
  const counts = new Map<number, number>()
  for (const { block } of asked) counts.set(block, (counts.get(block) ?? 0) + 1)
  const shared = asked.filter(({ block }) => counts.get(block) !== 1)
  const calls = shared.map(({ hash }) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
  const answers = await rpc.askAll(calls, placeSchema, signal)
  const indexes = new Map(
    shared.map(({ hash, block }, at) => {
      const place = answers[at]
      if (place?.hash !== hash || place.blockNumber !== block) throw providerError()
      return [hash, place.transactionIndex]
    }),
  )
  return asked.map((group) => ({ ...group, index: indexes.get(group.hash) ?? 0 }))
}
