import { LatchkeyError, type Caip2, type PluginContext } from '@latchkey/plugin-api'
import type { Signer, SignerResult } from '@polkadot/api/types'
import { idOf, NAMESPACE } from '../chain/chains.js'
import { SIGN_MESSAGE, SIGN_TRANSACTION } from '../chain/methods.js'

type FullSigner = Required<Pick<Signer, 'signPayload' | 'signRaw'>>
/** Sends a request to the wallet of a network. */
type Ask = (network: Caip2, method: string, params: unknown) => Promise<unknown>

/** The wallet's answer in the form of polkadot.js. @throws `wallet.bad_answer` without a signature */
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

/** A signer for polkadot.js that sends its requests by `ask`. */
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
    // Raw bytes that are signed without a wrapper may be a transaction.
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

/** The signer of the connected wallet, for the host. */
export const signerOf = (ctx: PluginContext): FullSigner =>
  toSigner(
    (network, method, params) =>
      ctx.connections.request({ network, method, params, origin: 'host' }),
    () => ctx.activeNetwork.current(NAMESPACE)?.id,
  )
