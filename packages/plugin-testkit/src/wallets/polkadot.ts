import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { getPublicKey, secretFromSeed, sign as signSr25519 } from '@scure/sr25519'
import type { Dispose } from '@latchkey/plugin-api'
import { fromHex, join, secretOf, toHex, utf8 } from './bytes.js'
import { Listeners, onWindow, TestWallet } from './testWallet.js'

/** How pages find the wallet, and what it supports. */
export interface PolkadotWalletOptions {
  /** Its key in `injectedWeb3`. */
  key?: string
  type?: 'sr25519' | 'ed25519'
  /** Prefix of the addresses that it shows; 42 by default. */
  prefix?: number
}
/** A payload as dapps hand it to a signer: numbers and bytes as hexadecimal texts. */
export interface SignerPayload {
  address: string
  method: string
  era: string
  nonce: string
  tip: string
  specVersion: string
  transactionVersion: string
  genesisHash: string
  blockHash: string
  signedExtensions: readonly string[]
  mode?: number
  metadataHash?: string | null
  assetId?: string | null
}

/** The text of a public key: SS58 with a prefix below 64. */
export function ss58(publicKey: Uint8Array, prefix = 42): string {
  const body = join([prefix], publicKey)
  return base58.encode(join(body, blake2b(join(utf8('SS58PRE'), body), { dkLen: 64 }).slice(0, 2)))
}

const little = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(at * 8)) & 255n))
/** SCALE: a number that takes as many bytes as it needs. */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return little(value << 2n, 1)
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return join([((length - 4) << 2) | 3], little(value, length))
}
const option = (text: string | null | undefined): Uint8Array =>
  text ? join([1], fromHex(text)) : Uint8Array.of(0)

/** By extension: the part in the transaction, and the part that is signed besides. */
const EXTENSIONS: Readonly<
  Record<string, (payload: SignerPayload) => readonly [extra: Uint8Array, additional: Uint8Array]>
> = {
  CheckSpecVersion: ({ specVersion }) => [new Uint8Array(), little(BigInt(specVersion), 4)],
  CheckTxVersion: ({ transactionVersion }) => [
    new Uint8Array(),
    little(BigInt(transactionVersion), 4),
  ],
  CheckGenesis: ({ genesisHash }) => [new Uint8Array(), fromHex(genesisHash)],
  CheckMortality: ({ era, blockHash }) => [fromHex(era), fromHex(blockHash)],
  CheckEra: ({ era, blockHash }) => [fromHex(era), fromHex(blockHash)],
  CheckNonce: ({ nonce }) => [compact(BigInt(nonce)), new Uint8Array()],
  ChargeTransactionPayment: ({ tip }) => [compact(BigInt(tip)), new Uint8Array()],
  ChargeAssetTxPayment: ({ tip, assetId }) => [
    join(compact(BigInt(tip)), option(assetId)),
    new Uint8Array(),
  ],
  CheckMetadataHash: ({ mode = 0, metadataHash }) => [Uint8Array.of(mode), option(metadataHash)],
}
/**
 * The bytes that are signed of a payload of version 4, or the hash of a long one. Unknown
 * extensions count as empty.
 */
export function payloadBytes(payload: SignerPayload): Uint8Array {
  const parts = payload.signedExtensions.flatMap((name) =>
    EXTENSIONS[name] ? [EXTENSIONS[name](payload)] : [],
  )
  const bytes = join(
    fromHex(payload.method),
    ...parts.map(([extra]) => extra),
    ...parts.map(([, additional]) => additional),
  )
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}

/** An extension of `injectedWeb3` that really signs, with sr25519 or ed25519 keys. */
export class PolkadotWallet extends TestWallet {
  readonly #options: PolkadotWalletOptions
  readonly #listeners = new Listeners()
  #seed = 'one'
  #odd: readonly unknown[] | undefined
  #signed = 0

  constructor(options: PolkadotWalletOptions = {}) {
    super()
    this.#options = options
  }
  get publicKey(): Uint8Array {
    return this.#publicKey(this.#seed)
  }
  get address(): string {
    return ss58(this.publicKey, this.#options.prefix)
  }
  listeners(): number {
    return this.#listeners.count()
  }
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    if (which === 'other') this.#seed = 'two'
    const one = this.#account(this.#seed)
    const few =
      which === 'many' ? Array.from({ length: 20 }, (_, index) => this.#account(`${index}`)) : []
    this.#odd = {
      other: undefined,
      none: [],
      hostile: [null, 7, {}, { address: '<b>' }, one, one],
      many: Array.from({ length: 10_000 }, (_, index) => few[index % 20]),
    }[which]
    this.#listeners.tell('accounts', this.#accounts())
  }
  close(): void {
    this.show('none')
  }

  protected override reset(): void {
    this.#listeners.clear()
    this.#seed = 'one'
    this.#odd = undefined
  }
  protected put(): Dispose {
    const page = window as { injectedWeb3?: Record<string, unknown> }
    return onWindow({
      injectedWeb3: {
        ...page.injectedWeb3,
        [this.#options.key ?? 'bench']: {
          version: '1',
          enable: (origin: string) => this.#enable(origin),
        },
      },
    })
  }

  async #enable(_: string): Promise<object> {
    const injected = (): object => ({
      accounts: {
        get: async () => this.#accounts(),
        subscribe: (listener: (accounts: readonly unknown[]) => void) => {
          const stop = this.#listeners.add('accounts', listener)
          listener(this.#accounts())
          return stop
        },
      },
      signer: {
        signRaw: async ({ address, data }: { address: string; data: string }) => {
          this.#demand(address)
          return this.ask('signRaw', () => this.#sign(wrapped(fromHex(data)), false))
        },
        signPayload: async (payload: SignerPayload) => {
          this.#demand(payload.address)
          return this.ask('signPayload', () => this.#sign(payloadBytes(payload), true))
        },
      },
    })
    return this.allowed ? injected() : this.letIn('enable', injected)
  }
  #publicKey(seed: string): Uint8Array {
    return this.#options.type === 'ed25519'
      ? ed25519.getPublicKey(secretOf(seed))
      : getPublicKey(secretFromSeed(secretOf(seed)))
  }
  #account(seed: string): object {
    return {
      address: ss58(this.#publicKey(seed), this.#options.prefix),
      name: seed,
      type: this.#options.type ?? 'sr25519',
    }
  }
  #accounts(): readonly unknown[] {
    return this.allowed ? (this.#odd ?? [this.#account(this.#seed)]) : []
  }
  #demand(address: string): void {
    if (!this.allowed || address !== this.address) throw new Error('Unable to find the account')
  }
  /** Signatures of payloads have the type of the key before them. */
  #sign(bytes: Uint8Array, isTyped: boolean): object {
    const isEd25519 = this.#options.type === 'ed25519'
    const signature = isEd25519
      ? ed25519.sign(bytes, secretOf(this.#seed))
      : signSr25519(secretFromSeed(secretOf(this.#seed)), bytes)
    return {
      id: ++this.#signed,
      signature: toHex(isTyped ? join([isEd25519 ? 0 : 1], signature) : signature),
    }
  }
}
const wrapped = (bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder().decode(bytes)
  return text.startsWith('<Bytes>') && text.endsWith('</Bytes>')
    ? bytes
    : join(utf8('<Bytes>'), bytes, utf8('</Bytes>'))
}
