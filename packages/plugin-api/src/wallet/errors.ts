import { LatchkeyError } from '../errors.js'

/** JSON-RPC: invalid parameters. */
const INVALID_PARAMS = -32602

/**
 * The wallet's answer has another shape than the method's standard says. The answer is not used.
 * @param expected a noun phrase, as in "a list of addresses"
 * @example throw badAnswer('eth_accounts', 'a list of addresses')
 */
export const badAnswer = (method: string, expected: string): LatchkeyError<'wallet.bad_answer'> =>
  new LatchkeyError(
    'wallet.bad_answer',
    `The wallet answered ${method} with something other than ${expected}.`,
    { context: { method } },
  )

/**
 * The caller passed parameters that the method does not take. The wallet is not asked. The context
 * holds JSON-RPC's -32602 as `rpcCode`.
 * @param expected a noun phrase, as in "an address and a message"
 * @example throw badParams('solana_signMessage', 'a message in base58')
 */
export const badParams = (method: string, expected: string): LatchkeyError<'rpc.failed'> =>
  new LatchkeyError('rpc.failed', `Invalid parameters of ${method}: expected ${expected}.`, {
    context: { method, rpcCode: INVALID_PARAMS },
  })

/**
 * The wallet has no such method.
 * @param why a clause that says more, as in "use another wallet for this"
 * @example throw unsupportedMethod('signAmino', 'use another wallet for this')
 */
export const unsupportedMethod = (
  method: string,
  why?: string,
): LatchkeyError<'wallet.unsupported_method'> =>
  new LatchkeyError(
    'wallet.unsupported_method',
    `The wallet does not support ${method}${why === undefined ? '' : `: ${why}`}.`,
    { context: { method } },
  )

/**
 * The wallet's object is not in the page any more, for example because its extension was turned
 * off.
 * @example if (!provider) throw notInstalled(connector.id, connector.name)
 */
export const notInstalled = (
  connectorId: string,
  name: string,
): LatchkeyError<'wallet.not_installed'> =>
  new LatchkeyError('wallet.not_installed', `${name} is not in this page any more: reload it.`, {
    context: { connectorId },
  })
