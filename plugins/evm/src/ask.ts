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
export function ask(provider: Eip1193Provider, method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new LatchkeyError('kernel.aborted', `${method} was given up before the wallet answered.`, { cause: signal?.reason }))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const fail = (error: unknown): void => reject(toWalletError(error, method))
    const end = (): void => signal?.removeEventListener('abort', abort)
    try {
      Promise.resolve(provider.request({ method, ...(params !== undefined && { params }) })).then(resolve, fail).finally(end)
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
    return Array.isArray(list) && list.every((item): item is string => typeof item === 'string') ? list : undefined
  } catch {
    return undefined
  }
}

/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export async function accountsOf(provider: Eip1193Provider, method: 'eth_accounts' | 'eth_requestAccounts', signal?: AbortSignal): Promise<string[]> {
  const addresses = toAddresses(await ask(provider, method, undefined, signal))
  if (!addresses) throw new LatchkeyError('wallet.bad_answer', `The wallet answered ${method} with something else than a list of addresses.`, { context: { method } })
  return addresses
}

/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export async function chainOf(provider: Eip1193Provider, signal?: AbortSignal): Promise<number> {
  const id = toChainId(await ask(provider, 'eth_chainId', undefined, signal))
  if (id === undefined) throw new LatchkeyError('wallet.bad_answer', 'The wallet answered eth_chainId with something else than a chain id.', { context: { method: 'eth_chainId' } })
  return id
}
