import {
  LatchkeyError,
  type Account,
  type Connection,
  type ConnectionChange,
  type Dispose,
  type Network,
  type Scope,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import { accountsOf, ask, chainOf, toAddresses, type Eip1193Provider } from './ask.js'
import { toChainId } from './chainId.js'
import { codeOf } from '@latchkey/plugin-api/wallet'
import { NAMESPACE } from './networks.js'
import { askNodes } from './nodes.js'
import type { Ask, Connected } from './signIn.js'
import { switchChain } from './switchChain.js'

/** EIP-1193: the provider lost its chain and tries again by itself. */
const TRIES_AGAIN = 1013
/** ms for what is only asked to make sure. */
const PATIENCE = 3_000

/** What concerns a key that is not the wallet's (viem's local accounts): many wallets refuse it, every node takes it. */
const PAST_WALLET: readonly string[] = [
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_fillTransaction',
]

const toScope = (
  addresses: readonly string[],
  chain: number,
  { methods, type = 'eoa' }: Pick<Options, 'methods' | 'type'>,
): Scope => {
  const accounts: Account[] = addresses.map((address) => ({
    key: address.toLowerCase(),
    namespace: NAMESPACE,
    address,
    type,
  }))
  return {
    accounts,
    ...(accounts[0] && { selected: accounts[0].key }),
    network: `${NAMESPACE}:${chain}`,
    networks: 'any',
    methods: methods ?? 'any',
  }
}

type SignIn = (ask: Ask) => Promise<Connected | undefined>
interface Options {
  id: string
  connectorId: string
  provider: Eip1193Provider
  network(id: string): Network | undefined
  /** The connections of this plugin that somebody listens to. */
  live: Set<{ readonly provider: Eip1193Provider }>
  /** Aborted when the plugin ends. */
  end: AbortSignal
  /** What the wallet answers by itself. Left out: everything. */
  methods?: readonly string[] | undefined
  type?: Account['type'] | undefined
}

/**
 * Opens the live link to an EIP-1193 wallet. Listens before it asks: what the wallet says while it is asked is not lost.
 * @param signIn - asked first, if it is given; `undefined` where the wallet has no such way
 * @returns `undefined` when it exposes no account
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export async function openConnection(
  options: Options,
  method: 'eth_accounts' | 'eth_requestAccounts',
  signal?: AbortSignal,
  signIn?: SignIn | false,
): Promise<Connection | undefined> {
  const connection = new Eip1193Connection(options)
  try {
    if (await connection.open(method, signal, signIn)) return connection
  } catch (error) {
    connection.end()
    throw error
  }
  connection.end()
  return undefined
}

class Eip1193Connection implements Connection {
  readonly id: string
  readonly connectorId: string
  readonly provider: Eip1193Provider
  readonly #options: Options
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  readonly #unhook: Dispose[] = []
  #addresses: readonly string[] = []
  #chain = 0
  #isOpen = false
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    this.id = options.id
    this.connectorId = options.connectorId
    this.provider = options.provider
    this.#hook('accountsChanged', (value) => this.#onAccounts(value))
    this.#hook('chainChanged', (value) => this.#onChain(value))
    this.#hook('disconnect', (error) => codeOf(error) !== TRIES_AGAIN && void this.#check())
    options.end.addEventListener('abort', this.end, { once: true })
  }

  async open(
    method: 'eth_accounts' | 'eth_requestAccounts',
    signal?: AbortSignal,
    signIn?: SignIn | false,
  ): Promise<boolean> {
    const connected = signIn
      ? await signIn((name, params) => ask(this.provider, name, params, signal))
      : undefined
    this.#addresses = connected?.addresses ?? (await accountsOf(this.provider, method, signal))
    if (!this.#addresses.length) return false
    this.#isOpen = true
    // What an event says is newer than an answer that was under way.
    this.#chain = 0
    const asked = await chainOf(this.provider, signal)
    this.#chain ||= asked
    if (!this.#addresses.length)
      throw new LatchkeyError(
        'wallet.disconnected',
        'The wallet took its accounts back while it was being connected.',
        { context: { connectorId: this.connectorId } },
      )
    connected?.fulfil(this.scopes)
    return true
  }

  get scopes(): Scopes {
    return { [NAMESPACE]: toScope(this.#addresses, this.#chain, this.#options) }
  }

  request({ network: id, method, params, signal }: WireRequest): Promise<unknown> {
    const network = PAST_WALLET.includes(method) ? this.#options.network(id) : undefined
    return network?.rpcUrls.length
      ? askNodes(network, method, params, signal)
      : ask(this.provider, method, params, signal)
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    this.#options.live.add(this)
    return () => {
      this.#listeners.delete(listener)
      if (!this.#listeners.size) this.end()
    }
  }

  async switchNetwork(network: Network, signal?: AbortSignal): Promise<void> {
    await switchChain(this.provider, network, signal)
    this.#chain = Number(network.reference)
  }

  async release(): Promise<void> {
    this.end()
    for (const { provider } of this.#options.live) if (provider === this.provider) return
    // Not every wallet can; the page forgets the connection either way.
    await ask(
      this.provider,
      'wallet_revokePermissions',
      [{ eth_accounts: {} }],
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
    for (const unhook of this.#unhook.splice(0)) {
      try {
        unhook()
      } catch {
        // Its own affair.
      }
    }
  }

  #hook(event: string, listen: (value: unknown) => void): void {
    const { provider } = this
    // One that cannot take a listener back may still call it.
    const guarded = (value: unknown): void => void (this.#isOver || listen(value))
    try {
      provider.on?.(event, guarded)
      this.#unhook.push(() => provider.removeListener?.(event, guarded))
    } catch {
      // A provider without events still connects.
    }
  }

  #tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  #onAccounts(value: unknown): void {
    const addresses = this.#isOpen ? toAddresses(value) : undefined
    if (!addresses) return
    this.#addresses = addresses
    if (addresses.length) this.#tell({ scopes: this.scopes })
    else this.#close()
  }

  #onChain(value: unknown): void {
    const id = toChainId(value)
    if (id === undefined) return
    this.#chain = id
    this.#tell({ network: `${NAMESPACE}:${id}` })
  }

  /** Some wallets say 'disconnect' when they only change chains: the accounts tell. */
  async #check(): Promise<void> {
    const left = await accountsOf(
      this.provider,
      'eth_accounts',
      AbortSignal.timeout(PATIENCE),
    ).catch(() => [])
    if (!left.length && !this.#isOver) this.#close()
  }

  #close(): void {
    // Told before it ends: whoever hears it takes its listener back.
    const listeners = [...this.#listeners]
    this.#addresses = []
    this.end()
    for (const listener of listeners) listener({ closed: 'wallet' })
  }
}
