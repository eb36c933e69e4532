import { refusal } from '@latchkey/service-kit/http'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import {
  type HistoryPage,
  type NftItem,
  type Page,
  type PageQuery,
  type Source,
  type SourceFactory,
  chainOf,
} from '../source.js'
import { createApprovalScans } from './approvalScan.js'
import { readApprovals } from './approvals.js'
import { type Evm, readBalances, readSettled } from './balances.js'
import { createNodeOf } from './calls.js'
import { confirmHoldings } from './holdings.js'
import { fetchMetadata } from './metadata.js'
import { turnOf } from './nodes.js'
import { createSolanaSource } from './solana.js'
import { createTokenBook, readInfos } from './tokens.js'

/** A page of history does not wait longer for the names of its tokens. */
const NAMES_MS = 2000
/** An account is dropped weeks after it was asked for last, so this asking need not be noted. */
const FOLLOWED_FOR_MS = 60_000
const MAX_FOLLOWED = 10_000

/**
 * The chain's own nodes, with what the follower has stored: native balance and tokens by the node,
 * history and NFTs of accounts that somebody asked for.
 */
export const rpc = (): SourceFactory => (context) => {
  const nodeOf = createNodeOf()
  const evm: Evm = {
    context,
    nodeOf,
    book: createTokenBook(context.store, nodeOf, context.now),
    followed: createBoundedCache<number>(MAX_FOLLOWED),
  }
  const scans = createApprovalScans(nodeOf, context.backfillFrom, context.log)
  const solana = context.chains.ofFamily('solana')
  const source: Source = {
    id: 'rpc',
    chains: context.chains.ofFamily('eip155').map(({ id }) => id),
    history: (query) => readHistory(evm, query),
    balances: (query) => readBalances(evm, query),
    nfts: (query) => readNfts(evm, query),
    approvals: (query) => readApprovals(evm, scans, query),
    metadata: (query) =>
      fetchMetadata(nodeOf(chainOf(context.chains, query.chain)), context.fetchDocument, query),
    settled: (query) => readSettled(nodeOf(query.account.chain), query),
  }
  return solana.length > 0 ? [source, createSolanaSource(solana)] : [source]
}

/**
 * Has the account followed from now on.
 * @throws Refusal 503 where as many are followed as may be: its list would stay empty
 */
const follow = async ({ context, followed }: Evm, { account }: PageQuery): Promise<void> => {
  const now = context.now()
  if (now < (followed.get(account.id) ?? 0)) return
  const state = await context.store.watched.ask(account.id, account.chain.id, now)
  if (state === 'known') followed.set(account.id, now + FOLLOWED_FOR_MS, 1)
  if (state === 'full')
    throw refusal(
      503,
      'account',
      'This service follows as many accounts as it may. Ask again later.',
    )
}

const readHistory = async (evm: Evm, query: PageQuery): Promise<HistoryPage> => {
  const { account, position, limit } = query
  const { store } = evm.context
  await follow(evm, query)
  const before = position === undefined ? undefined : readPosition(position)
  const rows = await store.history.page({
    account: account.id,
    chain: account.chain.id,
    limit: limit + 1,
    ...(before && { before }),
  })
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  const tokens = entries.flatMap(({ gaps }) => gaps)
  const infos = await readInfos(evm.book, account.chain, tokens, turnOf(query.signal, NAMES_MS))
  const stored = { entries, infos }
  if (rows.length > limit && last) return { items: [], stored, next: `${last.block}:${last.index}` }
  const coinsSince = await store.watched.began(account.id, account.chain.id)
  return { items: [], stored, ...(coinsSince !== undefined && { coinsSince }) }
}

const readPosition = (text: string) => {
  const [block, index] = text.split(':')
  return { block: Number(block), index: Number(index) }
}

const readNfts = async (evm: Evm, query: PageQuery): Promise<Page<NftItem>> => {
  const { account, position = '', limit } = query
  const { context, nodeOf, book } = evm
  await follow(evm, query)
  const [token, tokenId] = position.split(':')
  const found = await context.store.holdings.ofAccount(account.id, account.chain.id, {
    limit: limit + 1,
    after: token && tokenId ? { token, tokenId } : undefined,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await confirmHoldings(
      { node: nodeOf(account.chain), book },
      account,
      page,
      query.signal,
    ),
    ...(last && found.length > limit && { next: `${last.token}:${last.tokenId}` }),
  }
}
