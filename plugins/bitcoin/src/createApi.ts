import type { PluginContext } from '@latchkey/plugin-api'
import type { BitcoinApi } from './api.js'
import type { BitcoinSource } from './chain/source.js'

export function createApi(ctx: PluginContext, source: () => Promise<BitcoinSource>): BitcoinApi {
  const load = ctx.lazy('Bitcoin provider', () => import('./wallet/provider.js'))
  const door = async (): Promise<BitcoinApi> => (await load()).createProvider(ctx, source)
  return {
    provider: { request: async (request) => (await door()).provider.request(request) },
    getAccountAddresses: async () => (await door()).getAccountAddresses(),
    signMessage: async (request) => (await door()).signMessage(request),
    signPsbt: async (request) => (await door()).signPsbt(request),
    sendTransfer: async (request) => (await door()).sendTransfer(request),
    getBalance: async (address) => (await door()).getBalance(address),
    getUtxos: async (address) => (await door()).getUtxos(address),
    switchAccount: async (target) => (await door()).switchAccount(target),
  }
}
