import { type HttpOptions, type PluginContext, type Schema } from '@latchkey/plugin-api'
import { approvalsOf, chainsOf, historyOf, nftsOf, portfolioOf, pricesOf } from './answers.js'
import type { AccountQuery, BackendClient, HistoryEntry } from './types.js'

type Context = Pick<PluginContext, 'http' | 'alerts'>
type Query = HttpOptions<unknown>['query']

/** Settings of a call that are not parameters of the server. */
type Asked = Pick<HttpOptions<unknown>, 'signal' | 'cache'>
const settingsOf = ({ signal, cache }: Asked): Asked => ({
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

type Get = <T>(path: string, schema: Schema<T>, asked?: Asked, query?: Query) => Promise<T>

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
  const get = <T>(path: string, schema: Schema<T>, asked: Asked = {}, query: Query = {}) =>
    client.get(path, { schema, query, ...settingsOf(asked) }).catch(report)
  const getPortfolio = createGetPortfolio(get, baseUrl)
  return {
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
      const prices = await client
        .post('v1/fungible/price', {
          // The specification names the project in the body of this call too.
          body: {
            currency,
            addresses,
            ...(passport?.['projectId'] && { projectId: passport['projectId'] }),
          },
          schema: pricesOf(currency),
          ...(signal && { signal }),
        })
        .catch(report)
      return prices.filter(({ address }) => asked.has(address))
    },
  }
}
