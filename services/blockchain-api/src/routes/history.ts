import { type Route, badInput, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, CHAIN_ID, CURSOR, historyAnswer, textOf } from '../schemas.js'
import { type HistoryItem, type HistoryTransfer } from '../sources/source.js'
import { readPage, scopeOf } from './pages.js'

type Entry = v.InferOutput<typeof historyAnswer>['data'][number]
type Transfer = Entry['transfers'][number]

export const historyRoutes = (context: ApiContext): Route[] => [
  route({
    method: 'get',
    path: '/v1/account/:account/history',
    summary:
      'What an account did and got, newest first, 50 entries a page, one chain after another.',
    params: v.object({ account: ACCOUNT }),
    query: v.object({
      cursor: v.optional(CURSOR),
      onramp: v.optional(
        v.pipe(textOf(32), v.description('Only purchases of that provider; none are known here.')),
      ),
      chainId: v.optional(CHAIN_ID),
    }),
    answer: historyAnswer,
    failures: [503],
    async handle({ params, query }) {
      const accounts = readAccounts(context.chains, 'account', params.account, query.chainId)
      const asked = accounts.filter(({ chain }) => context.pool.has('history', chain.id))
      if (query.onramp !== undefined) {
        if (query.cursor !== undefined)
          context.cursors.read(scopeOf('history', asked), query.cursor)
        return { data: [], next: null }
      }
      if (asked.length === 0)
        throw badInput(
          'chainId',
          'No source here has the history of this chain. Ask for another one.',
        )
      return readPage(context, 'history', asked, query.cursor, (item, account) =>
        toEntry(context, item, account),
      )
    },
  }),
]

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
  { mediaIds }: ApiContext,
  { direction, from, to, standard, token, tokenId = '0', amount, info }: HistoryTransfer,
  { id: chain, nativeCurrency }: Account['chain'],
): Transfer => {
  const flags = { is_spam: info?.spam ?? false }
  if (token !== undefined && (standard === 'erc721' || standard === 'erc1155'))
    return {
      direction,
      from,
      to,
      quantity: { numeric: amount },
      nft_info: {
        name: info?.name ?? '',
        contract: `${chain}:${token}`,
        token_id: tokenId,
        standard,
        flags,
        content: {
          preview: { url: mediaPath(mediaIds.write({ chain, token, tokenId, standard })) },
        },
      },
    }
  const {
    name = '',
    symbol = '',
    decimals = null,
  } = token === undefined ? nativeCurrency : (info ?? {})
  return {
    direction,
    from,
    to,
    quantity: { numeric: formatUnits(BigInt(amount), decimals ?? 0) },
    fungible_info: {
      name,
      symbol,
      decimals,
      flags,
      address: token === undefined ? undefined : `${chain}:${token}`,
    },
  }
}

export const mediaPath = (id: string): string => `/v1/nft-media/${id}`
