import {
  askWallet,
  badAnswer,
  OwnFailure,
  readName,
  readSafely,
  unsupportedMethod,
} from '@latchkey/plugin-api/wallet'
import { toWalletError } from './errors.js'

/**
 * The provider that Keplr and the wallets like it put into a page, as far as it is used here. It is
 * untrusted: all of its answers are checked.
 */
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

/**
 * Calls a method of the wallet.
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export const ask = (
  provider: KeplrLike,
  method: Method,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> =>
  askWallet(
    method,
    () => {
      const call: unknown = readSafely(() => provider[method])
      if (typeof call !== 'function')
        throw new OwnFailure(unsupportedMethod(method, 'use another wallet for this'))
      return Reflect.apply(call, provider, params) as unknown
    },
    signal,
    toWalletError,
  )

/** The wallet's key on one chain, as plain data. */
export interface Key {
  address: string
  /** `secp256k1`, or what the wallet calls it. */
  algo: string
  publicKey: Uint8Array
  name?: string
  /** Whether it signs only amino documents, as the Cosmos app of a Ledger does. */
  isAminoOnly: boolean
}

/** Reads the wallet's key on a chain. @throws `wallet.bad_answer`, and what {@link ask} throws */
export async function readKey(
  provider: KeplrLike,
  chainId: string,
  signal?: AbortSignal,
): Promise<Key> {
  const answer = await ask(provider, 'getKey', [chainId], signal)
  const key = readSafely((): Key | undefined => {
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
    const label = readName(name)
    return {
      address: bech32Address,
      algo: typeof algo === 'string' ? algo : 'secp256k1',
      publicKey,
      isAminoOnly: isNanoLedger === true || isKeystone === true,
      ...(label && { name: label }),
    }
  })
  if (!key) throw badAnswer('getKey', `a key on ${chainId}`)
  return key
}
