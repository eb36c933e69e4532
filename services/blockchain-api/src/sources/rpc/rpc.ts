import { encodeFunctionData, erc1155Abi, erc721Abi, type Hex } from 'viem'
import { refusal } from '@latchkey/service-kit/http'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { type ChainConfig } from '../../chains.js'
import { type EntryText, type Holding, type TokenRow } from '../../store/store.js'
import {
  type HistoryPage,
  type NftItem,
  type Page,
  type PageQuery,
  type Source,
  type SourceFactory,
  type TokenInfo,
  chainOf,
} from '../source.js'
import { createApprovalScans } from './approvalScan.js'
import { readApprovals } from './approvals.js'
import { type Evm, readBalances, readSettled } from './balances.js'
import { createNodeOf, readUint } from './calls.js'
import { fetchMetadata } from './metadata.js'
import { type Call, QUANTITY, type Turn, turnOf } from './nodes.js'
import { createSolanaSource } from './solana.js'
import { createTokenBook } from './tokens.js'

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
  const infos = await tokensOf(evm, account.chain, entries, turnOf(query.signal, NAMES_MS))
  const stored = { entries, infos }
  if (rows.length > limit && last) return { items: [], stored, next: `${last.block}:${last.index}` }
  const coinsSince = await store.watched.began(account.id, account.chain.id)
  return { items: [], stored, ...(coinsSince !== undefined && { coinsSince }) }
}

const readPosition = (text: string) => {
  const [block, index] = text.split(':')
  return { block: Number(block), index: Number(index) }
}

/** Names of all tokens of a page. Where the node does not answer, the page comes without new names. */
const tokensOf = async (
  { book }: Evm,
  chain: ChainConfig,
  entries: readonly EntryText[],
  turn: Turn,
): Promise<ReadonlyMap<string, TokenInfo>> => {
  const addresses: Record<TokenRow['standard'], Set<string>> = {
    erc20: new Set(),
    erc721: new Set(),
    erc1155: new Set(),
  }
  for (const { gaps } of entries)
    for (const { standard, token } of gaps)
      if (token !== undefined && standard !== 'native') addresses[standard].add(token)
  const parts = await Promise.all(
    Object.entries(addresses).map(([standard, some]) =>
      book.find(chain, [...some], standard as TokenRow['standard'], turn),
    ),
  )
  return new Map(parts.flatMap(({ infos }) => [...infos]))
}

const readNfts = async (evm: Evm, query: PageQuery): Promise<Page<NftItem>> => {
  const { account, position = '', limit } = query
  const { context, nodeOf } = evm
  await follow(evm, query)
  const [token, tokenId] = position.split(':')
  const found = await context.store.holdings.ofAccount(account.id, account.chain.id, {
    limit: limit + 1,
    after: token && tokenId ? { token, tokenId } : undefined,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const turn = turnOf(query.signal)
  const node = nodeOf(account.chain)
  // The block's number shows that the node is well: contracts alone fail no source.
  const [{ data, unanswered }] = await Promise.all([
    node.callMany(
      page.map((holding) => ownerCall(holding, account.address)),
      turn,
    ),
    node.ask('eth_blockNumber', [], turn, QUANTITY),
  ])
  // A holding that no node answered for stays as it was stored: the cursor moves on, and a client
  // would not ask for it again.
  const items = page.flatMap((holding, at) =>
    unanswered.has(at) ? [holding] : confirmed(holding, data[at], account.address),
  )
  const infos = await collectionsOf(evm, account.chain, items, turn)
  return {
    items: items.map((item) => {
      const info = infos.get(item.token.toLowerCase())
      return { ...item, collection: info?.name ?? '', spam: info?.spam ?? false }
    }),
    ...(last && found.length > limit && { next: `${last.token}:${last.tokenId}` }),
  }
}

const ownerCall = ({ token, tokenId, standard }: Holding, owner: string): Call => ({
  to: token as Hex,
  data:
    standard === 'erc721'
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [BigInt(tokenId)] })
      : encodeFunctionData({
          abi: erc1155Abi,
          functionName: 'balanceOf',
          args: [owner as Hex, BigInt(tokenId)],
        }),
})

/** The holding as the contract confirms it now; none where it does not. */
const confirmed = (
  holding: Holding,
  answer: Hex | undefined,
  owner: string,
): Omit<NftItem, 'collection' | 'spam'>[] => {
  const word = readUint(answer) ?? 0n
  if (holding.standard === 'erc721')
    return word === BigInt(owner) ? [{ ...holding, amount: '1' }] : []
  return word > 0n ? [{ ...holding, amount: String(word) }] : []
}

const collectionsOf = async (
  { book }: Evm,
  chain: ChainConfig,
  items: readonly { token: string; standard: TokenRow['standard'] }[],
  turn: Turn,
): Promise<ReadonlyMap<string, TokenInfo>> => {
  const of = (standard: TokenRow['standard']) =>
    book.find(
      chain,
      items.filter((item) => item.standard === standard).map(({ token }) => token),
      standard,
      turn,
    )
  return new Map([...(await of('erc721')).infos, ...(await of('erc1155')).infos])
}
