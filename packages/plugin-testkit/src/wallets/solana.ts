import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Dispose } from '@latchkey/plugin-api'
import { secretOf, utf8 } from './bytes.js'
import { Listeners, registerStandard, TestWallet } from './testWallet.js'

/** How pages find the wallet, and what it supports. */
export interface SolanaWalletOptions {
  /** Wallet Standard ids of its chains. */
  chains?: readonly string[]
  /** Sends a signed transaction. Returns its signature. Left out: nobody gets it. */
  send?(transaction: Uint8Array, chain: string): Uint8Array | Promise<Uint8Array>
}
interface SignInput {
  account: { address: string }
  transaction: Uint8Array
  message: Uint8Array
  chain: string
}

/** `SolanaSignInInput`: what a site asks a wallet to put into its message. */
interface SignInFields extends Partial<
  Record<
    | 'domain'
    | 'statement'
    | 'uri'
    | 'version'
    | 'chainId'
    | 'nonce'
    | 'issuedAt'
    | 'expirationTime'
    | 'notBefore'
    | 'requestId',
    string
  >
> {
  resources?: readonly string[]
}
/** The text that a wallet shows and signs (Sign In With Solana). */
function signInText(
  address: string,
  { domain = location.host, statement, resources, ...fields }: SignInFields,
): string {
  const labels = {
    uri: 'URI',
    version: 'Version',
    chainId: 'Chain ID',
    nonce: 'Nonce',
    issuedAt: 'Issued At',
    expirationTime: 'Expiration Time',
    notBefore: 'Not Before',
    requestId: 'Request ID',
  } as const
  const lines = Object.entries(labels).flatMap(([name, label]) =>
    fields[name as keyof typeof labels] === undefined
      ? []
      : [`${label}: ${fields[name as keyof typeof labels]}`],
  )
  const list = resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []
  return [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    ...(statement ? ['', statement] : []),
    ...(lines.length || list.length ? ['', ...lines, ...list] : []),
  ].join('\n')
}

const SIGNATURE = 64
/** A number of seven bits a byte, and where it ends. */
function compact(bytes: Uint8Array, at: number): { value: number; next: number } {
  let [value, shift, next] = [0, 0, at]
  for (;;) {
    const byte = bytes[next++]
    if (byte === undefined || shift > 14) throw new TypeError('not a transaction')
    value |= (byte & 127) << shift
    shift += 7
    if (byte < 128) return { value, next }
  }
}
/**
 * Puts this key's signature into a transaction, legacy or version 0.
 * @throws Error where the key is not one of its signers
 */
export function signSolanaTransaction(transaction: Uint8Array, secret: Uint8Array): Uint8Array {
  const { value: count, next: first } = compact(transaction, 0)
  const message = transaction.slice(first + count * SIGNATURE)
  const header = message[0]! & 128 ? 1 : 0
  const keys = compact(message, header + 3)
  const mine = ed25519.getPublicKey(secret)
  const index = Array.from({ length: message[header]! }, (_, at) =>
    message.slice(keys.next + at * 32, keys.next + at * 32 + 32),
  ).findIndex((key) => key.every((byte, at) => byte === mine[at]))
  if (index < 0) throw new Error('No signer of this transaction')
  const signed = Uint8Array.from(transaction)
  signed.set(ed25519.sign(message, secret), first + index * SIGNATURE)
  return signed
}

/** A wallet of the Wallet Standard that really signs. */
export class SolanaWallet extends TestWallet {
  readonly #options: SolanaWalletOptions
  readonly #listeners = new Listeners()
  #seed = 'one'
  #odd: readonly unknown[] | undefined

  constructor(options: SolanaWalletOptions = {}) {
    super()
    this.#options = options
  }
  get address(): string {
    return base58.encode(ed25519.getPublicKey(secretOf(this.#seed)))
  }
  listeners(): number {
    return this.#listeners.count()
  }
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    if (which === 'other') this.#seed = 'two'
    if (which === 'none') this.allowed = false
    const few =
      which === 'many'
        ? Array.from({ length: 20 }, (_, index) =>
            this.#account(ed25519.getPublicKey(secretOf(`${index}`))),
          )
        : []
    this.#odd =
      which === 'hostile'
        ? [null, 7, {}, { address: '<b>', publicKey: 'x' }, this.#account(), this.#account()]
        : which === 'many'
          ? Array.from({ length: 10_000 }, (_, index) => few[index % 20])
          : undefined
    this.#tell({ accounts: this.#accounts() })
  }
  close(): void {
    this.allowed = false
    this.#tell({ accounts: [] })
  }

  /** The wallet object that registers. */
  standard(): object {
    const accounts = (): readonly unknown[] => this.#accounts()
    return Object.freeze({
      version: '1.0.0',
      name: this.name,
      icon: this.icon,
      chains: this.#chains,
      features: this.#features,
      get accounts() {
        return accounts()
      },
    })
  }
  protected override reset(): void {
    this.#listeners.clear()
    this.#seed = 'one'
    this.#odd = undefined
  }
  protected put(): Dispose {
    return registerStandard(this.standard())
  }

  get #chains(): readonly string[] {
    return (
      this.#options.chains ?? [
        'solana:mainnet',
        'solana:testnet',
        'solana:devnet',
        'solana:localnet',
      ]
    )
  }
  #account(publicKey = ed25519.getPublicKey(secretOf(this.#seed))): object {
    return {
      address: base58.encode(publicKey),
      publicKey,
      chains: this.#chains,
      features: Object.keys(this.#features),
    }
  }
  #accounts(): readonly unknown[] {
    return this.allowed ? (this.#odd ?? [this.#account()]) : []
  }
  #tell(change: object): void {
    this.#listeners.tell('change', change)
  }
  #secret({ address }: { address: string }): Uint8Array {
    if (!this.allowed || address !== this.address) throw new Error('No such account')
    return secretOf(this.#seed)
  }

  readonly #features = {
    'standard:connect': {
      version: '1.0.0',
      connect: async (input?: { silent?: boolean }): Promise<object> =>
        input?.silent || this.allowed
          ? { accounts: this.#accounts() }
          : this.letIn('standard:connect', () => ({ accounts: this.#accounts() })),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async (): Promise<void> => void (this.allowed = false),
    },
    'standard:events': {
      version: '1.0.0',
      on: (_: string, listener: (change: never) => void): Dispose =>
        this.#listeners.add('change', listener),
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: async ({ account, message }: SignInput): Promise<object> =>
        this.ask('solana:signMessage', () => [
          { signedMessage: message, signature: ed25519.sign(message, this.#secret(account)) },
        ]),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: async (...inputs: readonly SignInput[]): Promise<object> =>
        this.ask('solana:signTransaction', () =>
          inputs.map(({ account, transaction }) => ({
            signedTransaction: signSolanaTransaction(transaction, this.#secret(account)),
          })),
        ),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async ({ account, transaction, chain }: SignInput): Promise<object> =>
        this.ask('solana:signAndSendTransaction', async () => {
          const signed = signSolanaTransaction(transaction, this.#secret(account))
          return [
            {
              signature: this.#options.send
                ? await this.#options.send(signed, chain)
                : signed.slice(1, 1 + SIGNATURE),
            },
          ]
        }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: async (input: SignInFields = {}): Promise<object> =>
        this.letIn('solana:signIn', () => {
          const signedMessage = utf8(signInText(this.address, input))
          return [
            {
              account: this.#account(),
              signedMessage,
              signature: ed25519.sign(signedMessage, secretOf(this.#seed)),
            },
          ]
        }),
    },
  }
}
