import { LatchkeyError, type ChainAdapter, type Namespace } from '@latchkey/plugin-api'
import type { SiwxSession } from '@latchkey/siwx'
import type { Context, SignRequest } from '../types.js'

/**
 * Asks the wallet for a signature over a message.
 * @throws `wallet.*`,
 * `kernel.connection_client_missing`
 */
export type AskWallet = (request: SignRequest, signal: AbortSignal) => Promise<SiwxSession>

export function createAskWallet(ctx: Context): AskWallet {
  const adapters = new Map<Namespace, () => Promise<ChainAdapter>>()
  const adapterOf = (namespace: Namespace): Promise<ChainAdapter> => {
    const load =
      adapters.get(namespace) ??
      ctx.lazy(`the adapter of ${namespace}`, async () => {
        const adapter = await ctx.adapters.find(namespace)?.value.load()
        if (!adapter?.sign)
          throw new LatchkeyError(
            'kernel.connection_client_missing',
            'ConnectionController client not set',
            { context: {} },
          )
        return adapter
      })
    adapters.set(namespace, load)
    return load()
  }
  return async ({ account, network, data, message }, signal) => {
    const { sign } = await adapterOf(network.namespace)
    const signature = await sign!({ account, network, message, signal })
    const { publicKey } = account
    return { data, message, signature, ...(publicKey && { publicKey }) }
  }
}
