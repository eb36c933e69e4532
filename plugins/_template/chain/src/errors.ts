import { isLatchkeyError, LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

const CODES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  4001: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  4100: ['wallet.unauthorized', 'The wallet has not authorised this account or method: connect again.'],
  4200: ['wallet.unsupported_method', 'The wallet does not support this method.'],
  [-32002]: ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
}

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
function read(error: unknown, name: 'code' | 'message'): unknown {
  try {
    return (error as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

/** Whatever a wallet throws, as one of ours, with the original as its cause. */
export function toWalletError(error: unknown, otherwise: ErrorCode): LatchkeyError {
  if (isLatchkeyError(error, 'kernel.aborted')) return error
  const [code, message] = [read(error, 'code'), read(error, 'message')]
  const [ours, words] = (typeof code === 'number' ? CODES[code] : undefined) ?? [otherwise, 'The wallet failed.']
  const said = typeof message === 'string' ? message.slice(0, 200) : 'no message'
  return new LatchkeyError(ours, `${words} It said: ${said}`, { details: said, cause: error })
}

/** Asks a wallet, and waits for as long as somebody wants the answer. A call that was given up before is never made: the wallet would open for nobody. @throws `kernel.aborted` */
export const untilAborted = <T>(ask: () => T | Promise<T>, signal: AbortSignal | undefined): Promise<T> => new Promise((resolve, reject) => {
  const onAbort = (): void => reject(new LatchkeyError('kernel.aborted', 'Nobody waits for the wallet any more.'))
  if (signal?.aborted) return onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  // A wallet may throw in the very call, and answer with something else than a promise.
  void new Promise<T>((settle) => settle(ask())).then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
})
