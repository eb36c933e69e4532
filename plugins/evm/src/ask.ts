import { LatchkeyError } from '@latchkey/plugin-api'
import { toWalletError } from './errors.js'
import { toChainId } from './chainId.js'

/** A wallet's provider as EIP-1193 has it; everything it says is checked. */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Asks a wallet; settles once, and no later than `signal`. Whatever it throws is one of ours afterwards. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export function ask(
  provider: Eip1193Provider,
  method: string,
  params?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
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
      Promise.resolve(provider.request({ method, ...(params !== undefined && { params }) }))
        .then(resolve, fail)
        .finally(end)
    } catch (error) {
      end()
      fail(error)
    }
  })
}

/** A list of texts, as plain data. `undefined` for anything else. */
export const toAddresses = (value: unknown): string[] | undefined => {
  try {
    const list: unknown = Array.isArray(value) ? Array.from(value) : undefined
    return Array.isArray(list) && list.every((item): item is string => typeof item === 'string')
      ? list
      : undefined
  } catch {
    return undefined
  }
}

/** Asks, and reads the answer. @throws `wallet.bad_answer` where it cannot be read, and what {@link ask} throws */
async function askFor<T>(
  provider: Eip1193Provider,
  method: string,
  read: (answer: unknown) => T | undefined,
  what: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  const value = read(await ask(provider, method, undefined, signal))
  if (value === undefined)
    throw new LatchkeyError(
      'wallet.bad_answer',
      `The wallet answered ${method} with something else than ${what}.`,
      { context: { method } },
    )
  return value
}
/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export const accountsOf = (
  provider: Eip1193Provider,
  method: 'eth_accounts' | 'eth_requestAccounts',
  signal?: AbortSignal,
): Promise<string[]> => askFor(provider, method, toAddresses, 'a list of addresses', signal)
/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export const chainOf = (provider: Eip1193Provider, signal?: AbortSignal): Promise<number> =>
  askFor(provider, 'eth_chainId', toChainId, 'a chain id', signal)
