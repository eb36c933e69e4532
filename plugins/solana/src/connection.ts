import {
  LatchkeyError,
  type Account,
  type Connection,
  type ConnectionChange,
  type Dispose,
  type Network,
  type Scopes,
  type SignInRequest,
  type WireRequest,
} from '@latchkey/plugin-api'
import { ask } from './ask.js'
import { look } from './errors.js'
import { NAMESPACE, type SolanaNetwork } from './networks.js'
import { fulfil, SIGN_IN, toInput } from './signIn.js'
import type { Wallet, WalletAccount } from './wallet.js'
import { answer } from './wire.js'

/** ms for what is only asked to make sure. */
const PATIENCE = 3_000

export interface ConnectionOptions {
  id: string
  wallet: Wallet
  /** The host's, with their names in the Wallet Standard. */
  networks: readonly SolanaNetwork[]
  network(id: string): Network | undefined
  /** The connections of this plugin that somebody listens to. */
  live: Set<{ readonly identity: object }>
  /** Aborted when the plugin ends. */
  end: AbortSignal
}
export interface Opening {
  silent: boolean
  signIn?: SignInRequest | undefined
  /** Where the sign-in is said to happen. */
  network?: Network | undefined
  signal?: AbortSignal | undefined
}

/**
 * Opens the live link to a wallet. Listens before it asks: what the wallet says while it is asked is not lost.
 * @returns `undefined` when it exposes no account for the host's networks
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export async function openConnection(
  options: ConnectionOptions,
  opening: Opening,
): Promise<Connection | undefined> {
  const connection = new WalletConnection(options)
  try {
    if (await connection.open(opening)) return connection
  } catch (error) {
    connection.end()
    throw error
  }
  connection.end()
  return undefined
}

class WalletConnection implements Connection {
  readonly id: string
  readonly connectorId: string
  readonly identity: object
  readonly #options: ConnectionOptions
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  readonly #unhook: Dispose
  #accounts: readonly WalletAccount[] = []
  #isOpen = false
  #isOver = false
  #isReleased = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.id = options.id
    this.connectorId = options.id
    this.identity = options.wallet.identity
    // One that cannot take a listener back may still call it.
    this.#unhook = options.wallet.onChange(
      () => void (this.#isOpen && !this.#isOver && this.#look()),
    )
    options.end.addEventListener('abort', this.end, { once: true })
  }

  async open({ silent, signIn, network, signal }: Opening): Promise<boolean> {
    const { wallet, networks } = this.#options
    const chain = networks.find(({ id }) => id === network?.id)?.chain
    if (signIn && wallet.signIn && !silent && network) {
      const signed = await ask(SIGN_IN, () => wallet.signIn!(toInput(signIn, chain)), signal)
      const exposed = wallet.accounts()
      this.#take(
        exposed.some(({ address }) => address === signed.account.address)
          ? exposed
          : [signed.account],
      )
      if (this.#accounts.length) fulfil(signIn, signed, this, network.id)
    } else this.#take(await ask('connect', () => wallet.connect(silent), signal))
    this.#isOpen = this.#accounts.length > 0
    return this.#isOpen
  }

  get scopes(): Scopes {
    const { wallet, networks } = this.#options
    const accounts = this.#accounts.map((account): Account => {
      const on = this.#networksOf(account)
      return {
        key: account.address,
        namespace: NAMESPACE,
        address: account.address,
        type: 'eoa',
        ...(on && on.length < networks.length && { networks: on }),
        ...(account.label && { label: account.label }),
      }
    })
    const all = this.#accounts.map((account) => this.#networksOf(account))
    return {
      [NAMESPACE]: {
        accounts,
        networks: all.includes(undefined) ? 'any' : [...new Set(all.flatMap((on) => on ?? []))],
        methods: wallet.methods,
      },
    }
  }

  request(request: WireRequest): Promise<unknown> {
    if (this.#isOver)
      return Promise.reject(
        new LatchkeyError('wallet.disconnected', 'The wallet was disconnected: connect it again.', {
          context: { connectorId: this.connectorId },
        }),
      )
    const { wallet, network, networks } = this.#options
    return answer(
      {
        wallet,
        accounts: this.#accounts,
        network,
        chain: (id) => networks.find((each) => each.id === id)?.chain,
      },
      request,
    )
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    this.#options.live.add(this)
    return () => {
      this.#listeners.delete(listener)
      if (!this.#listeners.size) this.end()
    }
  }

  async release(): Promise<void> {
    if (this.#isReleased) return
    this.#isReleased = true
    this.end()
    for (const { identity } of this.#options.live) if (identity === this.identity) return
    // Not every wallet can; the page forgets the connection either way.
    await ask(
      'disconnect',
      () => this.#options.wallet.disconnect(),
      AbortSignal.timeout(PATIENCE),
    ).catch(() => undefined)
  }

  snapshot(): { id: string } {
    return { id: this.id }
  }

  /** Listens no more. */
  readonly end = (): void => {
    this.#isOver = true
    this.#options.live.delete(this)
    this.#options.end.removeEventListener('abort', this.end)
    look(this.#unhook)
  }

  /** The host's networks on which an account may be used. `undefined`: the wallet does not say. */
  #networksOf({ chains }: WalletAccount): readonly Network['id'][] | undefined {
    return (
      chains &&
      this.#options.networks.filter(({ chain }) => chains.includes(chain)).map(({ id }) => id)
    )
  }

  #take(accounts: readonly WalletAccount[]): void {
    this.#accounts = accounts
      .filter(
        ({ address }, index) => accounts.findIndex((each) => each.address === address) === index,
      )
      .filter((account) => this.#networksOf(account)?.length !== 0)
  }

  #look(): void {
    this.#take(this.#options.wallet.accounts())
    const listeners = [...this.#listeners]
    // Told before it ends: whoever hears it takes its listener back.
    if (!this.#accounts.length) this.end()
    for (const listener of listeners)
      listener(this.#accounts.length ? { scopes: this.scopes } : { closed: 'wallet' })
  }
}
