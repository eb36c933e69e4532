import { LatchkeyError } from '@latchkey/plugin-api'

/** Waits for what somebody else does, and no longer than `signal`. @throws `kernel.aborted` */
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
    // What starts may throw at once, and what it answers may be no promise.
    void new Promise<T>((settle) => settle(start())).then(resolve, reject).finally(end)
  })
}
