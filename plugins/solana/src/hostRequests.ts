import type { PluginContext } from '@latchkey/plugin-api'
import type { AnyTransaction, SendOptions, SignOptions } from './api.js'
import { SIGN_AND_SEND, SIGN_TRANSACTION } from './chain/methods.js'
import { contextInUse, sendTransaction, signTransactions } from './wallet/provider.js'
import { readHostTransaction } from './objects/hostObjects.js'

export { endpointOf } from './chain/endpoint.js'
export { request, signMessage } from './wallet/provider.js'

export async function signAll<T extends AnyTransaction>(
  ctx: PluginContext,
  transactions: readonly T[],
  options?: SignOptions,
): Promise<T[]> {
  const read = transactions.map((each) => readHostTransaction(SIGN_TRANSACTION, each))
  const signed = await signTransactions(
    ctx,
    contextInUse(ctx, options),
    read.map(({ bytes }) => bytes),
  )
  return signed.map((bytes, index) => read[index]!.answer(bytes))
}

export const signAndSend = async (
  ctx: PluginContext,
  transaction: AnyTransaction,
  options?: SendOptions,
  sign?: SignOptions,
): Promise<string> =>
  sendTransaction(
    ctx,
    contextInUse(ctx, sign),
    readHostTransaction(SIGN_AND_SEND, transaction).bytes,
    options,
  )
