import { isLatchkeyError, LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'
import { createToWalletError } from '@latchkey/plugin-api/wallet'

/** Reads the codes of EIP-1193 and a plain "no", however deep libraries wrap them. Give it `codes` and `words` of your own wallets where they have any. */
const toForeignError = createToWalletError()

/** Whatever a wallet throws, as one of ours, with the original as its cause. */
export function toWalletError(error: unknown, otherwise: ErrorCode): LatchkeyError {
  if (isLatchkeyError(error, 'kernel.aborted')) return error
  const typed = toForeignError(error, 'the request')
  return typed.code === 'rpc.failed'
    ? new LatchkeyError(otherwise, `The wallet failed. It said: ${typed.details}`, {
        details: typed.details ?? '',
        cause: error,
      })
    : typed
}

/** Asks a wallet, and waits for as long as somebody wants the answer. A call that was given up before is never made: the wallet would open for nobody. @throws `kernel.aborted` */
export const untilAborted = <T>(
  ask: () => T | Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void =>
      reject(new LatchkeyError('kernel.aborted', 'Nobody waits for the wallet any more.'))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    // A wallet may throw in the very call, and answer with something else than a promise.
    void new Promise<T>((settle) => settle(ask()))
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', onAbort))
  })
