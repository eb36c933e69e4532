import type { Switch, WalletBench } from '@latchkey/plugin-testkit'
import type { InjectedWallet } from '../src/wallet/injected.js'

/** Two addresses with a right checksum: see src/chain/address.ts. */
export const ALICE = 'sc1a1b2c3d452'
export const BOB = 'sc1b0b00001c7'
const CAROL = 'sc10000000107'

/** Id of the connector of this wallet. */
export const CONNECTOR_ID = 'sample-chain.wallet'
/** Switches that this wallet lacks: it has no network of its own, and its name is fixed. */
export const CANNOT: readonly Switch[] = ['move', 'introduce']

/** Under this key the wallet of the page remembers that the visitor allowed the site. */
const ALLOWED_KEY = 'sample-chain.fake-wallet-allowed'

/** A wallet with switches, for the tests and for the page. */
export class FakeWallet implements WalletBench, InjectedWallet {
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #isAllowed = false
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  #accounts: readonly unknown[] = [ALICE, BOB]
  #blurted: { error: unknown } | undefined
  readonly #late: (() => void)[] = []
  readonly #listeners = new Set<(accounts: unknown) => void>()

  /** @param storage remembers over a reload that the visitor allowed the site, if given */
  constructor(storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage
  }

  install(): () => void {
    this.#how = 'accept'
    this.#prompts = 0
    this.#isAllowed = this.#storage?.getItem(ALLOWED_KEY) === 'yes'
    this.#accounts = [ALICE, BOB]
    this.#blurted = undefined
    this.#listeners.clear()
    Object.assign(window, { sampleChain: this })
    return () => void Reflect.deleteProperty(window, 'sampleChain')
  }

  request({ method, params }: Parameters<InjectedWallet['request']>[0]): Promise<unknown> {
    if (this.#blurted) throw this.#blurted.error
    if (method === 'samplech_accounts')
      return Promise.resolve(this.#isAllowed ? this.#accounts : [])
    if (method === 'samplech_requestAccounts') return this.#askVisitor()
    if (method === 'samplech_getBalance') return Promise.resolve('1234500')
    if (method === 'samplech_sign') return this.#sign(params)
    return Promise.reject({ code: 4200, message: `No ${method} here.` })
  }

  #sign(params: unknown): Promise<unknown> {
    return this.#ask(() => `signed:${JSON.stringify(params)}`)
  }

  #askVisitor(): Promise<unknown> {
    return this.#ask(() => {
      this.#isAllowed = true
      this.#storage?.setItem(ALLOWED_KEY, 'yes')
      return this.#accounts
    })
  }

  #ask(agree: () => unknown): Promise<unknown> {
    this.#prompts++
    if (typeof this.#how === 'object') return Promise.reject(this.#how.reject)
    return this.#how === 'accept'
      ? Promise.resolve(agree())
      : new Promise((resolve) => this.#late.push(() => resolve(agree())))
  }

  on(_: 'accountsChanged', listener: (accounts: unknown) => void): void {
    this.#listeners.add(listener)
  }

  off(_: 'accountsChanged', listener: (accounts: unknown) => void): void {
    this.#listeners.delete(listener)
  }

  behave(how: Parameters<WalletBench['behave']>[0]): void {
    this.#how = how
  }

  prompts(): number {
    return this.#prompts
  }

  answerLate(): void {
    for (const answer of this.#late.splice(0)) answer()
  }

  listeners(): number {
    return this.#listeners.size
  }

  /**
   * Acts as a user who chooses another account or revokes all of them, or as a hostile wallet that
   * reports values that are not accounts, or 10,000 accounts.
   */
  show(which: 'other' | 'none' | 'hostile' | 'many'): void {
    this.#accounts = {
      other: [CAROL],
      none: [],
      hostile: [null, 7, {}, '<b>', ALICE.slice(1), ALICE, ALICE],
      many: Array.from({ length: 10_000 }, () => CAROL),
    }[which]
    for (const listener of [...this.#listeners]) listener(this.#accounts)
  }

  close(): void {
    this.show('none')
  }

  lock(): void {
    this.#isAllowed = false
  }

  blurt(error: unknown): void {
    this.#blurted = { error }
  }
}
