import {
  encodeSecp256k1Signature,
  pubkeyToAddress,
  serializeSignDoc,
  encodeSecp256k1Pubkey,
  type StdSignDoc,
} from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'

export interface FakeWalletOptions {
  /** Bech32 prefix by the chain ids that it knows from the start. */
  chains: Readonly<Record<string, string>>
  /** Where in the window it stands. */
  path?: readonly string[]
  isNanoLedger?: boolean
}
interface SignDoc {
  bodyBytes: Uint8Array
  authInfoBytes: Uint8Array
  chainId: string
  accountNumber: bigint
}
type How = 'accept' | 'silence' | { reject: unknown }

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/**
 * A wallet of Keplr's kind that really signs, with switches. Its keys are other ones on chains of
 * another prefix where it is told so.
 */
export class FakeWallet {
  readonly calls: { method: string; params: unknown[] }[] = []
  readonly known: Map<string, string>
  readonly allowed = new Set<string>()
  how: How = 'accept'
  prompts = 0
  seed = 'one'
  /** Chains on which it has another key. */
  readonly otherKeys = new Set<string>()
  readonly #waiting: (() => void)[] = []
  readonly #options: FakeWalletOptions

  constructor(options: FakeWalletOptions) {
    this.#options = options
    this.known = new Map(Object.entries(options.chains))
  }

  readonly provider = {
    enable: async (chainIds: string | string[]): Promise<void> => {
      this.#note('enable', [chainIds])
      const ids = [chainIds].flat()
      for (const id of ids)
        if (!this.known.has(id)) throw new Error(`There is no chain info for ${id}`)
      if (ids.every((id) => this.allowed.has(id))) return
      await this.ask()
      for (const id of ids) this.allowed.add(id)
    },
    experimentalSuggestChain: async (info: {
      chainId: string
      bech32Config: { bech32PrefixAccAddr: string }
    }): Promise<void> => {
      this.#note('experimentalSuggestChain', [info])
      await this.ask()
      this.known.set(info.chainId, info.bech32Config.bech32PrefixAccAddr)
    },
    getKey: async (chainId: string): Promise<unknown> => {
      this.#note('getKey', [chainId])
      if (!this.allowed.has(chainId)) throw new Error(`${location.origin} is not permitted`)
      const pubKey = this.publicKey(chainId)
      return {
        name: 'My wallet',
        algo: 'secp256k1',
        pubKey,
        address: new Uint8Array(20),
        bech32Address: this.address(chainId),
        isNanoLedger: this.#options.isNanoLedger ?? false,
        isKeystone: false,
      }
    },
    signDirect: async (chainId: string, signer: string, doc: SignDoc): Promise<unknown> => {
      this.#note('signDirect', [chainId, signer, doc])
      await this.ask()
      return { signed: doc, signature: this.#sign(chainId, makeSignBytes(doc)) }
    },
    signAmino: async (chainId: string, signer: string, doc: StdSignDoc): Promise<unknown> => {
      this.#note('signAmino', [chainId, signer, doc])
      await this.ask()
      return { signed: doc, signature: this.#sign(chainId, serializeSignDoc(doc)) }
    },
    signArbitrary: async (
      chainId: string,
      signer: string,
      data: string | Uint8Array,
    ): Promise<unknown> => {
      this.#note('signArbitrary', [chainId, signer, data])
      await this.ask()
      const bytes = typeof data === 'string' ? text(data) : data
      const doc: StdSignDoc = {
        chain_id: '',
        account_number: '0',
        sequence: '0',
        fee: { gas: '0', amount: [] },
        memo: '',
        msgs: [
          {
            type: 'sign/MsgSignData',
            value: { signer, data: Buffer.from(bytes).toString('base64') },
          },
        ],
      }
      return this.#sign(chainId, serializeSignDoc(doc))
    },
    disable: async (chainIds: string[]): Promise<void> => {
      this.#note('disable', [chainIds])
      for (const id of chainIds) this.allowed.delete(id)
    },
  }

  publicKey(chainId: string): Uint8Array {
    return secp256k1.getPublicKey(this.#key(chainId), true)
  }

  address(chainId: string): string {
    return pubkeyToAddress(
      encodeSecp256k1Pubkey(this.publicKey(chainId)),
      this.known.get(chainId) ?? 'cosmos',
    )
  }

  install(): () => void {
    const path = this.#options.path ?? ['keplr']
    let place = window as unknown as Record<string, unknown>
    for (const name of path.slice(0, -1)) place = (place[name] ??= {}) as Record<string, unknown>
    place[path.at(-1)!] = this.provider
    return () => void Reflect.deleteProperty(window, path[0]!)
  }

  /** The visitor changes to another key store. */
  changeKeys(seed: string, event = 'keplr_keystorechange'): void {
    this.seed = seed
    window.dispatchEvent(new Event(event))
  }

  ask(): Promise<void> {
    this.prompts++
    const { how } = this
    if (typeof how === 'object') return Promise.reject(how.reject)
    return how === 'accept'
      ? Promise.resolve()
      : new Promise((resolve) => this.#waiting.push(resolve))
  }

  answerLate(): void {
    for (const answer of this.#waiting.splice(0)) answer()
  }

  #note(method: string, params: unknown[]): void {
    this.calls.push({ method, params })
  }

  #key(chainId: string): Uint8Array {
    return sha256(text(`${this.seed}${this.otherKeys.has(chainId) ? chainId : ''}`))
  }

  #sign(chainId: string, bytes: Uint8Array): unknown {
    const signature = secp256k1.sign(sha256(bytes), this.#key(chainId), { lowS: true })
    return encodeSecp256k1Signature(this.publicKey(chainId), signature.toCompactRawBytes())
  }
}
