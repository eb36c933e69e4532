import { definePlugin, LatchkeyError, type PluginDefinition } from '@latchkey/plugin-api'
import type { BackendApi, BackendClient, BackendOptions } from './types.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    backend: BackendApi
  }
}

const VERSION = '0.1.0'

/** The absolute address. While a page is rendered on a server, a path of the site has no origin yet. */
function toAbsolute(url: string): URL {
  const base = typeof location === 'undefined' ? 'http://localhost' : location.href
  const absolute = url && URL.canParse(url, base) ? new URL(url, base) : undefined
  if (absolute && /^https?:$/.test(absolute.protocol)) return absolute
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Option url of backend() is no address: ${url}. Give https://… or a path of this site.`,
    { context: { option: 'backend.url' } },
  )
}

/**
 * The site's own server for balances, NFTs, prices and history, `@latchkey/blockchain-api`. Features
 * find it by themselves. Nothing is asked before a feature, or the host, needs an answer.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * backend({ url: 'https://api.shop.example' })] })
 * @throws `kernel.invalid_option`
 */
export const backend = ({
  url,
  projectId,
}: BackendOptions): PluginDefinition<'backend', BackendApi> => {
  const { origin, href } = toAbsolute(url)
  return definePlugin({
    id: 'backend',
    version: VERSION,
    kernelApi: '>=0.1 <1',
    reaches: { origins: [origin], images: [origin] },
    setup(ctx) {
      const load = ctx.lazy('the client of the backend', async () =>
        (await import('./client.js')).createClient(ctx, href, {
          ...(projectId && { projectId }),
          st: 'latchkey',
          sv: VERSION,
        }),
      )
      const client: BackendClient = {
        getSupportedChains: async (options) => (await load()).getSupportedChains(options),
        getHistory: async (query) => (await load()).getHistory(query),
        getBalances: async (query) => (await load()).getBalances(query),
        getPortfolio: async (query) => (await load()).getPortfolio(query),
        getNfts: async (query) => (await load()).getNfts(query),
        getApprovals: async (query) => (await load()).getApprovals(query),
        getPrices: async (query) => (await load()).getPrices(query),
        getSwapQuotes: async (query) => (await load()).getSwapQuotes(query),
        getSwapTokens: async (query) => (await load()).getSwapTokens(query),
        getSwapAllowance: async (query) => (await load()).getSwapAllowance(query),
        getGasPrices: async (query) => (await load()).getGasPrices(query),
        buildSwapApproval: async (query) => (await load()).buildSwapApproval(query),
        buildSwap: async (query) => (await load()).buildSwap(query),
        getOnrampOptions: async (options) => (await load()).getOnrampOptions(options),
        getOnrampQuote: async (query) => (await load()).getOnrampQuote(query),
        getOnrampUrl: async (query) => (await load()).getOnrampUrl(query),
        getOnrampOrder: async (query) => (await load()).getOnrampOrder(query),
        getName: async (query) => (await load()).getName(query),
        getNamesOf: async (query) => (await load()).getNamesOf(query),
        getNameSuggestions: async (query) => (await load()).getNameSuggestions(query),
        getIdentity: async (query) => (await load()).getIdentity(query),
        registerName: async (body, options) => (await load()).registerName(body, options),
        changeName: async (...asked) => (await load()).changeName(...asked),
        releaseName: async (...asked) => (await load()).releaseName(...asked),
        refusalOf: async (error) => (await load()).refusalOf(error),
        reasonOf: async (error) => (await load()).reasonOf(error),
      }
      return { client, origin }
    },
  })
}
