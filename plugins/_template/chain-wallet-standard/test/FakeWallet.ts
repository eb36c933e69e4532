import type { Switch, WalletBench } from '@latchkey/plugin-testkit'

/** Two addresses with a right checksum: see src/chain/address.ts. */
export const ALICE = 'sc1a1b2c3d452'
export const BOB = 'sc1b0b00001c7'
const CAROL = 'sc10000000107'

const NAME = 'Sample Chain Wallet'
/** A coin. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" fill="#0b6e4f"/>' +
    '<circle cx="16" cy="16" r="9" fill="#f4d35e"/></svg>',
)}`
/** Id of the connector of this wallet. */
export const CONNECTOR_ID = `samplech:${NAME}`
/** Switches that this wallet lacks: it has no network of its own. */
export const CANNOT: readonly Switch[] = ['move']

type Listener = (change: object) => void
interface Register {
  register(wallet: object): unknown
}

/** Under this key the wallet of the page remembers that the visitor allowed the site. */
const ALLOWED_KEY = 'sample-chain.fake-wallet-allowed'

/** A wallet with switches, for the tests and for the page. */
export class FakeWallet implements WalletBench {
  name = NAME
  icon = ICON
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #isAllowed = false
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  #addresses: readonly unknown[] = [ALICE, BOB]
  #blurted: { error: unknown } | undefined
  readonly #late: (() => void)[] = []
  readonly #listeners = new Set<Listener>()

  /** @param storage remembers over a reload that the visitor allowed the site, if given */
  constructor(storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage
  }

  install(): () => void {
    this.#how = 'accept'
    this.#prompts = 0
    this.#isAllowed = this.#storage?.getItem(ALLOWED_KEY) === 'yes'
    this.#addresses = [ALICE, BOB]
    this.#blurted = undefined
    this.#listeners.clear()
    const wallet = this.#standard()
    const register = (page: Register): unknown => page.register(wallet)
    const onReady = (event: Event): unknown => register((event as CustomEvent<Register>).detail)
    window.addEventListener('wallet-standard:app-ready', onReady)
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    return () => window.removeEventListener('wallet-standard:app-ready', onReady)
  }

  /** The wallet in the form of the Wallet Standard. */
  #standard(): object {
    const accounts = (): readonly unknown[] => this.#accounts()
    return {
      version: '1.0.0',
      name: this.name,
      icon: this.icon,
      chains: ['samplech:main', 'samplech:test'],
      get accounts() {
        return accounts()
      },
      features: {
        'standard:connect': { connect: (input?: { silent?: boolean }) => this.#connect(input) },
        'standard:events': {
          on: (_: 'change', listener: Listener) => {
            this.#listeners.add(listener)
            return () => this.#listeners.delete(listener)
          },
        },
        'samplech:getBalance': { getBalance: () => Promise.resolve('1234500') },
        'samplech:signMessage': {
          signMessage: (input: { account: { address: string }; message: string }) =>
            this.#ask(() => `signed:${JSON.stringify([input.account.address, input.message])}`),
        },
      },
    }
  }

  #accounts(): readonly unknown[] {
    if (!this.#isAllowed) return []
    return this.#addresses.map((address) =>
      typeof address === 'string' ? { address, chains: ['samplech:main'], features: [] } : address,
    )
  }

  #connect(input?: { silent?: boolean }): Promise<object> {
    if (this.#blurted) throw this.#blurted.error
    if (input?.silent || this.#isAllowed) return Promise.resolve({ accounts: this.#accounts() })
    return this.#ask(() => {
      this.#isAllowed = true
      this.#storage?.setItem(ALLOWED_KEY, 'yes')
      return { accounts: this.#accounts() }
    })
  }

  #ask<T>(agree: () => T): Promise<T> {
    if (this.#blurted) throw this.#blurted.error
    this.#prompts++
    if (typeof this.#how === 'object') return Promise.reject(this.#how.reject)
    return this.#how === 'accept'
      ? Promise.resolve(agree())
      : new Promise((resolve) => this.#late.push(() => resolve(agree())))
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
    this.#addresses = {
      other: [CAROL],
      none: [],
      hostile: [null, 7, {}, '<b>', ALICE.slice(1), ALICE, ALICE],
      many: Array.from({ length: 10_000 }, () => CAROL),
    }[which]
    for (const listener of [...this.#listeners]) listener({ accounts: this.#accounts() })
  }

  close(): void {
    this.show('none')
  }

  lock(): void {
    this.#isAllowed = false
  }

  introduce(name: string, icon: string): void {
    this.name = name
    this.icon = icon
  }

  blurt(error: unknown): void {
    this.#blurted = { error }
  }
}
