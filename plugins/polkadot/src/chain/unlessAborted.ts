import { LatchkeyError } from '@latchkey/plugin-api'

/**
 * Waits for a call, and no longer than until `signal` is aborted. The call is not made where the
 * signal is already aborted.
 * @param what names the call in the error
 * @throws `kernel.aborted`, and what the call throws
 */
export function unlessAborted<T>(
  what: string,
  start: () => PromiseLike<T> | T,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void =>
      reject(
        new LatchkeyError('kernel.aborted', `${what} was given up before it was answered.`, {
          cause: signal?.reason,
        }),
      )
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const end = (): void => signal?.removeEventListener('abort', abort)
    // `start` may throw in the call itself, and may return a plain value.
    void new Promise<T>((settle) => settle(start())).then(resolve, reject).finally(end)
  })
}
