import { LatchkeyError, type Caip2, type PluginContext } from '@latchkey/plugin-api'
import type { Signer, SignerResult } from '@polkadot/api/types'
import { idOf, NAMESPACE } from './chains.js'
import { SIGN_MESSAGE, SIGN_TRANSACTION } from './methods.js'

type FullSigner = Required<Pick<Signer, 'signPayload' | 'signRaw'>>
type Ask = (network: Caip2, method: string, params: unknown) => Promise<unknown>

/** What a wallet answered, as polkadot.js takes it: passed through, but never without a signature. */
function readResult(answer: unknown, method: string): SignerResult {
  const { signature, id, signedTransaction } = (answer ?? {}) as Partial<SignerResult>
  if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature))
    throw new LatchkeyError(
      'wallet.bad_answer',
      `The wallet answered ${method} without a signature.`,
      { context: { method } },
    )
  return {
    id: typeof id === 'number' ? id : 0,
    signature,
    ...(signedTransaction !== undefined && { signedTransaction }),
  }
}

/** A signer as polkadot.js has it, over whoever answers the methods of this family. */
export const toSigner = (ask: Ask, current: () => Caip2 | undefined): FullSigner => ({
  async signPayload(payload) {
    return readResult(
      await ask(idOf(payload.genesisHash), SIGN_TRANSACTION, {
        address: payload.address,
        transactionPayload: payload,
      }),
      SIGN_TRANSACTION,
    )
  },
  async signRaw({ address, data, type }) {
    // What is signed unwrapped cannot be told from a transaction.
    if (type !== 'bytes')
      throw new LatchkeyError(
        'wallet.unsupported_method',
        `signRaw of type "${type}" is not allowed: use type "bytes", or signPayload for a transaction.`,
        { context: { method: SIGN_MESSAGE } },
      )
    const network = current()
    if (!network)
      throw new LatchkeyError(
        'kernel.account_or_network_missing',
        'CaipNetwork or CaipAddress is undefined',
      )
    return readResult(await ask(network, SIGN_MESSAGE, { address, message: data }), SIGN_MESSAGE)
  },
})

/** The signer of the wallet that is connected, for the host. */
export const signerOf = (ctx: PluginContext): FullSigner =>
  toSigner(
    (network, method, params) =>
      ctx.connections.request({ network, method, params, origin: 'host' }),
    () => ctx.activeNetwork.current(NAMESPACE)?.id,
  )
