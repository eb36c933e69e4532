import {
  isLatchkeyError,
  LatchkeyError,
  type Account,
  type Caip2,
  type Connection,
  type Network,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import {
  createLiveConnection,
  type LiveConnection,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { toHex } from '../chain/bytes.js'
import { NAMESPACE, type Chains } from '../chain/chains.js'
import { ask, readKey, type Key, type KeplrLike } from './keplr.js'
import { answerRequest } from './requests.js'
import { toSuggestion } from './suggestion.js'

/**
 * How often opening reads the keys at most, where the visitor changes the account while they are read.
 */
const MAX_READS = 3
const METHODS = ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'] as const

/** Options of {@link openConnection}. */
export interface Options {
  /** Id of the connector and of its connection. */
  id: string
  /** The wallet's object, with the methods of `window.keplr`. */
  provider: KeplrLike
  /** Window events by which the wallet reports that its keys changed. */
  events: readonly string[]
  /** The host's chains, to add one that the wallet does not know. */
  chains: Chains
  /** The live connections of this plugin. */
  live: LiveConnections
  /** Aborted when the plugin ends. */
  end: AbortSignal
}
/** The wallet's public key and address on each network that it has allowed. */
type Keys = ReadonlyMap<Caip2, Key>

/**
 * Opens the connection to a wallet of Keplr's kind. It listens before it asks, so that no change is
 * lost while the wallet answers.
 * @param isRestored whether the visitor allowed these networks before. The wallet then opens no window,
 * unless it is locked
 * @returns `undefined` where the wallet shows no key on any of the networks
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export const openConnection = (
  options: Options,
  networks: readonly Network[],
  isRestored: boolean,
  signal: AbortSignal,
): Promise<Connection | undefined> => new KeplrLink(options).open(networks, isRestored, signal)

/** The chain id in a CAIP-2 id. */
const chainIdOf = (network: Caip2): string => network.slice(NAMESPACE.length + 1)

/** One account for each address, with the networks that it is on. */
function toScopes(keys: Keys): Scopes {
  const byAddress = new Map<string, { key: Key; networks: Caip2[] }>()
  for (const [network, key] of keys)
    byAddress.set(key.address, {
      key,
      networks: [...(byAddress.get(key.address)?.networks ?? []), network],
    })
  const accounts = [...byAddress].map(([address, { key, networks }]): Account => ({
    key: address,
    namespace: NAMESPACE,
    address,
    type: 'eoa',
    networks,
    publicKey: toHex(key.publicKey),
    ...(key.name && { label: key.name }),
  }))
  const isAminoOnly = [...keys.values()].some((key) => key.isAminoOnly)
  return {
    [NAMESPACE]: {
      accounts,
      networks: [...keys.keys()],
      methods: METHODS.filter((method) => !isAminoOnly || method !== 'cosmos_signDirect'),
    },
  }
}

/**
 * The keys of a wallet and the connection that shows them to the kernel. The keys are read again when
 * the wallet reports a change.
 */
class KeplrLink {
  readonly #options: Options
  readonly #link: LiveConnection
  #keys: Keys = new Map()
  /** Number of changes that the wallet has reported. A read during which it grows is out of date. */
  #changes = 0
  #isOpen = false
  /** Whether a reported change is being read. */
  #isReading = false

  constructor(options: Options) {
    const { id, provider, live, end } = options
    this.#options = options
    this.#link = createLiveConnection({
      id,
      wallet: provider,
      live,
      end,
      scopes: () => toScopes(this.#keys),
      request: (request) => this.#answer(request),
      switchNetwork: (network, signal) => this.#allow(network, signal),
      disconnect: (signal) => ask(provider, 'disable', [this.#chainIds()], signal),
      snapshot: () => ({ networks: [...this.#keys.keys()] }),
    })
  }

  open(
    networks: readonly Network[],
    isRestored: boolean,
    signal: AbortSignal,
  ): Promise<Connection | undefined> {
    return this.#link.open(async () => {
      this.#link.listen(
        () => this.#onKeysChanged(),
        (listener) => {
          const { events } = this.#options
          for (const event of events) window.addEventListener(event, listener)
          return () => {
            for (const event of events) window.removeEventListener(event, listener)
          }
        },
      )
      const allowed = isRestored ? networks : await this.#enable(networks, signal)
      this.#keys = await this.#readKeys(
        allowed.map(({ id }) => id),
        signal,
      )
      this.#isOpen = true
      return this.#keys.size > 0
    })
  }

  #chainIds(): readonly string[] {
    return [...this.#keys.keys()].map(chainIdOf)
  }

  async #answer(request: WireRequest): Promise<unknown> {
    const { network } = request
    const key = this.#keys.get(network)
    if (!key)
      throw new LatchkeyError(
        'wallet.chain_disconnected',
        `The wallet has not been allowed to show its key on ${network}: switch there first.`,
        { context: { network } },
      )
    return answerRequest({
      ...request,
      provider: this.#options.provider,
      chainId: chainIdOf(network),
      key,
    })
  }

  /**
   * Switches to a network: asks the wallet to allow it as well. Wallets of this kind are on all allowed
   * networks at once. A network that the wallet does not know is added to it.
   */
  async #allow(network: Network, signal?: AbortSignal): Promise<void> {
    if (this.#keys.has(network.id)) return
    await this.#enableOrAdd(network, signal)
    const changes = this.#changes
    const key = await readKey(this.#options.provider, network.reference, signal)
    if (this.#link.isOver) return
    this.#keys = new Map([...this.#keys, [network.id, key]])
    // Keys that are being read lack this network, and keys that changed are newer than this one.
    if (this.#isReading || changes !== this.#changes) this.#onKeysChanged()
    this.#link.notify({ scopes: toScopes(this.#keys) })
  }

  /**
   * Asks the wallet to allow all networks, in one prompt. If it does not know one of them, it is asked
   * for each, and those that it does not know are left out until the visitor switches there. If it
   * knows none, the first network is added to it.
   * @returns the networks that the visitor allowed
   */
  async #enable(networks: readonly Network[], signal: AbortSignal): Promise<readonly Network[]> {
    const { provider } = this.#options
    try {
      await ask(provider, 'enable', [networks.map(({ reference }) => reference)], signal)
      return networks
    } catch (error) {
      if (!isLatchkeyError(error, 'wallet.unknown_chain')) throw error
    }
    const allowed: Network[] = []
    for (const network of networks) {
      try {
        await ask(provider, 'enable', [network.reference], signal)
        allowed.push(network)
      } catch (error) {
        if (!isLatchkeyError(error, 'wallet.unknown_chain')) throw error
      }
    }
    if (allowed.length || !networks[0]) return allowed
    await this.#enableOrAdd(networks[0], signal)
    return [networks[0]]
  }

  /** Asks the wallet to allow a network. One that it does not know is added to it first. */
  async #enableOrAdd({ id, reference }: Network, signal?: AbortSignal): Promise<void> {
    const { provider, chains } = this.#options
    try {
      await ask(provider, 'enable', [reference], signal)
    } catch (error) {
      const chain = chains.get(id)
      if (!chain || !isLatchkeyError(error, 'wallet.unknown_chain')) throw error
      await ask(provider, 'experimentalSuggestChain', [toSuggestion(chain)], signal)
      await ask(provider, 'enable', [reference], signal)
    }
  }

  /**
   * Reads the key on each network. A network whose key cannot be read is left out; where none can,
   * the first error is thrown.
   */
  async #readKeys(networks: readonly Caip2[], signal: AbortSignal): Promise<Keys> {
    for (let reads = 1; ; reads++) {
      const changes = this.#changes
      const answers = await Promise.allSettled(
        networks.map((id) => readKey(this.#options.provider, chainIdOf(id), signal)),
      )
      if (changes !== this.#changes && reads < MAX_READS) continue
      const keys = new Map(
        answers.flatMap((answer, index): [Caip2, Key][] =>
          answer.status === 'fulfilled' ? [[networks[index]!, answer.value]] : [],
        ),
      )
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (!keys.size && failed) throw failed.reason
      return keys
    }
  }

  /** The wallet has reported a change: its keys are read again. */
  #onKeysChanged(): void {
    this.#changes++
    // Reads do not overlap, however often the wallet reports a change.
    if (!this.#isOpen || this.#link.isOver || this.#isReading) return
    this.#isReading = true
    void this.#readAgain().finally(() => void (this.#isReading = false))
  }

  /** Reads the keys until no change is reported meanwhile. Closes the connection if it has none left. */
  async #readAgain(): Promise<void> {
    let changes: number
    let keys: Keys | undefined
    do {
      changes = this.#changes
      // Without a timeout: the visitor may have to unlock the wallet first.
      keys = await this.#readKeys([...this.#keys.keys()], this.#options.end).catch(() => undefined)
    } while (changes !== this.#changes && !this.#link.isOver)
    if (this.#link.isOver) return
    if (!keys) return this.#link.close()
    this.#keys = keys
    this.#link.notify({ scopes: toScopes(keys) })
  }
}
