import {
  LatchkeyError,
  type Account,
  type Connection,
  type ConnectionChange,
  type Dispose,
  type Json,
  type Network,
  type Scope,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import { chainNamed, chainOf, chainsOf, idOf, type Chain } from './chains.js'
import { readExposed, type Driver, type Exposed, type Reading } from './drivers/driver.js'
import { badAnswer } from './errors.js'
import { member } from './loose.js'
import { NAMESPACE } from './networks.js'
import { answer, type Signer } from './requests.js'
import type { BitcoinSource } from './source.js'
import { demandSwitchable } from './switching.js'

/** ms for what is only asked to make sure. */
const PATIENCE = 3_000

export interface ConnectionOptions {
  id: string
  connectorId: string
  driver: Driver
  networks(): readonly Network[]
  source(): Promise<BitcoinSource>
  /** The connections of this plugin that somebody listens to. */
  live: Set<{ readonly id: string }>
  /** Aborted when the plugin ends. */
  end: AbortSignal
}
/** `ask` prompts, `silent` does not, `remembered` neither and takes the snapshot where the wallet cannot tell. */
export type How = { ask: Chain } | 'silent' | { remembered: Json }

/**
 * Opens the live link to a Bitcoin wallet of the page.
 * @returns `undefined` when it exposes no account
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export async function openConnection(
  options: ConnectionOptions,
  how: How,
  signal?: AbortSignal,
): Promise<Connection | undefined> {
  const { driver } = options
  const found =
    typeof how === 'object' && 'ask' in how
      ? await driver.connect({ chain: how.ask, ...(signal && { signal }) })
      : ((await driver.peek(signal)) ??
        (typeof how === 'object' ? readSnapshot(how.remembered) : undefined))
  if (signal?.aborted)
    throw new LatchkeyError('kernel.aborted', 'The connect was given up.', { cause: signal.reason })
  return found?.accounts.length ? new BitcoinConnection(options, found) : undefined
}

/** What {@link BitcoinConnection.snapshot} wrote, or whatever else lies there. */
function readSnapshot(snapshot: Json): Reading {
  const chain = chainNamed(member(snapshot, 'chain'))
  return { accounts: readExposed(member(snapshot, 'accounts')) ?? [], ...(chain && { chain }) }
}

class BitcoinConnection implements Connection, Signer {
  readonly id: string
  readonly connectorId: string
  readonly driver: Driver
  readonly switchNetwork?: (network: Network, signal?: AbortSignal) => Promise<void>
  readonly #options: ConnectionOptions
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  #reading: Reading
  #isOver = false
  #isReleased = false
  #looks = 0
  readonly #unwatch: Dispose

  constructor(options: ConnectionOptions, reading: Reading) {
    this.#options = options
    this.#reading = reading
    this.id = options.id
    this.connectorId = options.connectorId
    this.driver = options.driver
    const { driver } = options
    this.#unwatch = driver.watch(
      (what) => void (this.#isOver || (what === 'closed' ? this.#close() : this.#look())),
    )
    options.end.addEventListener('abort', this.end, { once: true })
    if (!driver.switchNetwork) return
    this.switchNetwork = async (network, signal) => {
      if (chainOf(network) === this.#reading.chain) return
      await driver.switchNetwork!(chainOf(network), signal)
      await this.#look(signal)
    }
  }

  get scopes(): Scopes {
    const { accounts, chain } = this.#reading
    const made = accounts.map((account): Account => ({
      ...account,
      key: `${account.type}:${account.address}`,
      namespace: NAMESPACE,
      networks: this.#networksOf(account),
    }))
    const networks = this.switchNetwork
      ? 'any'
      : [...new Set(made.flatMap((account) => account.networks ?? []))]
    const scope: Scope = {
      accounts: made,
      networks,
      methods: 'any',
      ...(chain && { network: idOf(chain) }),
    }
    return { [NAMESPACE]: scope }
  }

  get source(): Promise<BitcoinSource> {
    return this.#options.source()
  }

  /** The account of an address, the first payment account without one; on that network. @throws `wallet.disconnected`, `wallet.unauthorized`, `wallet.chain_disconnected` */
  use(
    address: string | undefined,
    id: string,
  ): { account: Exposed; network: Network; chain: Chain } {
    const { accounts } = this.#reading
    const account =
      address === undefined
        ? (accounts.find(({ type }) => type === 'payment') ?? accounts[0])
        : accounts.find((each) => each.address === address)
    if (!account)
      throw new LatchkeyError(
        'wallet.unauthorized',
        'The wallet has not exposed this address: use one of its accounts.',
        { context: {} },
      )
    const network = this.#options.networks().find((each) => each.id === id)
    if (!network || !this.#networksOf(account).includes(network.id))
      throw new LatchkeyError(
        'wallet.chain_disconnected',
        `The account does not exist on ${id}: switch the network in the wallet.`,
        { context: { network: id } },
      )
    return { account, network, chain: chainOf(network) }
  }

  get exposed(): readonly Exposed[] {
    return this.#reading.accounts
  }

  async request(request: WireRequest): Promise<unknown> {
    if (this.#isOver)
      throw new LatchkeyError(
        'wallet.disconnected',
        'The wallet was disconnected: connect again.',
        { context: { connectorId: this.connectorId } },
      )
    if (request.signal?.aborted)
      throw new LatchkeyError('kernel.aborted', `${request.method} was given up.`, {
        cause: request.signal.reason,
      })
    return answer(this, request)
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    this.#options.live.add(this)
    return () => {
      this.#listeners.delete(listener)
      if (!this.#listeners.size) this.end()
    }
  }

  async switchAccount(account: Account): Promise<void> {
    demandSwitchable(account)
  }

  async release(): Promise<void> {
    this.end()
    if (this.#isReleased) return
    this.#isReleased = true
    // Another link to this wallet is in use: it would end too.
    for (const { id } of this.#options.live) if (id === this.id) return
    // Not every wallet can; the page forgets the connection either way.
    await this.driver.disconnect?.(AbortSignal.timeout(PATIENCE)).catch(() => undefined)
  }

  snapshot(): Json {
    const { accounts, chain } = this.#reading
    return {
      id: this.id,
      accounts: accounts.map((account) => ({ ...account, purpose: account.type })),
      ...(chain && { chain }),
    }
  }

  /** Listens no more. */
  readonly end = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.live.delete(this)
    this.#options.end.removeEventListener('abort', this.end)
    this.#unwatch()
  }

  /** The configured networks on which an address can exist; one that nobody configured where there is none. */
  #networksOf({ address }: Exposed): readonly Network['id'][] {
    const chains = chainsOf(address)
    const { chain } = this.#reading
    const here = this.switchNetwork && chain && chains.includes(chain) ? [chain] : chains
    const configured = this.#options
      .networks()
      .filter((network) => here.includes(chainOf(network)))
      .map(({ id }) => id)
    return configured.length ? configured : [idOf(here[0]!)]
  }

  /** The wallet said that something changed: it is asked what. The newest look counts. */
  async #look(signal: AbortSignal = AbortSignal.timeout(PATIENCE)): Promise<void> {
    const look = ++this.#looks
    const reading = await this.driver.peek(signal).catch(() => undefined)
    if (!reading || look !== this.#looks || this.#isOver) return
    if (!reading.accounts.length) return this.#close()
    this.#reading = reading
    const { scopes } = this
    for (const listener of [...this.#listeners]) listener({ scopes })
  }

  #close(): void {
    // Told before it ends: whoever hears it takes its listener back.
    const listeners = [...this.#listeners]
    this.#reading = { accounts: [] }
    this.end()
    for (const listener of listeners) listener({ closed: 'wallet' })
  }
}

export const noAccount = (): LatchkeyError => badAnswer('connect', 'at least one Bitcoin address')
