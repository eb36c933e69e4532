import { LatchkeyError } from '../errors.js'
import type { ToWalletError } from './toWalletError.js'

/**
 * Asks a wallet and maps what it throws. Settles once: with the answer, with the mapped error, or
 * as soon as `signal` is aborted. The wallet may still finish then; its late answer is dropped.
 * A request whose signal is already aborted is never made, as the wallet would prompt for nothing.
 * @param method for error messages, as the chain spells it
 * @param run makes the request; it may throw in the call itself, and may return a plain value
 * @param toError from {@link createToWalletError}
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 * @example
 * const accounts = await askWallet(
 *   'eth_accounts',
 *   () => provider.request({ method: 'eth_accounts' }),
 *   signal,
 *   toWalletError,
 * )
 */
export function askWallet<T>(
  method: string,
  run: () => T,
  signal: AbortSignal | undefined,
  toError: ToWalletError,
): Promise<Awaited<T>> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void =>
      reject(
        new LatchkeyError('kernel.aborted', `${method} was given up before the wallet answered.`, {
          cause: signal?.reason,
        }),
      )
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    const fail = (error: unknown): void => reject(toError(error, method))
    const stopWaiting = (): void => signal?.removeEventListener('abort', giveUp)
    try {
      Promise.resolve(run()).then(resolve, fail).finally(stopWaiting)
    } catch (error) {
      stopWaiting()
      fail(error)
    }
  })
}
