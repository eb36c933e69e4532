import type { PluginContext } from '@latchkey/plugin-api'
import type { ApiPromise } from '@polkadot/api'
import type { Signer } from '@polkadot/api/types'
import { NAMESPACE } from './chain/chains.js'
import type { Clients } from './sdk/clients.js'

/** The API of this plugin for hosts: `kernel.plugins.polkadot`. */
export interface PolkadotApi {
  /**
   * Signs with the connected wallet. polkadot.js takes it as it is:
   * `tx.signAndSend(address, { signer })`.
   */
  readonly signer: Required<Pick<Signer, 'signPayload' | 'signRaw'>>
  /**
   * The polkadot.js API of a network by its CAIP-2 id, or of the network in use. There is one for
   * each network; it is shared and ends with the kernel. @throws `kernel.network_unknown`,
   * `polkadot.wrong_chain`, `rpc.failed`
   */
  getApi(network?: string): Promise<ApiPromise>
}

export function createApi(ctx: PluginContext, clients: () => Promise<Clients>): PolkadotApi {
  const door = ctx.lazy('Polkadot signer', () => import('./wallet/signer.js'))
  return {
    signer: {
      signPayload: async (payload) => (await door()).signerOf(ctx).signPayload(payload),
      signRaw: async (raw) => (await door()).signerOf(ctx).signRaw(raw),
    },
    getApi: async (network = ctx.activeNetwork.current(NAMESPACE)?.id) =>
      (await (await clients()).get(network ?? '')).api,
  }
}
