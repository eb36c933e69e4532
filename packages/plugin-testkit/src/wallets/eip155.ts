import type { Dispose } from '@latchkey/plugin-api'
import { fromHex, secretOf, utf8 } from './bytes.js'
import {
  addressOf,
  signMessage,
  signTransaction,
  signTypedData,
  transactionHash,
  type Transaction,
  type TypedData,
} from './eip155Signing.js'
import { signInMessage } from './eip155SignIn.js'
import { Listeners, onWindow, TestWallet } from './testWallet.js'

/** How pages find the wallet, and what it supports. */
export interface Eip155WalletOptions {
  /** How pages find it: announced by EIP-6963 (default), or as `window.ethereum`. */
  kind?: 'announced' | 'injected'
  rdns?: string
  /** Ids of the chains that it knows; the first is in use. */
  chains?: readonly number[]
  /**
   * Whether it connects and signs in with one question (ERC-7846, `wallet_connect` with
   * `signInWithEthereum`): as the site asks, with a message by EIP-4361. It does not know the
   * method otherwise.
   */
  signsIn?: boolean
  /** Sends a signed transaction. Returns its hash. Left out: nobody gets it. */
  send?(raw: string, chain: number): string | Promise<string>
}
const failure = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code })
const toId = (chain: number): string => `0x${chain.toString(16)}`
type Params = readonly unknown[]
/** A member of a parameter that may be anything. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/**
 * An EIP-1193 wallet that really signs: messages (EIP-191), typed data (EIP-712), transactions
 * (EIP-1559).
 */
export class Eip155Wallet extends TestWallet {
  readonly #options: Eip155WalletOptions
  readonly #listeners = new Listeners()
  #seed = 'one'
  #shown: readonly unknown[] | undefined
  #chain: number

  constructor(options: Eip155WalletOptions = {}) {
    super()
    this.#options = options
    this.#chain = this.#chains[0]!
  }
  get #chains(): readonly number[] {
    return this.#options.chains ?? [1, 11_155_111]
  }
  /** The account in use. */
  get address(): string {
    return addressOf(secretOf(this.#seed))
  }
  listeners(): number {
    return this.#listeners.count()
  }
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    if (which === 'other') this.#seed = 'two'
    if (which === 'none') this.allowed = false
    const many = (): readonly string[] =>
      Array.from({ length: 10_000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    this.#shown =
      which === 'hostile'
        ? [null, 7, {}, '0x12', '<b>', this.address, this.address.toLowerCase()]
        : which === 'many'
          ? many()
          : undefined
    this.#listeners.tell('accountsChanged', this.#accounts())
  }
  move(where: 'other' | 'unknown'): void {
    this.#chain = where === 'other' ? (this.#chains[1] ?? 10) : 123_456
    this.#listeners.tell('chainChanged', toId(this.#chain))
  }
  close(): void {
    this.allowed = false
    this.#listeners.tell('disconnect', failure(4900, 'Disconnected'))
  }

  readonly provider = {
    request: async ({
      method,
      params = [],
    }: {
      method: string
      params?: Params
    }): Promise<unknown> => {
      const answer =
        method === 'wallet_connect' && !this.#options.signsIn ? undefined : this.#methods[method]
      if (!answer) throw failure(4200, 'The method does not exist')
      return answer(params)
    },
    on: (event: string, listener: (value: never) => void): void =>
      void this.#listeners.add(event, listener),
    removeListener: (event: string, listener: (value: never) => void): void =>
      this.#listeners.remove(event, listener),
  }

  protected override reset(): void {
    this.#listeners.clear()
    this.#seed = 'one'
    this.#shown = undefined
    this.#chain = this.#chains[0]!
  }
  protected put(): Dispose {
    if (this.#options.kind === 'injected') return onWindow({ ethereum: this.provider })
    const info = Object.freeze({
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: this.name,
      icon: this.icon,
      rdns: this.#options.rdns ?? 'test.bench',
    })
    const announce = (): void =>
      void window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: Object.freeze({ info, provider: this.provider }),
        }),
      )
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
    return () => window.removeEventListener('eip6963:requestProvider', announce)
  }

  #accounts(): readonly unknown[] {
    return this.allowed ? (this.#shown ?? [this.address]) : []
  }
  #demandAllowed(address: unknown): Uint8Array {
    if (
      !this.allowed ||
      typeof address !== 'string' ||
      address.toLowerCase() !== this.address.toLowerCase()
    )
      throw failure(4100, 'The account has not been authorized')
    return secretOf(this.#seed)
  }
  /** Asks the user, and signs. */
  #sign(what: string, address: unknown, sign: (secret: Uint8Array) => unknown): Promise<unknown> {
    const secret = this.#demandAllowed(address)
    return this.ask(what, () => sign(secret))
  }
  async #submit(transaction: Transaction, secret: Uint8Array): Promise<string> {
    const raw = signTransaction(
      { gas: '0x5208', maxFeePerGas: '0x77359400', ...transaction, chainId: toId(this.#chain) },
      secret,
    )
    return this.#options.send ? this.#options.send(raw, this.#chain) : transactionHash(raw)
  }
  #move(id: unknown): null {
    const chain = Number(id)
    if (!this.#chains.includes(chain)) throw failure(4902, 'Unrecognized chain ID')
    this.#chain = chain
    this.#listeners.tell('chainChanged', toId(chain))
    return null
  }

  /** Connects, and signs in where the site asks for it. */
  #connect(asked: unknown): object {
    const chainIds = member(asked, 'chainIds')
    const wanted = Array.isArray(chainIds) ? chainIds.map(Number) : this.#chains
    if (!wanted.some((chain) => this.#chains.includes(chain)))
      throw failure(5710, 'Unsupported chain')
    const signInWithEthereum = member(member(asked, 'capabilities'), 'signInWithEthereum')
    const sign = (): object => {
      const message = signInMessage(this.address, {
        chainId: toId(this.#chain),
        ...(signInWithEthereum as object),
      })
      return { message, signature: signMessage(utf8(message), secretOf(this.#seed)) }
    }
    const capabilities = signInWithEthereum === undefined ? {} : { signInWithEthereum: sign() }
    return {
      accounts: this.#accounts().map((address) => ({
        address,
        capabilities: address === this.address ? capabilities : {},
      })),
      chainIds: this.#chains.map(toId),
    }
  }

  readonly #methods: Readonly<Record<string, (params: Params) => unknown>> = {
    eth_chainId: () => toId(this.#chain),
    eth_accounts: () => this.#accounts(),
    eth_requestAccounts: () => this.letIn('eth_requestAccounts', () => this.#accounts()),
    wallet_connect: ([asked]) => this.letIn('wallet_connect', () => this.#connect(asked)),
    wallet_revokePermissions: () => {
      this.allowed = false
      return null
    },
    wallet_switchEthereumChain: ([to]) =>
      this.ask('wallet_switchEthereumChain', () => this.#move(member(to, 'chainId'))),
    personal_sign: ([data, address]) =>
      this.#sign('personal_sign', address, (secret) =>
        signMessage(
          /^0x([0-9a-f]{2})*$/i.test(String(data)) ? fromHex(data) : utf8(String(data)),
          secret,
        ),
      ),
    eth_signTypedData_v4: ([address, data]) =>
      this.#sign('eth_signTypedData_v4', address, (secret) =>
        signTypedData(JSON.parse(String(data)) as TypedData, secret),
      ),
    eth_sendTransaction: ([transaction]) =>
      this.#sign('eth_sendTransaction', member(transaction, 'from'), (secret) =>
        this.#submit(transaction as Transaction, secret),
      ),
    eth_signTransaction: ([transaction]) =>
      this.#sign('eth_signTransaction', member(transaction, 'from'), (secret) =>
        signTransaction({ ...(transaction as Transaction), chainId: toId(this.#chain) }, secret),
      ),
  }
}
