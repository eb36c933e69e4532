import type { WalletBench } from '@latchkey/plugin-testkit'
import type { InjectedWallet } from '../src/wallet.js'

/** The checksums are right: see src/address.ts. */
export const ALICE = 'sc1a1b2c3d452'
export const BOB = 'sc1b0b00001c7'

/** A wallet with switches: it does what it is told. The tests use it, and so does the page. */
export class FakeWallet implements WalletBench, InjectedWallet {
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #isAllowed = false
  readonly #late: (() => void)[] = []
  readonly #listeners = new Set<(accounts: unknown) => void>()

  install(): () => void {
    this.#how = 'accept'
    this.#prompts = 0
    this.#isAllowed = false
    Object.assign(window, { sampleChain: this })
    return () => void Reflect.deleteProperty(window, 'sampleChain')
  }

  async request({ method, params }: Parameters<InjectedWallet['request']>[0]): Promise<unknown> {
    if (method === 'samplech_accounts') return this.#isAllowed ? [ALICE, BOB] : []
    if (method === 'samplech_requestAccounts') return this.#askVisitor()
    if (method === 'samplech_getBalance') return '1234500'
    if (method === 'samplech_sign') return `signed:${JSON.stringify(params)}`
    throw { code: 4200, message: `No ${method} here.` }
  }

  #askVisitor(): Promise<unknown> {
    this.#prompts++
    const agree = (): readonly string[] => {
      this.#isAllowed = true
      return [ALICE, BOB]
    }
    if (typeof this.#how === 'object') return Promise.reject(this.#how.reject)
    return this.#how === 'accept' ? Promise.resolve(agree()) : new Promise((resolve) => this.#late.push(() => resolve(agree())))
  }

  on(_: 'accountsChanged', listener: (accounts: unknown) => void): void {
    this.#listeners.add(listener)
  }

  off(_: 'accountsChanged', listener: (accounts: unknown) => void): void {
    this.#listeners.delete(listener)
  }

  /** The visitor chose other accounts in the wallet. */
  change(accounts: unknown): void {
    for (const listener of this.#listeners) listener(accounts)
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
}
