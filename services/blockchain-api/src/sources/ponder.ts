import { type Account } from '../accounts.js'
import { checksum } from '../checksum.js'
import { type ChainConfig } from '../chains.js'
import { invalidOption } from '../errors.js'
import { numberOf, readChainIds } from '../swap/connector.js'
import { type PonderDatabase, openPonder } from './ponderDatabase.js'
import { createFreshness, type Freshness } from './ponderFreshness.js'
import {
  type HoldingRow,
  readHead,
  readHoldings,
  readTransfers,
  type TransferRow,
} from './ponderTables.js'
import { type Movement, toItem } from './providerHistory.js'
import { createNodeOf, type Node } from './rpc/calls.js'
import { confirmHoldings } from './rpc/holdings.js'
import { turnOf } from './rpc/nodes.js'
import { createTokenBook, readInfos, type TokenBook } from './rpc/tokens.js'
import {
  chainOf,
  type HistoryItem,
  type HistoryPage,
  type NftItem,
  type Page,
  type PageQuery,
  type Source,
  type SourceContext,
  type SourceFactory,
  type TokenInfo,
} from './source.js'

export interface PonderOptions {
  /** `postgres://…`, of the database that Ponder writes. A role that may only read is enough. */
  databaseUrl: string
  /** Ponder's `DATABASE_SCHEMA`, or its views schema. */
  schema: string
  /** CAIP-2 ids of the chains that the project has. */
  chains: readonly string[]
}

interface Parts {
  context: SourceContext
  ask: PonderDatabase['ask']
  nodeOf(chain: ChainConfig): Node
  book: TokenBook
  fresh: Freshness
}

/** A page of history does not wait longer for the names of its tokens. */
const NAMES_MS = 1000

/**
 * History and NFTs out of the tables of the project in `engines/ponder`, with every account of its
 * chains. It knows transfers of tokens alone: no native coin, no failed transactions and no fees, so
 * it gives no balances. Nothing is answered while the last block of the tables is not on the node's
 * chain, or a minute behind it. Contracts confirm NFTs.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const ponder =
  ({ databaseUrl, schema, chains }: PonderOptions): SourceFactory =>
  (context) => {
    for (const id of readChainIds('ponder', chains))
      if (!context.chains.find(id))
        throw invalidOption(`ponder has ${id}, which is not configured.`)
    const tables = openPonder(databaseUrl, schema)
    const nodeOf = createNodeOf()
    const fresh = createFreshness({
      readHead: (chain, signal) => tables.ask((db) => readHead(db, chain), signal),
      nodeOf,
      now: context.now,
    })
    const book = createTokenBook(context.store, nodeOf, context.now)
    const parts: Parts = { context, ask: tables.ask, nodeOf, book, fresh }
    const source: Source = {
      id: `ponder-${schema.replaceAll('_', '-')}`,
      chains,
      history: (query) => readHistory(parts, query),
      nfts: (query) => readNfts(parts, query),
      health: () => Promise.all(chains.map((id) => fresh.look(chainOf(context.chains, id)))),
      close: tables.close,
    }
    return [source]
  }

const listOf = ({ account, limit }: PageQuery) => ({
  chain: Number(numberOf(account.chain.id)),
  account: account.address.toLowerCase(),
  // One more tells whether there is a next page.
  limit: limit + 1,
})

const readHistory = async (parts: Parts, query: PageQuery): Promise<HistoryPage> => {
  const { account, position, limit, signal } = query
  const chain = chainOf(parts.context.chains, account.chain.id)
  await parts.fresh.require(chain, signal)
  const [block, index] = position?.split(':').map(Number) ?? []
  const after = block === undefined || index === undefined ? undefined : { block, index }
  const rows = await parts.ask((db) => readTransfers(db, { ...listOf(query), after }), signal)
  const groups = groupRows(rows)
  const page = groups.slice(0, limit)
  const infos = await readInfos(parts.book, chain, page.flat(), turnOf(signal, NAMES_MS))
  const last = page.at(-1)?.[0]
  return {
    items: page.flatMap((group) => toEntry(account, group, infos)),
    ...(last && groups.length > limit && { next: `${last.block}:${last.tx_index}` }),
  }
}

type CountedRow = TransferRow & { total: number }

/** Rows of each transaction, in the order in which they come. */
const groupRows = (rows: readonly CountedRow[]): CountedRow[][] => {
  const groups = new Map<string, CountedRow[]>()
  for (const row of rows) {
    const place = `${row.block}:${row.tx_index}`
    groups.set(place, [...(groups.get(place) ?? []), row])
  }
  return [...groups.values()]
}

const toEntry = (
  { address }: Account,
  group: readonly CountedRow[],
  infos: ReadonlyMap<string, TokenInfo>,
): HistoryItem[] => {
  const [first] = group
  if (!first) return []
  const { hash, at, sender, target, nonce, total } = first
  const item = toItem(address, {
    ...{ hash, at: at * 1000, nonce, sentFrom: checksum(sender) },
    sentTo: target && checksum(target),
    movements: group.map((row) => toMovement(row, infos.get(row.token))),
  })
  return [{ ...item, ...(total > group.length && { more: total - group.length }) }]
}

const toMovement = (row: TransferRow, info: TokenInfo | undefined): Movement => ({
  ...{ from: checksum(row.from), to: checksum(row.to), standard: row.standard },
  token: checksum(row.token),
  ...(row.token_id !== null && { tokenId: row.token_id }),
  amount: row.amount,
  ...(info && { info }),
})

const readNfts = async (parts: Parts, query: PageQuery): Promise<Page<NftItem>> => {
  const { account, position = '', limit, signal } = query
  const chain = chainOf(parts.context.chains, account.chain.id)
  await parts.fresh.require(chain, signal)
  const [token, tokenId] = position.split(':')
  const after = token && tokenId ? { token, tokenId } : undefined
  const rows = await parts.ask((db) => readHoldings(db, { ...listOf(query), after }), signal)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const place = { node: parts.nodeOf(chain), book: parts.book }
  return {
    items: await confirmHoldings(place, { ...account, chain }, page.map(toHolding), signal),
    ...(last && rows.length > limit && { next: `${last.token}:${last.token_id}` }),
  }
}

const toHolding = ({ token, token_id: tokenId, standard, amount }: HoldingRow) => ({
  ...{ token: checksum(token), tokenId, standard, amount },
})
