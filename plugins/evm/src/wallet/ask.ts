import { askWallet, badAnswer, readSafely } from '@latchkey/plugin-api/wallet'
import { toChainId } from '../chain/chainId.js'
import { toWalletError } from './errors.js'

/** A wallet's provider as EIP-1193 describes it. All that it says is untrusted and checked. */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/**
 * Asks a wallet. Settles once, no later than `signal`, and maps what the wallet throws.
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export const ask = (
  provider: Eip1193Provider,
  method: string,
  params?: unknown,
  signal?: AbortSignal,
): Promise<unknown> =>
  askWallet(
    method,
    () => provider.request({ method, ...(params !== undefined && { params }) }),
    signal,
    toWalletError,
  )

/** Reads a list of texts as plain data. `undefined` for anything else. */
export const toAddresses = (value: unknown): string[] | undefined =>
  readSafely(() => {
    const list: unknown = Array.isArray(value) ? Array.from(value) : undefined
    return Array.isArray(list) && list.every((item): item is string => typeof item === 'string')
      ? list
      : undefined
  })

/** Asks, and reads the answer. @throws `wallet.bad_answer`, and what {@link ask} throws */
async function askFor<T>(
  provider: Eip1193Provider,
  method: string,
  read: (answer: unknown) => T | undefined,
  expected: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  const value = read(await ask(provider, method, undefined, signal))
  if (value === undefined) throw badAnswer(method, expected)
  return value
}
/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export const askAccounts = (
  provider: Eip1193Provider,
  method: 'eth_accounts' | 'eth_requestAccounts',
  signal?: AbortSignal,
): Promise<string[]> => askFor(provider, method, toAddresses, 'a list of addresses', signal)
/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export const askChainId = (provider: Eip1193Provider, signal?: AbortSignal): Promise<number> =>
  askFor(provider, 'eth_chainId', toChainId, 'a chain id', signal)
