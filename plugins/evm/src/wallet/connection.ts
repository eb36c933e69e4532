import {
  type Account,
  type Connection,
  type Network,
  type Scope,
  type WireRequest,
} from '@latchkey/plugin-api'
import {
  codeOf,
  createLiveConnection,
  readSafely,
  type LiveConnection,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { toChainId } from '../chain/chainId.js'
import { NAMESPACE } from '../chain/networks.js'
import { askNodes } from '../chain/nodes.js'
import { ask, askAccounts, askChainId, toAddresses, type Eip1193Provider } from './ask.js'
import type { AskWallet, ConnectAnswer } from './signIn.js'
import { switchChain } from './switchChain.js'

/** EIP-1193: the provider lost its chain and reconnects by itself. */
const RECONNECTING = 1013
/** How long a wallet has to say, without a prompt, whether its accounts are still there. */
const CHECK_TIMEOUT_MS = 3_000

/**
 * Methods that serve a key outside the wallet (viem's local accounts). Many wallets refuse them,
 * every node takes them.
 */
const PAST_WALLET: readonly string[] = [
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_fillTransaction',
]

type AccountsMethod = 'eth_accounts' | 'eth_requestAccounts'
type SignIn = (ask: AskWallet) => Promise<ConnectAnswer | undefined>

export interface ConnectionOptions {
  /** Of the connector, and of its connection. */
  id: string
  provider: Eip1193Provider
  network(id: string): Network | undefined
  /** The connections of this plugin that somebody listens to. */
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
  /** Methods that the wallet answers by itself. Left out: all. */
  methods?: readonly string[] | undefined
  type?: Account['type'] | undefined
}

/**
 * Opens the live link to an EIP-1193 wallet. It listens before it asks, so that a change during the
 * opening is not lost.
 * @param signIn asked first, if it is given; it answers `undefined` where the wallet cannot sign in
 * @returns `undefined` where the wallet exposes no account
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export const openConnection = (
  options: ConnectionOptions,
  method: AccountsMethod,
  signal?: AbortSignal,
  signIn?: SignIn | false,
): Promise<Connection | undefined> => new Eip1193Connection(options).open(method, signal, signIn)

class Eip1193Connection {
  readonly #options: ConnectionOptions
  readonly #link: LiveConnection
  #addresses: readonly string[] = []
  #chainId = 0
  /** Whether the wallet has exposed its accounts: before, it takes none back. */
  #isExposed = false

  constructor(options: ConnectionOptions) {
    const { id, provider, live, end } = options
    this.#options = options
    this.#link = createLiveConnection({
      id,
      wallet: provider,
      live,
      end,
      scopes: () => ({ [NAMESPACE]: this.#scope() }),
      request: (request) => this.#request(request),
      switchNetwork: async (network, signal) => {
        await switchChain(provider, network, signal)
        this.#chainId = Number(network.reference)
      },
      disconnect: (signal) =>
        ask(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }], signal),
    })
    this.#listen('accountsChanged', (value) => this.#onAccounts(value))
    this.#listen('chainChanged', (value) => this.#onChain(value))
    this.#listen('disconnect', (error) => codeOf(error) !== RECONNECTING && void this.#check())
  }

  open(
    method: AccountsMethod,
    signal?: AbortSignal,
    signIn?: SignIn | false,
  ): Promise<Connection | undefined> {
    const { provider } = this.#options
    return this.#link.open(async () => {
      const connected = signIn
        ? await signIn((name, params) => ask(provider, name, params, signal))
        : undefined
      this.#addresses = connected?.addresses ?? (await askAccounts(provider, method, signal))
      if (!this.#addresses.length) return false
      this.#isExposed = true
      // An event during the question is newer than its answer; an event before it is older.
      this.#chainId = 0
      const asked = await askChainId(provider, signal)
      this.#chainId ||= asked
      if (!this.#link.isOver) connected?.fulfil(this.#link.connection.scopes)
      return true
    })
  }

  #scope(): Scope {
    const { methods = 'any', type = 'eoa' } = this.#options
    const accounts: Account[] = this.#addresses.map((address) => ({
      key: address.toLowerCase(),
      namespace: NAMESPACE,
      address,
      type,
    }))
    return {
      accounts,
      ...(accounts[0] && { selected: accounts[0].key }),
      network: `${NAMESPACE}:${this.#chainId}`,
      networks: 'any',
      methods,
    }
  }

  #request({ network: id, method, params, signal }: WireRequest): Promise<unknown> {
    const network = PAST_WALLET.includes(method) ? this.#options.network(id) : undefined
    return network?.rpcUrls.length
      ? askNodes(network, method, params, signal)
      : ask(this.#options.provider, method, params, signal)
  }

  #listen(event: string, listener: (value: unknown) => void): void {
    const { provider } = this.#options
    // A provider without events, or one that throws here, still connects.
    readSafely(() =>
      this.#link.listen(listener, (guarded) => {
        provider.on?.(event, guarded)
        return () => provider.removeListener?.(event, guarded)
      }),
    )
  }

  #onAccounts(value: unknown): void {
    const addresses = this.#isExposed ? toAddresses(value) : undefined
    if (!addresses) return
    this.#addresses = addresses
    if (addresses.length) this.#link.notify({ scopes: this.#link.connection.scopes })
    else this.#link.close()
  }

  #onChain(value: unknown): void {
    const chainId = toChainId(value)
    if (chainId === undefined) return
    this.#chainId = chainId
    this.#link.notify({ network: `${NAMESPACE}:${chainId}` })
  }

  /** Some wallets emit `disconnect` when they only change chains: the accounts decide. */
  async #check(): Promise<void> {
    const left = await askAccounts(
      this.#options.provider,
      'eth_accounts',
      AbortSignal.timeout(CHECK_TIMEOUT_MS),
    ).catch(() => [])
    if (left.length) return
    this.#addresses = []
    this.#link.close()
  }
}
