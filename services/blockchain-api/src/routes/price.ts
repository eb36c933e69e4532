import { type Route, badInput, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { readAccounts, readChain } from '../accounts.js'
import { familyOf, isChainId } from '../chains.js'
import { type ApiContext } from '../context.js'
import { CURRENCY, priceAnswer, textOf } from '../schemas.js'
import { type PriceQuery, tokenKey } from '../sources/source.js'
import { findPoolPrices } from '../swap/poolPrices.js'

const MAX_ADDRESSES = 100
/** The address that many services write for the native coin. */
const NATIVE = /^0xe{40}$/i

export const priceRoutes = (context: ApiContext): Route[] => [
  route({
    method: 'post',
    path: '/v1/fungible/price',
    summary: 'Prices of up to 100 tokens, of a source or of a pool. What has none is left out.',
    body: v.object({
      currency: v.optional(CURRENCY, 'usd'),
      addresses: v.pipe(
        v.array(textOf(200), 'This must be a list of tokens.'),
        v.minLength(1, 'Name at least one token.'),
        v.maxLength(MAX_ADDRESSES, `Name at most ${MAX_ADDRESSES} tokens.`),
        v.description('CAIP-10 of tokens; of native coins CAIP-2, or CAIP-10 with 0xeee….'),
      ),
      projectId: v.optional(textOf(128)),
    }),
    answer: priceAnswer,
    async handle({ body, context: http }) {
      const tokens = body.addresses.map((text, at) => readToken(context, `addresses.${at}`, text))
      const { prices, currency, age } = await context.prices.find(body.currency, tokens)
      if (age > 0) http.header('x-latchkey-age', String(age))
      const isUnknown = ({ chain, address }: Token) => !prices.has(tokenKey(chain, address))
      const ofPools = await findPoolPrices(context, currency, tokens.filter(isUnknown))
      const names = await Promise.all(tokens.map((token) => nameOf(context, token)))
      return {
        fungibles: tokens.flatMap((token, at) => {
          const key = tokenKey(token.chain, token.address)
          const price = prices.get(key) ?? ofPools.get(key)
          if (price === undefined) return []
          return [
            {
              address: body.addresses[at] ?? '',
              name: names[at]?.name ?? '',
              symbol: names[at]?.symbol ?? '',
              price,
              ...(!prices.has(key) && { approximate: true as const }),
              iconUrl: context.images.pathOf(token.chain, token.address),
            },
          ]
        }),
        currency,
      }
    },
  }),
]

type Token = PriceQuery['tokens'][number]

const readToken = ({ chains }: ApiContext, field: string, text: string): Token => {
  if (isChainId(text)) return { chain: readChain(chains, field, text).id }
  const [namespace, reference, address, ...rest] = text.split(':')
  if (address === undefined || rest.length > 0)
    throw badInput(field, 'A token must be CAIP-10, for example eip155:1:0x….')
  if (NATIVE.test(address))
    return { chain: readChain(chains, field, `${namespace}:${reference}`).id }
  const [account] = readAccounts(chains, field, text)
  return { chain: account.chain.id, address: account.address }
}

const nameOf = async ({ chains, store }: ApiContext, { chain, address }: Token) => {
  const config = chains.find(chain)
  if (address === undefined) return config?.nativeCurrency
  const listed = config?.tokens?.find(
    (token) => token.address.toLowerCase() === address.toLowerCase(),
  )
  if (listed || familyOf(chain) !== 'eip155') return listed
  return (await store.tokens.find(chain, [address]))[0]
}
