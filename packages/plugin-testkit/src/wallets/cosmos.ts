import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import type { Dispose } from '@latchkey/plugin-api'
import { join, secretOf, utf8 } from './bytes.js'
import { refusal, TestWallet } from './testWallet.js'

/** How pages find the wallet, and what it supports. */
export interface CosmosWalletOptions {
  /** Bech32 prefixes by chain id of the chains that it knows. */
  chains?: Readonly<Record<string, string>>
  /** Path of members from the window to its provider; `['keplr']` by default. */
  path?: readonly string[]
  /** Window event by which it reports that its keys changed. */
  event?: string
}
interface DirectDoc {
  bodyBytes: Uint8Array
  authInfoBytes: Uint8Array
  chainId: string
  accountNumber: bigint | number | { toString(): string }
}
interface Signed {
  pub_key: { type: 'tendermint/PubKeySecp256k1'; value: string }
  signature: string
}

const varint = (value: bigint): number[] =>
  value > 127n ? [Number(value & 127n) | 128, ...varint(value >> 7n)] : [Number(value)]
const bytesField = (number: number, bytes: Uint8Array): Uint8Array =>
  bytes.length
    ? join([(number << 3) | 2, ...varint(BigInt(bytes.length))], bytes)
    : new Uint8Array()

/** The bytes that are signed in direct mode: `SignDoc` of cosmos.tx.v1beta1. */
export function directBytes({
  bodyBytes,
  authInfoBytes,
  chainId,
  accountNumber,
}: DirectDoc): Uint8Array {
  const account = BigInt(accountNumber.toString())
  return join(
    bytesField(1, bodyBytes),
    bytesField(2, authInfoBytes),
    bytesField(3, utf8(chainId)),
    account ? join([4 << 3], varint(account)) : new Uint8Array(),
  )
}
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
/** The bytes that are signed in amino mode: JSON with sorted keys and escaped `&`, `<` and `>`. */
export const aminoBytes = (doc: object): Uint8Array =>
  utf8(
    JSON.stringify(sorted(doc)).replace(
      /[&<>]/g,
      (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
    ),
  )

/** A wallet of Keplr's kind that really signs: direct, amino, ADR-36. */
export class CosmosWallet extends TestWallet {
  readonly #options: CosmosWalletOptions
  readonly #chains: Map<string, string>
  readonly #allowed = new Set<string>()
  #seed = 'one'
  #listeners = 0
  #odd: 'none' | 'hostile' | undefined

  constructor(options: CosmosWalletOptions = {}) {
    super()
    this.#options = options
    this.#chains = new Map(
      Object.entries(options.chains ?? { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' }),
    )
  }

  publicKey(): Uint8Array {
    return secp256k1.getPublicKey(secretOf(this.#seed), true)
  }
  address(chain: string): string {
    return bech32.encode(
      this.#chains.get(chain) ?? 'cosmos',
      bech32.toWords(ripemd160(sha256(this.publicKey()))),
    )
  }
  listeners(): number {
    return this.#listeners
  }
  /** These wallets show one account: of many, the last. */
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    if (which === 'other' || which === 'many') this.#seed = 'two'
    this.#odd = which === 'none' || which === 'hostile' ? which : undefined
    if (which === 'none') this.#allowed.clear()
    window.dispatchEvent(new Event(this.#event))
  }
  close(): void {
    this.show('none')
  }
  override lock(): void {
    super.lock()
    this.#allowed.clear()
  }
  get #event(): string {
    return this.#options.event ?? `${this.#options.path?.[0] ?? 'keplr'}_keystorechange`
  }

  readonly provider = {
    enable: async (ids: string | readonly string[]): Promise<void> => {
      const chains = [ids].flat() as string[]
      for (const id of chains)
        if (!this.#chains.has(id)) throw new Error(`There is no chain info for ${id}`)
      if (chains.every((id) => this.#allowed.has(id))) return
      await this.letIn('enable', () => chains.forEach((id) => this.#allowed.add(id)))
    },
    experimentalSuggestChain: (info: {
      chainId: string
      bech32Config: { bech32PrefixAccAddr: string }
    }): Promise<void> =>
      this.ask(
        'experimentalSuggestChain',
        () => void this.#chains.set(info.chainId, info.bech32Config.bech32PrefixAccAddr),
      ),
    getKey: async (chain: string): Promise<unknown> => {
      if (!this.#allowed.has(chain)) throw new Error(`${location.origin} is not permitted`)
      if (this.#odd === 'hostile')
        return { name: {}, algo: 7, pubKey: 'none', bech32Address: '<b>', address: null }
      return {
        name: 'My wallet',
        algo: 'secp256k1',
        pubKey: this.publicKey(),
        address: ripemd160(sha256(this.publicKey())),
        bech32Address: this.address(chain),
        isNanoLedger: false,
        isKeystone: false,
      }
    },
    signDirect: (chain: string, signer: string, doc: DirectDoc): Promise<unknown> =>
      this.#sign('signDirect', chain, signer, () => ({
        signed: doc,
        signature: this.#signature(directBytes(doc)),
      })),
    signAmino: (chain: string, signer: string, doc: object): Promise<unknown> =>
      this.#sign('signAmino', chain, signer, () => ({
        signed: doc,
        signature: this.#signature(aminoBytes(doc)),
      })),
    signArbitrary: (chain: string, signer: string, data: string | Uint8Array): Promise<unknown> =>
      this.#sign('signArbitrary', chain, signer, () =>
        this.#signature(
          aminoBytes({
            chain_id: '',
            account_number: '0',
            sequence: '0',
            fee: { gas: '0', amount: [] },
            memo: '',
            msgs: [
              {
                type: 'sign/MsgSignData',
                value: {
                  signer,
                  data: base64.encode(typeof data === 'string' ? utf8(data) : data),
                },
              },
            ],
          }),
        ),
      ),
    disable: async (ids: string | readonly string[]): Promise<void> =>
      [ids].flat().forEach((id) => this.#allowed.delete(id as string)),
  }

  protected override reset(): void {
    this.#allowed.clear()
    this.#seed = 'one'
    this.#odd = undefined
    this.#listeners = 0
  }
  protected put(): Dispose {
    const path = this.#options.path ?? ['keplr']
    let place = window as unknown as Record<string, unknown>
    for (const name of path.slice(0, -1)) place = (place[name] ??= {}) as Record<string, unknown>
    place[path.at(-1)!] = this.provider
    const stop = this.#watch()
    return () => {
      stop()
      Reflect.deleteProperty(window, path[0]!)
    }
  }
  /** Counts the listeners of the window: sites listen there for events of such a wallet. */
  #watch(): Dispose {
    const { addEventListener, removeEventListener } = window
    const known = new Map<string, Set<unknown>>()
    const count = (): void =>
      void (this.#listeners = [...known.values()].reduce((sum, { size }) => sum + size, 0))
    const watched = (type: string): boolean => type.endsWith('keystorechange')
    window.addEventListener = (type: string, listener: unknown, ...rest: unknown[]): void => {
      if (watched(type)) known.set(type, (known.get(type) ?? new Set()).add(listener))
      count()
      Reflect.apply(addEventListener, window, [type, listener, ...rest])
    }
    window.removeEventListener = (type: string, listener: unknown, ...rest: unknown[]): void => {
      known.get(type)?.delete(listener)
      count()
      Reflect.apply(removeEventListener, window, [type, listener, ...rest])
    }
    return () => void Object.assign(window, { addEventListener, removeEventListener })
  }

  async #sign(what: string, chain: string, signer: string, sign: () => unknown): Promise<unknown> {
    if (!this.#allowed.has(chain) || signer !== this.address(chain))
      throw refusal('Signer mismatched')
    return this.ask(what, sign)
  }
  #signature(bytes: Uint8Array): Signed {
    const signature = secp256k1.sign(sha256(bytes), secretOf(this.#seed), { prehash: false })
    return {
      pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(this.publicKey()) },
      signature: base64.encode(signature),
    }
  }
}
