import * as v from 'valibot'
import { providerError } from '../askJson.js'
import { createBoundedCache } from '../boundedCache.js'
import { ADDRESS } from '../swap/connector.js'
import { type AlchemyRpc } from './alchemyRpc.js'
import { DECIMALS, TOKEN_NAME } from './providerHistory.js'
import { QUANTITY } from './rpc/nodes.js'
import { type AccountQuery, type Balances, type HistoryItem } from './source.js'

/** Pages of 100 tokens each; those beyond are left out, and the answer says that it is partial. */
const MAX_PAGES = 10
const MAX_TOKENS_KEPT = 20_000

const tokensSchema = v.object({
  address: ADDRESS,
  tokenBalances: v.array(
    v.object({
      contractAddress: ADDRESS,
      tokenBalance: v.nullish(v.union([QUANTITY, v.literal('0x')])),
    }),
  ),
  pageKey: v.nullish(v.string()),
})
const metadataSchema = v.object({
  name: TOKEN_NAME,
  symbol: TOKEN_NAME,
  decimals: v.nullish(DECIMALS),
})
type Metadata = v.InferOutput<typeof metadataSchema>

/** Names of tokens, kept, by address. Those that Alchemy does not tell are left out. */
export type FindMetadata = (
  addresses: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Metadata>>

export const createFindMetadata = (rpc: AlchemyRpc): FindMetadata => {
  const kept = createBoundedCache<Metadata>(MAX_TOKENS_KEPT)
  return async (addresses, signal) => {
    const all = [...new Set(addresses)]
    const unknown = all.filter((address) => !kept.get(address))
    const calls = unknown.map((one) => ({ method: 'alchemy_getTokenMetadata', params: [one] }))
    const answers = await rpc.askAll(calls, metadataSchema, signal)
    const found = new Map(unknown.map((address, at) => [address, answers[at]]))
    for (const [address, metadata] of found) if (metadata) kept.set(address, metadata, 1)
    return new Map(
      all.flatMap((address) => {
        const metadata = found.get(address) ?? kept.get(address)
        return metadata ? [[address, metadata] as const] : []
      }),
    )
  }
}

/** An item with the names of its tokens, where they are known. */
export const withNames = (
  item: HistoryItem,
  metadata: ReadonlyMap<string, Metadata>,
): HistoryItem => ({
  ...item,
  transfers: item.transfers.map((transfer) => {
    const known = transfer.token === undefined ? undefined : metadata.get(transfer.token)
    if (!known) return transfer
    // Amounts of an ERC-20 whose decimals nobody knows mean nothing.
    const decimals = transfer.info?.decimals ?? known.decimals
    if (decimals === undefined || decimals === null) return transfer
    const info = { name: known.name, symbol: known.symbol, decimals, spam: false }
    return { ...transfer, info }
  }),
})

/** The native coin, and every ERC-20 that the account has something of. */
export const readBalances = async (
  rpc: AlchemyRpc,
  findMetadata: FindMetadata,
  { account: { address, chain }, signal }: AccountQuery,
): Promise<Balances> => {
  const native = { method: 'eth_getBalance', params: [address, 'latest'] }
  const [amount, { tokens, isCut }] = await Promise.all([
    rpc.ask(native, QUANTITY, signal),
    readTokens(rpc, address, signal),
  ])
  const metadata = await findMetadata(
    tokens.map((token) => token.address),
    signal,
  )
  const { name, symbol, decimals } = chain.nativeCurrency
  const items = tokens.flatMap((token) => {
    const known = metadata.get(token.address)
    // A token without decimals has no amount that could be shown.
    if (known?.decimals === undefined || known.decimals === null) return []
    return [{ ...token, ...known, decimals: known.decimals, spam: false }]
  })
  return {
    items: [{ ...{ name, symbol, decimals }, amount: String(amount), spam: false }, ...items],
    ...((isCut || metadata.size < tokens.length) && { isPartial: true }),
  }
}

interface HeldToken {
  address: string
  amount: string
}

/** @throws ProviderError where the answer is of another account, or its pages go round in a circle */
const readTokens = async (
  rpc: AlchemyRpc,
  address: string,
  signal: AbortSignal,
): Promise<{ tokens: HeldToken[]; isCut: boolean }> => {
  const tokens = new Map<string, HeldToken>()
  const keys = new Set<string>()
  let pageKey: string | null | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = [address, 'erc20', ...(pageKey ? [{ pageKey }] : [])]
    const call = { method: 'alchemy_getTokenBalances', params }
    const answer = await rpc.ask(call, tokensSchema, signal)
    if (answer.address !== address) throw providerError()
    for (const { contractAddress, tokenBalance } of answer.tokenBalances)
      if (tokenBalance && tokenBalance !== '0x')
        tokens.set(contractAddress, { address: contractAddress, amount: String(tokenBalance) })
    pageKey = answer.pageKey
    if (!pageKey) return { tokens: [...tokens.values()], isCut: false }
    if (keys.has(pageKey)) throw providerError()
    keys.add(pageKey)
  }
  return { tokens: [...tokens.values()], isCut: true }
}
