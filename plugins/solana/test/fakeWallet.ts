import { Keypair, VersionedTransaction, type Transaction } from '@solana/web3.js'
import { createPrivateKey, sign as signBytes } from 'node:crypto'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Signs with OpenSSL. */
export const signWith = ({ secretKey }: Keypair, message: Uint8Array): Uint8Array =>
  new Uint8Array(
    signBytes(
      null,
      message,
      createPrivateKey({
        key: Buffer.concat([PKCS8, secretKey.slice(0, 32)]),
        format: 'der',
        type: 'pkcs8',
      }),
    ),
  )

export type Behaviour = 'accept' | 'silence' | { reject: unknown }
type Feature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn'
export interface FakeOptions {
  name?: string
  chains?: readonly string[]
  without?: readonly Feature[]
  /** Hands a signed transaction to a node. */
  send?(transaction: Uint8Array, chain: string): Promise<Uint8Array>
}

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const all: readonly string[] = [
  'solana:mainnet',
  'solana:testnet',
  'solana:devnet',
  'solana:localnet',
]

/** Common to both interfaces: keys that really sign, and a user who does what the test says. */
export class FakeKeys {
  keypairs: readonly Keypair[] = [Keypair.generate()]
  how: Behaviour = 'accept'
  asked: string[] = []
  #waiting: (() => void)[] = []

  /** Asks the user. */
  ask<T>(what: string, agree: () => T): Promise<Awaited<T>> {
    this.asked.push(what)
    const { how } = this
    // A thrown value may be a promise.
    if (typeof how === 'object') return new Promise((_, reject) => reject(how.reject))
    return how === 'accept'
      ? Promise.resolve(agree())
      : new Promise((resolve) => this.#waiting.push(() => resolve(agree() as Awaited<T>)))
  }
  answerLate(): void {
    for (const answer of this.#waiting.splice(0)) answer()
  }
  keypair(address: string): Keypair {
    const found = this.keypairs.find(({ publicKey }) => publicKey.toBase58() === address)
    if (!found) throw new Error('No such account')
    return found
  }
  sign(transaction: Uint8Array, signer: Keypair): Uint8Array {
    const versioned = VersionedTransaction.deserialize(transaction)
    versioned.addSignature(signer.publicKey, signWith(signer, versioned.message.serialize()))
    return versioned.serialize()
  }
}

interface SignInput {
  account: { address: string }
  transaction: Uint8Array
  message: Uint8Array
  chain: string
}

/** A wallet of the Wallet Standard. */
export class FakeWallet extends FakeKeys {
  allowed = false
  readonly listeners = new Set<(change: object) => void>()
  readonly signed: Uint8Array[] = []
  readonly inputs: object[] = []
  readonly name: string
  readonly standard: Readonly<Record<string, unknown>>

  constructor(private readonly options: FakeOptions = {}) {
    super()
    this.name = options.name ?? 'Fake'
    const features = Object.fromEntries(
      Object.entries(this.#features()).filter(
        ([name]) => !options.without?.includes(name as Feature),
      ),
    )
    const accounts = () => this.accounts(Object.keys(features))
    this.standard = Object.freeze({
      version: '1.0.0',
      name: this.name,
      icon,
      chains: options.chains ?? all,
      features,
      get accounts() {
        return accounts()
      },
    })
  }

  accounts(features = Object.keys(this.standard['features'] as object)): readonly object[] {
    const chains = this.options.chains ?? all
    return this.allowed
      ? this.keypairs.map(({ publicKey }) => ({
          address: publicKey.toBase58(),
          publicKey: publicKey.toBytes(),
          chains,
          features,
        }))
      : []
  }
  /** Registers as wallets do, whether the page or the wallet was there first. */
  install(): () => void {
    const register = (page: { register(wallet: object): unknown }): void =>
      void page.register(this.standard)
    const ready = (event: Event): void =>
      register((event as CustomEvent<{ register(wallet: object): unknown }>).detail)
    window.addEventListener('wallet-standard:app-ready', ready)
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    return () => window.removeEventListener('wallet-standard:app-ready', ready)
  }
  use(keypairs: readonly Keypair[]): void {
    this.keypairs = keypairs
    for (const listener of [...this.listeners]) listener({ accounts: this.accounts() })
  }

  #features(): Record<Feature, Readonly<Record<string, unknown>>> {
    const allow = <T>(then: () => T): T => {
      this.allowed = true
      return then()
    }
    const sign = ({ account, transaction }: SignInput): Uint8Array => {
      const signed = this.sign(transaction, this.keypair(account.address))
      this.signed.push(signed)
      return signed
    }
    return {
      'standard:connect': {
        connect: async (input?: { silent?: boolean }) =>
          input?.silent || this.allowed
            ? { accounts: this.accounts() }
            : this.ask('connect', () => allow(() => ({ accounts: this.accounts() }))),
      },
      'standard:disconnect': { disconnect: async () => void this.asked.push('disconnect') },
      'standard:events': {
        on: (_: string, listener: () => void) => (
          this.listeners.add(listener),
          () => this.listeners.delete(listener)
        ),
      },
      'solana:signMessage': {
        signMessage: ({ account, message }: SignInput) =>
          this.ask('signMessage', () => [
            { signedMessage: message, signature: signWith(this.keypair(account.address), message) },
          ]),
      },
      'solana:signTransaction': {
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: SignInput[]) =>
          this.ask(
            'signTransaction',
            () => (
              this.inputs.push(...inputs),
              inputs.map((input) => ({ signedTransaction: sign(input) }))
            ),
          ),
      },
      'solana:signAndSendTransaction': {
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: (input: SignInput) =>
          this.ask(
            'signAndSendTransaction',
            async () => (
              this.inputs.push(input),
              [{ signature: await this.options.send!(sign(input), input.chain) }]
            ),
          ),
      },
      'solana:signIn': {
        signIn: (input: { domain: string; nonce?: string }) =>
          this.ask('signIn', () =>
            allow(() => {
              this.inputs.push(input)
              const [keypair] = this.keypairs
              const signedMessage = new TextEncoder().encode(
                `${input.domain} wants you to sign in with your Solana account:\n` +
                  `${keypair!.publicKey.toBase58()}\n\nNonce: ${input.nonce}`,
              )
              return [
                {
                  account: this.accounts()[0],
                  signedMessage,
                  signature: signWith(keypair!, signedMessage),
                },
              ]
            }),
          ),
      },
    }
  }
}

/** `window.solana`. It exposes one account and has no name. */
export class FakeLegacy extends FakeKeys {
  allowed = false
  readonly listeners = new Map<string, Set<(value: unknown) => void>>()
  readonly provider = this.#make()
  #odd: unknown
  #blurted: { error: unknown } | undefined

  count(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0)
  }
  install(): () => void {
    Object.assign(window, { solana: this.provider })
    return () => void Reflect.deleteProperty(window, 'solana')
  }
  /**
   * Its user chooses another account, or takes the page's one back. It may also expose a malformed
   * key, or 10,000 accounts one after the other.
   */
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    if (which === 'none') this.allowed = false
    this.#odd = which === 'hostile' ? { toString: () => '<b>' } : undefined
    const few = Array.from({ length: which === 'many' ? 20 : 1 }, () => Keypair.generate())
    for (let turn = 0; turn < (which === 'many' ? 10_000 : 1); turn++) {
      if (which !== 'none') this.keypairs = [few[turn % few.length]!]
      this.#tell('accountChanged', this.provider.publicKey)
    }
  }
  close(): void {
    this.allowed = false
    this.#tell('disconnect', undefined)
  }
  lock(): void {
    this.allowed = false
  }
  blurt(error: unknown): void {
    this.#blurted = { error }
  }
  #tell(event: string, value: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(value)
  }
  #connect(options?: { onlyIfTrusted: boolean }): Promise<unknown> {
    if (this.#blurted) throw this.#blurted.error
    if (this.allowed) return Promise.resolve({})
    return options?.onlyIfTrusted
      ? Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
      : this.ask('connect', () => (this.allowed = true))
  }
  #make() {
    const publicKey = () => (this.allowed ? (this.#odd ?? this.keypairs[0]!.publicKey) : null)
    const signed = <T extends Transaction | VersionedTransaction>(transaction: T): T => {
      const [keypair] = this.keypairs
      if ('version' in transaction) transaction.sign([keypair!])
      else transaction.partialSign(keypair!)
      return transaction
    }
    return {
      get publicKey() {
        return publicKey()
      },
      connect: (options?: { onlyIfTrusted: boolean }) => this.#connect(options),
      disconnect: async () => void this.asked.push('disconnect'),
      signMessage: (message: Uint8Array) =>
        this.ask('signMessage', () => ({
          signature: signWith(this.keypairs[0]!, message),
          publicKey: publicKey(),
        })),
      signTransaction: (transaction: Transaction) =>
        this.ask('signTransaction', () => signed(transaction)),
      signAllTransactions: (transactions: Transaction[]) =>
        this.ask('signAllTransactions', () => transactions.map(signed)),
      on: (event: string, listener: (value: unknown) => void) =>
        void this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener)),
      off: (event: string, listener: (value: unknown) => void) =>
        void this.listeners.get(event)?.delete(listener),
    }
  }
}
