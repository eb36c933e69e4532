import { LatchkeyError } from '@latchkey/plugin-api'
import { toWalletError } from './errors.js'

/** Asks a wallet; settles once, and no later than `signal`. Whatever it throws is one of ours afterwards. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export function ask(method: string, call: () => unknown, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = (): void =>
      reject(
        new LatchkeyError('kernel.aborted', `${method} was given up before the wallet answered.`, {
          cause: signal?.reason,
        }),
      )
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const fail = (error: unknown): void => reject(toWalletError(error, method))
    const end = (): void => signal?.removeEventListener('abort', abort)
    try {
      Promise.resolve(call()).then(resolve, fail).finally(end)
    } catch (error) {
      end()
      fail(error)
    }
  })
}

/** Takes a listener from a wallet, whatever that does. */
export function quietly(call: () => unknown): void {
  try {
    call()
  } catch {
    // Its own affair.
  }
}
