import { type Route, badInput, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, CHAIN_ID, CURSOR, historyAnswer, textOf } from '../schemas.js'
import {
  type HistoryItem,
  type HistoryTransfer,
  type StoredEntries,
  type TokenInfo,
} from '../sources/source.js'
import { fillEntry } from '../store/entryText.js'
import { type Gap } from '../store/store.js'
import { askPage } from './pages.js'
import { readPurchases } from './purchases.js'

type Chain = Account['chain']
type Entry = v.InferOutput<typeof historyAnswer>['data'][number]
type Transfer = Entry['transfers'][number]
type Fungible = NonNullable<Transfer['fungible_info']>

export const historyRoutes = (context: ApiContext): Route[] => {
  const join = createJoin(context)
  return [
    route({
      method: 'get',
      path: '/v1/account/:account/history',
      summary:
        'What an account did and got, newest first, 50 entries a page, one chain after another.',
      params: v.object({ account: ACCOUNT }),
      query: v.object({
        cursor: v.optional(CURSOR),
        onramp: v.optional(
          v.pipe(
            textOf(32),
            v.description('Only purchases that began here: coinbase, whoever the provider is.'),
          ),
        ),
        chainId: v.optional(CHAIN_ID),
      }),
      answer: historyAnswer,
      failures: [503],
      async handle({ params, query, context: { body } }) {
        const accounts = readAccounts(context.chains, 'account', params.account, query.chainId)
        const asked = accounts.filter(({ chain }) => context.pool.has('history', chain.id))
        if (query.onramp !== undefined) return readPurchases(context, accounts, query.cursor)
        if (asked.length === 0)
          throw badInput(
            'chainId',
            'No source here has the history of this chain. Ask for another one.',
          )
        const { answer, account, next } = await askPage(context, 'history', asked, query.cursor)
        const { items, stored } = answer
        if (!stored) return { data: items.map((item) => toEntry(context, item, account)), next }
        const { coinsSince } = answer
        const since = coinsSince === undefined ? undefined : new Date(coinsSince).toISOString()
        const rest = JSON.stringify({ next, coinsSince: since }).slice(1)
        const json = `{"data":[${join(stored, account.chain)}],${rest}`
        return body(json, 200, { 'content-type': 'application/json' })
      },
    }),
  ]
}

/** Joins ready texts to what a list of {@link toEntry} is written as. */
const createJoin = (context: ApiContext) => {
  /** The member of a token as JSON: a page has the same token often, and many pages have it. */
  const known = new WeakMap<TokenInfo, string>()
  const fungibleText = (info: TokenInfo | undefined, token: string, chain: Chain): string => {
    const found = info && known.get(info)
    if (found !== undefined) return found
    const text = JSON.stringify(fungibleOf(chain, token, info))
    if (info) known.set(info, text)
    return text
  }
  return ({ entries, infos }: StoredEntries, chain: Chain): string => {
    const coin = JSON.stringify(fungibleOf(chain))
    const fill = (gap: Gap): string => {
      const { standard, token, amount } = gap
      const info = token === undefined ? undefined : infos.get(token.toLowerCase())
      if (standard === 'erc721' || standard === 'erc1155')
        return JSON.stringify(nftOf(context, chain, { ...gap, standard, info })).slice(1, -1)
      const numeric = wholeUnits(chain, token, amount, info)
      const fungible = token === undefined ? coin : fungibleText(info, token, chain)
      return `"quantity":{"numeric":"${numeric}"},"fungible_info":${fungible}`
    }
    return entries.map((entry) => fillEntry(entry, fill)).join(',')
  }
}

const toEntry = (context: ApiContext, item: HistoryItem, { chain }: Account): Entry => ({
  id: `${chain.id}:${item.hash}`,
  // An undefined field is left out of the answer.
  metadata: {
    hash: item.hash,
    minedAt: new Date(item.at).toISOString(),
    chain: chain.id,
    operationType: item.operationType,
    status: item.status,
    sentFrom: item.sentFrom,
    sentTo: item.sentTo ?? '',
    nonce: item.nonce,
    fee: item.fee,
    reason: item.reason,
  },
  transfers: item.transfers.map((transfer) => toTransfer(context, transfer, chain)),
  more: item.more,
})

const toTransfer = (
  context: ApiContext,
  { direction, from, to, ...moved }: HistoryTransfer,
  chain: Chain,
): Transfer => {
  const { standard, token, amount, info } = moved
  if (token !== undefined && (standard === 'erc721' || standard === 'erc1155'))
    return { direction, from, to, ...nftOf(context, chain, { ...moved, standard, info }) }
  return {
    direction,
    from,
    to,
    quantity: { numeric: wholeUnits(chain, token, amount, info) },
    fungible_info: fungibleOf(chain, token, info),
  }
}

const nftOf = (
  { mediaIds }: ApiContext,
  { id: chain }: Chain,
  {
    standard,
    token = '',
    tokenId = '0',
    amount,
    info,
  }: Omit<Gap, 'standard'> & { standard: 'erc721' | 'erc1155'; info: TokenInfo | undefined },
) => ({
  quantity: { numeric: amount },
  nft_info: {
    name: info?.name ?? '',
    contract: `${chain}:${token}`,
    token_id: tokenId,
    standard,
    flags: { is_spam: info?.spam ?? false },
    content: {
      preview: { url: mediaPath(mediaIds.write({ chain, token, tokenId, standard })) },
    },
  },
})

/** Without a token: the native coin. */
const fungibleOf = ({ id, nativeCurrency }: Chain, token?: string, info?: TokenInfo): Fungible => {
  const {
    name = '',
    symbol = '',
    decimals = null,
  } = (token === undefined ? nativeCurrency : info) ?? {}
  return {
    name,
    symbol,
    decimals,
    flags: { is_spam: info?.spam ?? false },
    address: token === undefined ? undefined : `${id}:${token}`,
  }
}

const wholeUnits = (
  { nativeCurrency }: Chain,
  token: string | undefined,
  amount: string,
  info: TokenInfo | undefined,
): string =>
  formatUnits(BigInt(amount), (token === undefined ? nativeCurrency : info)?.decimals ?? 0)

export const mediaPath = (id: string): string => `/v1/nft-media/${id}`
