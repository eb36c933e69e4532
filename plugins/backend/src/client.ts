import { type HttpOptions, type PluginContext } from '@latchkey/plugin-api'
import { approvalsOf, chainsOf, historyOf, nftsOf, portfolioOf, pricesOf } from './answers.js'
import {
  type Asked,
  createOnrampCalls,
  createSwapCalls,
  type Get,
  type Post,
  reasonOf,
} from './marketCalls.js'
import { createNameCalls } from './namesCalls.js'
import type { AccountQuery, BackendClient, HistoryEntry } from './types.js'

type Context = Pick<PluginContext, 'http' | 'alerts'>
type Query = HttpOptions<unknown>['query']

const settingsOf = ({ signal, cache }: Asked): Pick<HttpOptions<unknown>, 'signal' | 'cache'> => ({
  ...(signal && { signal }),
  ...(cache && { cache }),
})

/** Addresses differ in case where they are hexadecimal, and only there. */
const isSameAddress = (a: string, b: string): boolean =>
  a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())

const isSameAccount = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Whether the account took part in the transaction. */
const isOf =
  (address: string) =>
  ({ metadata: { sentFrom, sentTo }, transfers }: HistoryEntry): boolean =>
    [sentFrom, sentTo, ...transfers.flatMap(({ from, to }) => [from, to])].some((each) =>
      isSameAddress(each, address),
    )

const pathOf = ({ address }: AccountQuery, list: string): string =>
  `v1/account/${encodeURIComponent(address)}/${list}`

const createGetPortfolio =
  (get: Get, baseUrl: string): BackendClient['getPortfolio'] =>
  async (query) => {
    const { chainId, currency = 'usd', forceUpdate } = query
    const schema = portfolioOf(baseUrl, currency)
    const asked = { currency, chainId, forceUpdate }
    const portfolio = await get(pathOf(query, 'balance'), schema, query, asked)
    return {
      ...portfolio,
      balances: portfolio.balances.filter((balance) => balance.chainId === chainId),
    }
  }

const createGetApprovals =
  (get: Get): BackendClient['getApprovals'] =>
  async (query) => {
    const { address, chainId, cursor, forceUpdate } = query
    const path = pathOf(query, 'approvals')
    const page = await get(path, approvalsOf, query, { cursor, forceUpdate, chainId })
    const account = `${chainId}:${address}`
    return { ...page, data: page.data.filter(({ owner }) => isSameAccount(owner, account)) }
  }

/** The calls of the server at `baseUrl`. `passport` goes with every call. */
export function createClient(
  { http, alerts }: Context,
  baseUrl: string,
  passport: Query,
): BackendClient {
  const client = http.client({ baseUrl, query: passport })
  /** Raises the alert that the catalogue has for a refusal. */
  const report = (error: unknown): never => {
    alerts.report(error)
    throw error
  }
  const get: Get = (path, schema, asked = {}, query = {}) =>
    client.get(path, { schema, query, ...settingsOf(asked) }).catch(report)
  // The specification names the project in the bodies too.
  const project = passport?.['projectId'] && { projectId: passport['projectId'] }
  const post: Post = (path, schema, { signal }, body) =>
    client
      .post(path, { body: { ...body, ...project }, schema, ...(signal && { signal }) })
      .catch(report)
  const getPortfolio = createGetPortfolio(get, baseUrl)
  return {
    ...createSwapCalls(get, post, baseUrl),
    ...createOnrampCalls(get, post),
    ...createNameCalls(get, client, baseUrl),
    reasonOf,
    getSupportedChains: (options) => get('v1/supported-chains', chainsOf, options),
    async getHistory(query) {
      const { address, chainId, cursor, onramp } = query
      const page = await get(pathOf(query, 'history'), historyOf(baseUrl), query, {
        cursor,
        onramp,
        chainId,
      })
      const isAsked = isOf(address)
      return {
        ...page,
        data: page.data.filter((entry) => entry.metadata.chain === chainId && isAsked(entry)),
      }
    },
    async getBalances(query) {
      const { balances, currency } = await getPortfolio(query)
      if (currency === (query.currency ?? 'usd').toLowerCase()) return balances
      return balances.map(({ price: _price, value: _value, ...balance }) => balance)
    },
    getPortfolio,
    async getNfts(query) {
      const { chainId, cursor } = query
      const page = await get(pathOf(query, 'nfts'), nftsOf(baseUrl), query, { cursor, chainId })
      return { ...page, data: page.data.filter((nft) => nft.chainId === chainId) }
    },
    getApprovals: createGetApprovals(get),
    async getPrices({ addresses, currency = 'usd', signal }) {
      const asked = new Set(addresses)
      const body = { currency, addresses }
      const prices = await post('v1/fungible/price', pricesOf(currency), { signal }, body)
      return prices.filter(({ address }) => asked.has(address))
    },
  }
}
