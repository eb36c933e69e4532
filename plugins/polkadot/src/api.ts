import type { PluginContext } from '@latchkey/plugin-api'
import type { ApiPromise } from '@polkadot/api'
import type { Signer } from '@polkadot/api/types'
import { NAMESPACE } from './chains.js'
import type { Clients } from './sdk/clients.js'

export interface PolkadotApi {
  /** Signs with the wallet that is connected; polkadot.js takes it as it is: `tx.signAndSend(address, { signer })`. */
  readonly signer: Required<Pick<Signer, 'signPayload' | 'signRaw'>>
  /** polkadot.js API of a network by CAIP-2 id, of the one in use where none is named. One a network, shared; it ends with the kernel. @throws `kernel.network_unknown`, `polkadot.wrong_chain`, `rpc.failed` */
  getApi(network?: string): Promise<ApiPromise>
}

export function createApi(ctx: PluginContext, clients: () => Promise<Clients>): PolkadotApi {
  const door = ctx.lazy('Polkadot signer', () => import('./signer.js'))
  return {
    signer: {
      signPayload: async (payload) => (await door()).signerOf(ctx).signPayload(payload),
      signRaw: async (raw) => (await door()).signerOf(ctx).signRaw(raw),
    },
    getApi: async (network = ctx.activeNetwork.current(NAMESPACE)?.id) =>
      (await (await clients()).get(network ?? '')).api,
  }
}
