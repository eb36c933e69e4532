import {
  isLatchkeyError,
  LatchkeyError,
  type Account,
  type Caip2,
  type Connection,
  type ConnectionChange,
  type Dispose,
  type Json,
  type Network,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import { ask, keyOn, type Key, type KeplrLike } from './ask.js'
import { toHex } from './bytes.js'
import { NAMESPACE, type Chains } from './chain.js'
import { toSuggestion } from './suggestion.js'
import { translate } from './translate.js'

/** ms for what is only asked to make sure. */
const PATIENCE = 3_000
/** How often the keys are read again because the visitor changed them meanwhile. */
const LOOKS = 3
const METHODS = ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'] as const

export interface Options {
  /** Of the connector, and of the connection. */
  id: string
  provider: KeplrLike
  /** Events of the window by which it says that its keys changed. */
  events: readonly string[]
  chains: Chains
  /** The connections of this plugin that somebody listens to. */
  live: Set<{ readonly provider: KeplrLike }>
  /** Aborted when the plugin ends. */
  end: AbortSignal
}

/**
 * Opens the live link to a wallet of Keplr's kind. Listens before it asks: what the wallet says while it is asked is not lost.
 * @param isRestored whether the visitor allowed these networks before: nothing is asked that opens a window, unless the wallet is locked
 * @returns `undefined` when it shows no key on any of the networks
 * @throws `wallet.*`, `rpc.failed`, `kernel.aborted`
 */
export async function openConnection(
  options: Options,
  networks: readonly Network[],
  isRestored: boolean,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  const connection = new KeplrConnection(options)
  try {
    if (await connection.open(networks, isRestored, signal)) return connection
  } catch (error) {
    connection.end()
    throw error
  }
  connection.end()
  return undefined
}

class KeplrConnection implements Connection {
  readonly id: string
  readonly connectorId: string
  readonly provider: KeplrLike
  readonly #options: Options
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  #keys: ReadonlyMap<Caip2, Key> = new Map()
  /** Counts the visitor's changes of keys. */
  #turn = 0
  #isOpen = false
  #isReading = false
  #isOver = false
  #isReleased = false

  constructor(options: Options) {
    this.#options = options
    this.id = this.connectorId = options.id
    this.provider = options.provider
    for (const event of options.events) window.addEventListener(event, this.#onKeys)
    options.end.addEventListener('abort', this.end, { once: true })
  }

  async open(
    networks: readonly Network[],
    isRestored: boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const allowed = isRestored ? networks : await this.#enable(networks, signal)
    this.#keys = await this.#read(
      allowed.map(({ id }) => id),
      signal,
    )
    this.#isOpen = true
    return this.#keys.size > 0
  }

  get scopes(): Scopes {
    const byAddress = new Map<string, { key: Key; networks: Caip2[] }>()
    for (const [network, key] of this.#keys)
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
    const isAminoOnly = [...this.#keys.values()].some((key) => key.isAminoOnly)
    return {
      [NAMESPACE]: {
        accounts,
        networks: [...this.#keys.keys()],
        methods: METHODS.filter((method) => !isAminoOnly || method !== 'cosmos_signDirect'),
      },
    }
  }

  async request(request: WireRequest): Promise<unknown> {
    if (this.#isOver)
      throw new LatchkeyError(
        'wallet.disconnected',
        'This connection has ended: connect the wallet again.',
        { context: { connectorId: this.connectorId } },
      )
    const { network, signal } = request
    if (signal?.aborted)
      throw new LatchkeyError('kernel.aborted', `${request.method} was given up.`)
    const key = this.#keys.get(network)
    if (!key)
      throw new LatchkeyError(
        'wallet.chain_disconnected',
        `The wallet has not been allowed to show its key on ${network}: switch there first.`,
        { context: { network } },
      )
    return translate({
      ...request,
      provider: this.provider,
      chainId: network.slice(NAMESPACE.length + 1),
      key,
    })
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    this.#options.live.add(this)
    return () => {
      this.#listeners.delete(listener)
      if (!this.#listeners.size) this.end()
    }
  }

  /** These wallets are on all chains at once: one more is allowed, and added where the wallet does not know it. */
  async switchNetwork(network: Network, signal?: AbortSignal): Promise<void> {
    if (this.#keys.has(network.id)) return
    await this.#enableOrAdd(network, signal)
    const turn = this.#turn
    const key = await keyOn(this.provider, network.reference, signal)
    if (this.#isOver) return
    this.#keys = new Map([...this.#keys, [network.id, key]])
    // Keys that were read meanwhile are without this one, or newer than it.
    if (this.#isReading || turn !== this.#turn) this.#onKeys()
    this.#tell({ scopes: this.scopes })
  }

  async release(): Promise<void> {
    this.end()
    if (this.#isReleased) return
    this.#isReleased = true
    for (const { provider } of this.#options.live) if (provider === this.provider) return
    const chainIds = [...this.#keys.keys()].map((id) => id.slice(NAMESPACE.length + 1))
    // Not every wallet can; the page forgets the connection either way.
    await ask(this.provider, 'disable', [chainIds], AbortSignal.timeout(PATIENCE)).catch(
      () => undefined,
    )
  }

  snapshot(): Json {
    return { networks: [...this.#keys.keys()] }
  }

  /** Listens no more. */
  readonly end = (): void => {
    this.#isOver = true
    this.#options.live.delete(this)
    this.#options.end.removeEventListener('abort', this.end)
    for (const event of this.#options.events) window.removeEventListener(event, this.#onKeys)
  }

  /** One question for all. Where the wallet does not know one of them, each by itself; those it does not know wait until the visitor goes there. */
  async #enable(networks: readonly Network[], signal: AbortSignal): Promise<readonly Network[]> {
    try {
      await ask(this.provider, 'enable', [networks.map(({ reference }) => reference)], signal)
      return networks
    } catch (error) {
      if (!isLatchkeyError(error, 'wallet.unknown_chain')) throw error
    }
    const allowed: Network[] = []
    for (const network of networks) {
      try {
        await ask(this.provider, 'enable', [network.reference], signal)
        allowed.push(network)
      } catch (error) {
        if (!isLatchkeyError(error, 'wallet.unknown_chain')) throw error
      }
    }
    if (allowed.length || !networks[0]) return allowed
    await this.#enableOrAdd(networks[0], signal)
    return [networks[0]]
  }

  async #enableOrAdd({ id, reference }: Network, signal?: AbortSignal): Promise<void> {
    try {
      await ask(this.provider, 'enable', [reference], signal)
    } catch (error) {
      const chain = this.#options.chains.get(id)
      if (!chain || !isLatchkeyError(error, 'wallet.unknown_chain')) throw error
      await ask(this.provider, 'experimentalSuggestChain', [toSuggestion(chain)], signal)
      await ask(this.provider, 'enable', [reference], signal)
    }
  }

  /** The key on each network; one on which it cannot be had is left out, unless none can. */
  async #read(networks: readonly Caip2[], signal: AbortSignal): Promise<ReadonlyMap<Caip2, Key>> {
    for (let look = 1; ; look++) {
      const turn = this.#turn
      const answers = await Promise.allSettled(
        networks.map((id) => keyOn(this.provider, id.slice(NAMESPACE.length + 1), signal)),
      )
      if (turn !== this.#turn && look < LOOKS) continue
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

  #tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  readonly #onKeys = (): void => {
    this.#turn++
    // However often it is said, the keys are read one after the other.
    if (!this.#isOpen || this.#isOver || this.#isReading) return
    this.#isReading = true
    void this.#reread().finally(() => void (this.#isReading = false))
  }

  async #reread(): Promise<void> {
    let turn: number
    let keys: ReadonlyMap<Caip2, Key> | undefined
    do {
      turn = this.#turn
      // Without a bound: the visitor may have to unlock the wallet first.
      keys = await this.#read([...this.#keys.keys()], this.#options.end).catch(() => undefined)
    } while (turn !== this.#turn && !this.#isOver)
    if (this.#isOver) return
    if (!keys) return this.#close()
    this.#keys = keys
    this.#tell({ scopes: this.scopes })
  }

  #close(): void {
    // Told before it ends: whoever hears it takes its listener back.
    const listeners = [...this.#listeners]
    this.end()
    for (const listener of listeners) listener({ closed: 'wallet' })
  }
}
