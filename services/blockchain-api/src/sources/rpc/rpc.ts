import { encodeFunctionData, erc1155Abi, erc20Abi, erc721Abi, getAddress, type Hex } from 'viem'
import { refusal } from '@latchkey/service-kit/http'
import { type ChainConfig } from '../../chains.js'
import { type HistoryRow, type Holding, type TokenRow } from '../../store/store.js'
import {
  type AccountQuery,
  type BalanceItem,
  type HistoryItem,
  type NftItem,
  type Page,
  type PageQuery,
  type Source,
  type SourceContext,
  type SourceFactory,
  type TokenInfo,
  chainOf,
} from '../source.js'
import { createNode, type Call, type Node, readUint } from './calls.js'
import { fetchMetadata } from './metadata.js'
import { createSolanaSource } from './solana.js'
import { createTokenBook, type TokenBook } from './tokens.js'

/** Tokens of one account whose balance is asked for: the listed ones, then those that were seen. */
const MAX_TOKENS = 1000
const POLL_MS = 250

interface Evm {
  context: SourceContext
  nodeOf(chain: ChainConfig): Node
  book: TokenBook
}

/**
 * The chain's own nodes, with what the follower has stored: native balance and tokens by the node,
 * history and NFTs of accounts that somebody asked for.
 */
export const rpc = (): SourceFactory => (context) => {
  const nodes = new Map<string, Node>()
  const nodeOf = (chain: ChainConfig): Node => {
    const node = nodes.get(chain.id) ?? createNode(chain)
    nodes.set(chain.id, node)
    return node
  }
  const evm: Evm = { context, nodeOf, book: createTokenBook(context.store, nodeOf, context.now) }
  const solana = context.chains.ofFamily('solana')
  const source: Source = {
    id: 'rpc',
    chains: context.chains.ofFamily('eip155').map(({ id }) => id),
    history: (query) => readHistory(evm, query),
    balances: (query) => readBalances(evm, query),
    nfts: (query) => readNfts(evm, query),
    metadata: (query) =>
      fetchMetadata(nodeOf(chainOf(context.chains, query.chain)), context.fetchDocument, query),
    settled: async ({ chain, hash, signal }) => {
      const { client } = nodeOf(chainOf(context.chains, chain))
      while (!signal.aborted) {
        const receipt = await client
          .getTransactionReceipt({ hash: hash as Hex })
          .catch(() => undefined)
        if (receipt) return
        await new Promise((done) => setTimeout(done, POLL_MS))
      }
    },
  }
  return solana.length > 0 ? [source, createSolanaSource(solana)] : [source]
}

const readHistory = async (evm: Evm, query: PageQuery): Promise<Page<HistoryItem>> => {
  const { account, position, limit } = query
  const { store, now } = evm.context
  if ((await store.watched.ask(account.id, account.chain.id, now())) === 'full')
    throw refusal(
      503,
      'account',
      'This service follows as many accounts as it may. Ask again later.',
    )
  const before = position === undefined ? undefined : readPosition(position)
  const rows = await store.history.page({
    account: account.id,
    chain: account.chain.id,
    limit: limit + 1,
    ...(before && { before }),
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const infos = await tokensOf(evm, account.chain, page)
  return {
    items: page.map((row) => toItem(row, infos)),
    ...(rows.length > limit && last && { next: `${last.block}:${last.index}` }),
  }
}

const readPosition = (text: string) => {
  const [block, index] = text.split(':')
  return { block: Number(block), index: Number(index) }
}

/** Names of all tokens of a page. Where the node does not answer, the page comes without new names. */
const tokensOf = async (
  { book }: Evm,
  chain: ChainConfig,
  rows: readonly HistoryRow[],
): Promise<ReadonlyMap<string, TokenInfo>> => {
  const transfers = rows.flatMap(({ body }) => body.transfers)
  const standards = ['erc20', 'erc721', 'erc1155'] as const
  const parts = await Promise.all(
    standards.map((standard) => {
      const addresses = transfers.flatMap((one) =>
        one.standard === standard && one.token ? [one.token] : [],
      )
      return book.find(chain, addresses, standard).catch(() => new Map<string, TokenInfo>())
    }),
  )
  return new Map(parts.flatMap((part) => [...part]))
}

/** The row is this page's own, so it is completed and not copied: copies cost more than the query. */
const toItem = (
  { hash, at, body }: HistoryRow,
  infos: ReadonlyMap<string, TokenInfo>,
): HistoryItem => {
  for (const transfer of body.transfers as HistoryItem['transfers'][number][]) {
    const info = transfer.token && infos.get(transfer.token.toLowerCase())
    if (info) transfer.info = info
  }
  return Object.assign(body, { hash, at })
}

const readBalances = async (
  evm: Evm,
  { account }: AccountQuery,
): Promise<readonly BalanceItem[]> => {
  const { context, nodeOf, book } = evm
  const { chain } = account
  const owner = account.address as Hex
  await context.store.watched.ask(account.id, chain.id, context.now())
  const seen = await context.store.tokens.seenBy(account.id, chain.id)
  const addresses = [
    ...new Set(
      [...(chain.tokens ?? []).map(({ address }) => address), ...seen].map((a) => a.toLowerCase()),
    ),
  ].slice(0, MAX_TOKENS) as Hex[]
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const node = nodeOf(chain)
  const [native, amounts] = await Promise.all([
    node.client.getBalance({ address: owner }),
    node.callMany(addresses.map((to) => ({ to, data }))),
  ])
  const held = addresses.flatMap((address, at) => {
    const amount = readUint(amounts[at])
    return amount ? [{ address, amount }] : []
  })
  const infos = await book.find(
    chain,
    held.map(({ address }) => address),
    'erc20',
  )
  return [
    { ...chain.nativeCurrency, amount: String(native), spam: false },
    ...held.flatMap(({ address, amount }) => {
      const info = infos.get(address)
      return info ? [{ ...info, address: getAddress(address), amount: String(amount) }] : []
    }),
  ]
}

const readNfts = async (evm: Evm, query: PageQuery): Promise<Page<NftItem>> => {
  const { account, position = '', limit } = query
  const { context, nodeOf, book } = evm
  await context.store.watched.ask(account.id, account.chain.id, context.now())
  const [token, tokenId] = position.split(':')
  const found = await context.store.holdings.ofAccount(account.id, account.chain.id, {
    limit: limit + 1,
    after: token && tokenId ? { token, tokenId } : undefined,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const node = nodeOf(account.chain)
  const answers = await node.callMany(page.map((holding) => ownerCall(holding, account.address)))
  const items = page.flatMap((holding, at) => confirmed(holding, answers[at], account.address))
  const infos = await collectionsOf(book, account.chain, items)
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
  book: TokenBook,
  chain: ChainConfig,
  items: readonly { token: string; standard: TokenRow['standard'] }[],
): Promise<ReadonlyMap<string, TokenInfo>> => {
  const of = (standard: TokenRow['standard']) =>
    book.find(
      chain,
      items.filter((item) => item.standard === standard).map(({ token }) => token),
      standard,
    )
  return new Map([...(await of('erc721')), ...(await of('erc1155'))])
}
