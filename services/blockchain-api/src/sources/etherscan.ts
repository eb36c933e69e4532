import * as v from 'valibot'
import { createAskJson, providerError } from '../askJson.js'
import { type ChainConfig } from '../chains.js'
import { numberOf, readChainIds } from '../swap/connector.js'
import {
  choosePage,
  groupRows,
  type ListPart,
  readList,
  readPosition,
  type ReadList,
  topOf,
} from './blockPages.js'
import { type EtherscanRow, LISTS, toTransaction } from './etherscanRows.js'
import { createPace } from './pace.js'
import { requirePart, toItem } from './providerHistory.js'
import { createNodeOf } from './rpc/calls.js'
import { requireSameChain } from './sameChain.js'
import {
  type AccountQuery,
  type Balances,
  chainOf,
  type HistoryPage,
  type PageQuery,
  type Source,
  type SourceContext,
  type SourceFactory,
} from './source.js'

export interface EtherscanOptions {
  /** Of etherscan.io; one key is for all chains. It never reaches a page or a log. */
  apiKey: string
  /** CAIP-2 ids. Absent: every configured eip155 chain; Etherscan has most of them. */
  chains?: readonly string[]
  /** As the plan of the key allows them. Absent: 3, as the free plan has it. */
  callsPerSecond?: number
  /** For tests: `https://api.etherscan.io/v2/api`. */
  url?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** Rows in one answer. The free plan gives up to 1,000, but their bytes are bounded too. */
const PAGE_ROWS = 100
const FREE_CALLS = 3
/** Stands beside `status` 0 where a list is empty. All other messages there are failures. */
const NOTHING = 'No transactions found'
const DIGITS = v.pipe(v.string(), v.regex(/^\d{1,78}$/))

/** Asks for something of the module `account`. */
type Ask = <Result>(
  { chain, signal }: { chain: string; signal: AbortSignal },
  query: Readonly<Record<string, string>>,
  result: v.GenericSchema<unknown, Result>,
) => Promise<Result>

/**
 * History and balances by the API v2 of Etherscan. The history is merged of its four lists:
 * transactions, ERC-20, ERC-721 and ERC-1155; internal transfers are left out, because their rows do
 * not say where in a block they were. Balances: the native coin, and the tokens of the host's list,
 * because the list of all tokens is for paying customers. Rows are believed only where a node of the
 * host knows their block. Tested against a fake with the shapes of its public documentation, not
 * against the service.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const etherscan =
  (options: EtherscanOptions): SourceFactory =>
  (context) => {
    const ask = createAsk(options)
    const nodeOf = createNodeOf()
    const all = context.chains.ofFamily('eip155').map(({ id }) => id)
    const source: Source = {
      id: 'etherscan',
      chains: readChainIds('Etherscan', options.chains ?? all),
      history: (query) => readHistory({ context, ask, nodeOf }, query),
      balances: (query) => readBalances(ask, query),
    }
    return [source]
  }

const createAsk = ({
  apiKey,
  callsPerSecond = FREE_CALLS,
  url = 'https://api.etherscan.io/v2/api',
  fetch,
}: EtherscanOptions): Ask => {
  const askJson = createAskJson(fetch)
  const pace = createPace(callsPerSecond)
  return async ({ chain, signal }, query, result) => {
    await pace(signal)
    const target = new URL(url)
    const parameters = { chainid: numberOf(chain), module: 'account', ...query, apikey: apiKey }
    target.search = String(new URLSearchParams(parameters))
    const schema = v.object({ status: v.string(), message: v.string(), result })
    const answer = await askJson({ url: target, signal, schema })
    if (!isGood(answer)) throw providerError()
    return answer.result
  }
}

/** Failures come with HTTP 200 and `status` 0, as an empty list does. */
const isGood = ({ status, message }: { status: string; message: string }): boolean =>
  status === '1' || (status === '0' && message === NOTHING)

interface Parts {
  context: SourceContext
  ask: Ask
  nodeOf: ReturnType<typeof createNodeOf>
}

const readHistory = async (parts: Parts, query: PageQuery): Promise<HistoryPage> => {
  const { account, limit, signal } = query
  const before = readPosition(query.position)
  const top = topOf(before)
  if (top < 0) return { items: [] }
  const lists = await Promise.all(LISTS.map((list) => readOne(parts.ask, list, query, top)))
  for (const row of lists.flatMap(({ rows }) => rows)) requirePart(account.address, row.ends)
  const chain = chainOf(parts.context.chains, account.chain.id)
  await requireSameChain(parts.nodeOf(chain), oldestOf(lists), signal)
  const found = groupRows(lists).map((group) => ({
    ...group,
    index: indexOf(group.rows),
  }))
  const page = choosePage(found, lists, before, limit)
  return {
    ...page,
    items: page.items.flatMap(({ rows }) => {
      const transaction = toTransaction(rows)
      // A payment that failed is its sender's alone.
      const isOwn = !transaction.isFailed || transaction.sentFrom === account.address
      return isOwn ? [toItem(account.address, transaction)] : []
    }),
  }
}

/** All rows of a transaction have its place. */
const indexOf = (rows: readonly EtherscanRow[]): number => {
  const [first, ...others] = rows.map(({ index }) => index)
  if (first === undefined || others.some((index) => index !== first)) throw providerError()
  return first
}

const oldestOf = (lists: readonly ReadList<EtherscanRow>[]): EtherscanRow[] =>
  lists.flatMap(({ rows }) => rows.slice(-1))

const readOne = (
  ask: Ask,
  { action, schema }: (typeof LISTS)[number],
  { account, signal }: PageQuery,
  top: number,
): Promise<ReadList<EtherscanRow>> =>
  readList(top, async (cursor = '1'): Promise<ListPart<EtherscanRow>> => {
    const query = {
      ...{ action, address: account.address, startblock: '0', sort: 'desc' },
      ...{ page: cursor, offset: String(PAGE_ROWS) },
      ...(top !== Infinity && { endblock: String(top) }),
    }
    const rows = await ask({ chain: account.chain.id, signal }, query, v.array(schema))
    return { rows, ...(rows.length >= PAGE_ROWS && { next: String(Number(cursor) + 1) }) }
  })

const readBalances = async (ask: Ask, { account, signal }: AccountQuery): Promise<Balances> => {
  const { address, chain } = account
  const amountOf = (query: Readonly<Record<string, string>>) =>
    ask({ chain: chain.id, signal }, { ...query, address, tag: 'latest' }, DIGITS)
  const { nativeCurrency, tokens = [] } = chain
  const native = { ...infoOf(nativeCurrency), amount: await amountOf({ action: 'balance' }) }
  const listed = await Promise.all(
    tokens.map(async (token) => ({
      ...{ address: token.address, ...infoOf(token) },
      amount: await amountOf({ action: 'tokenbalance', contractaddress: token.address }),
    })),
  )
  return { items: [native, ...listed.filter(({ amount }) => BigInt(amount) > 0n)] }
}

const infoOf = ({ name, symbol, decimals }: ChainConfig['nativeCurrency']) => ({
  ...{ name, symbol, decimals },
  spam: false,
})
