import * as v from 'valibot'
import { createAskJson, providerError } from '../askJson.js'
import { type ChainConfig } from '../chains.js'
import { invalidOption } from '../errors.js'
import { ADDRESS } from '../swap/connector.js'
import {
  type AccountQuery,
  type BalanceItem,
  type Balances,
  type NftItem,
  type Page,
  type PageQuery,
  type SourceFactory,
} from './source.js'

export interface BlockscoutOptions {
  /** CAIP-2 id of its chain. */
  chain: string
  /** Of the instance: `https://eth.blockscout.com`. */
  url: string
  /** Goes with every request, as `apikey`. */
  apiKey?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

const DIGITS = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const RATE = v.optional(v.nullable(v.pipe(v.string(), v.decimal(), v.transform(Number))))
const NAME = v.pipe(
  v.optional(v.nullable(v.string()), ''),
  v.transform((text) => (text ?? '').slice(0, 128)),
)
/** Older instances call the address `address`. */
const tokenSchema = v.pipe(
  v.object({
    address_hash: v.optional(ADDRESS),
    address: v.optional(ADDRESS),
    name: NAME,
    symbol: NAME,
    decimals: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number)))),
    type: v.string(),
    exchange_rate: RATE,
    reputation: v.optional(v.nullable(v.string())),
  }),
  v.check(({ address_hash, address }) => (address_hash ?? address) !== undefined),
)
const addressSchema = v.object({
  hash: ADDRESS,
  coin_balance: v.nullable(DIGITS),
  exchange_rate: RATE,
})
const balancesSchema = v.array(v.object({ token: tokenSchema, value: DIGITS }))
const nftsSchema = v.object({
  items: v.array(
    v.object({ token: tokenSchema, id: DIGITS, value: v.optional(v.nullable(DIGITS)) }),
  ),
  next_page_params: v.nullable(v.record(v.string(), v.union([v.string(), v.number()]))),
})
type Token = v.InferOutput<typeof tokenSchema>

const STANDARDS: Readonly<Record<string, 'erc721' | 'erc1155'>> = {
  'ERC-721': 'erc721',
  'ERC-1155': 'erc1155',
}

/**
 * Balances and NFTs of a Blockscout, by its REST API v2. Its history is not read: transactions and
 * token transfers are two lists there.
 * @throws BlockchainApiError `blockchain-api.invalid_option` where the chain is not configured
 */
export const blockscout =
  (options: BlockscoutOptions): SourceFactory =>
  ({ chains }) => {
    const { chain } = options
    const config = chains.find(chain)
    if (!config) throw invalidOption(`Blockscout is set for ${chain}, which is not configured.`)
    const ask = createAsk(options)
    return [
      {
        id: `blockscout-${chain.replace(':', '-')}`,
        chains: [chain],
        balances: (query) => readBalances(ask, config, query),
        nfts: (query) => readNfts(ask, query),
      },
    ]
  }

/** Asks for something of an address. */
type Ask = <Answer>(
  path: string,
  query: Record<string, string>,
  schema: v.GenericSchema<unknown, Answer>,
  signal: AbortSignal,
) => Promise<Answer>

const createAsk = ({ url, apiKey, fetch }: BlockscoutOptions): Ask => {
  const askJson = createAskJson(fetch)
  return (path, query, schema, signal) => {
    const target = new URL(`api/v2/addresses/${path}`, url.replace(/\/?$/, '/'))
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    if (apiKey !== undefined) target.searchParams.set('apikey', apiKey)
    return askJson({ url: target, schema, signal })
  }
}

const readBalances = async (
  ask: Ask,
  { nativeCurrency }: ChainConfig,
  { account: { address }, signal }: AccountQuery,
): Promise<Balances> => {
  const [own, tokens] = await Promise.all([
    ask(address, {}, addressSchema, signal),
    ask(`${address}/token-balances`, {}, balancesSchema, signal),
  ])
  if (own.hash !== address) throw providerError()
  const native = {
    ...nativeCurrency,
    amount: own.coin_balance ?? '0',
    spam: false,
    ...priceOf(own.exchange_rate),
  }
  return { items: [native, ...tokens.flatMap(toBalance)] }
}

const toBalance = ({
  token,
  value,
}: v.InferOutput<typeof balancesSchema>[number]): BalanceItem[] => {
  const { name, symbol, decimals, type, exchange_rate } = token
  if (type !== 'ERC-20' || typeof decimals !== 'number') return []
  const address = addressOf(token)
  const spam = isSpam(token)
  return [{ address, name, symbol, decimals, amount: value, spam, ...priceOf(exchange_rate) }]
}

const readNfts = async (
  ask: Ask,
  { account, position, signal }: PageQuery,
): Promise<Page<NftItem>> => {
  const place = position === undefined ? {} : (JSON.parse(position) as Record<string, string>)
  const query = { type: 'ERC-721,ERC-1155', ...place }
  const answer = await ask(`${account.address}/nft`, query, nftsSchema, signal)
  const next = answer.next_page_params && JSON.stringify(mapText(answer.next_page_params))
  // A page that leads to itself would be read for ever.
  if (next === position) throw providerError()
  return { items: answer.items.flatMap(toNft), ...(next && { next }) }
}

const addressOf = ({ address_hash, address }: Token): string => address_hash ?? address ?? ''
const isSpam = ({ reputation }: Token): boolean => reputation === 'scam' || reputation === 'spam'
const priceOf = (rate: number | null | undefined) => (rate ? { price: rate } : {})
const mapText = (values: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

const toNft = ({
  token,
  id,
  value,
}: v.InferOutput<typeof nftsSchema>['items'][number]): NftItem[] => {
  const standard = STANDARDS[token.type]
  return standard
    ? [
        {
          token: addressOf(token),
          tokenId: id,
          standard,
          amount: value ?? '1',
          collection: token.name,
          spam: isSpam(token),
        },
      ]
    : []
}
