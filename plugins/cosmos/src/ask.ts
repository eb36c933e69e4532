import { LatchkeyError } from '@latchkey/plugin-api'
import { read, toWalletError } from './errors.js'

/** What Keplr and all who follow it put into a page. Only what is used here; everything it says is checked. */
export interface KeplrLike {
  enable(chainIds: string | string[]): Promise<void>
  getKey(chainId: string): Promise<unknown>
  experimentalSuggestChain?(chainInfo: object): Promise<void>
  signDirect?(chainId: string, signer: string, signDoc: object): Promise<unknown>
  signAmino?(chainId: string, signer: string, signDoc: object): Promise<unknown>
  signArbitrary?(chainId: string, signer: string, data: string | Uint8Array): Promise<unknown>
  disable?(chainIds?: string | string[]): Promise<void>
}
type Method = keyof KeplrLike

/** Asks a wallet; settles once, and no later than `signal`. Whatever it throws is one of ours afterwards. @throws `wallet.*`, `rpc.failed`, `kernel.aborted` */
export function ask(
  provider: KeplrLike,
  method: Method,
  params: readonly unknown[],
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
    const call = read(() => provider[method]) as ((...params: unknown[]) => unknown) | undefined
    if (typeof call !== 'function')
      return reject(
        new LatchkeyError(
          'wallet.unsupported_method',
          `The wallet has no ${method}: use another wallet for this.`,
          { context: { method } },
        ),
      )
    signal?.addEventListener('abort', abort, { once: true })
    const end = (): void => signal?.removeEventListener('abort', abort)
    const fail = (error: unknown): void => reject(toWalletError(error, method))
    try {
      Promise.resolve(call.apply(provider, [...params]))
        .then(resolve, fail)
        .finally(end)
    } catch (error) {
      end()
      fail(error)
    }
  })
}

/** The wallet's key on one chain, as plain data. */
export interface Key {
  address: string
  algo: string
  publicKey: Uint8Array
  name?: string
  /** A Ledger's Cosmos app signs amino documents only. */
  isAminoOnly: boolean
}

/** @throws `wallet.bad_answer`, and what {@link ask} throws */
export async function keyOn(
  provider: KeplrLike,
  chainId: string,
  signal?: AbortSignal,
): Promise<Key> {
  const answer = await ask(provider, 'getKey', [chainId], signal)
  const key = read((): Key | undefined => {
    const { bech32Address, algo, pubKey, name, isNanoLedger, isKeystone } = answer as Record<
      string,
      unknown
    >
    const publicKey = Uint8Array.from(pubKey as Uint8Array)
    if (
      typeof bech32Address !== 'string' ||
      !bech32Address ||
      publicKey.length < 32 ||
      publicKey.length > 65
    )
      return undefined
    const label =
      typeof name === 'string'
        ? name
            .replace(/[\p{Cc}\p{Cf}]/gu, '')
            .trim()
            .slice(0, 64)
        : ''
    return {
      address: bech32Address,
      algo: typeof algo === 'string' ? algo : 'secp256k1',
      publicKey,
      isAminoOnly: isNanoLedger === true || isKeystone === true,
      ...(label && { name: label }),
    }
  })
  if (!key)
    throw new LatchkeyError(
      'wallet.bad_answer',
      `The wallet answered getKey(${chainId}) with something else than a key.`,
      { context: { method: 'getKey' } },
    )
  return key
}
