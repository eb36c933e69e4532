import {
  isCaip10,
  LatchkeyError,
  namespaceOf,
  parseCaip10,
  type AdapterRegistration,
  type Caip2,
  type CloseReason,
  type Connection,
  type ConnectionChange,
  type Dispose,
  type Namespace,
  type Network,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import { aborted, noSession, notConnected, toRequestError, toWalletError } from '../errors.js'
import type { RelayClient, Signal } from '../sdk/relayClient.js'
import { accept, type AskedNamespaces, type RuleOf, type SessionNamespaces } from './namespaces.js'
import { answerLocally, readFromNetwork, toReference } from './reads.js'
import { addressesOn } from './addresses.js'
import { toScopes } from './scopes.js'

/** ms that a wallet is given to hear that its session is over; here it is over at once. */
const FAREWELL = 5_000
const SWITCH = 'wallet_switchEthereumChain'

export interface ConnectionNeeds {
  readonly connectorId: string
  readonly client: Pick<RelayClient, 'find' | 'request' | 'end' | 'on'>
  /** What is asked of wallets here, as networks, adapters and features are by now. */
  asked(): AskedNamespaces
  ruleOf: RuleOf
  adapter(namespace: Namespace): AdapterRegistration | undefined
  network(id: Caip2): Network | undefined
  onSurplus(dropped: readonly string[]): void
  onEnd(ended: RelayConnection): void
}

const isListed = (session: SessionNamespaces, namespace: Namespace): boolean =>
  Object.hasOwn(session, namespace)

/** The live link to a wallet behind a relay: one session over several namespaces. */
export class RelayConnection implements Connection {
  readonly id: string
  readonly connectorId: string
  readonly #needs: ConnectionNeeds
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  readonly #life = new AbortController()
  readonly #unhook: Dispose
  #session: SessionNamespaces
  #selected: Record<Namespace, string> = {}
  /** The wallet was told, or told us. */
  #isOver = false

  /** @throws `walletconnect.session_missing`, `walletconnect.bad_session` */
  constructor(topic: string, needs: ConnectionNeeds) {
    this.id = topic
    this.connectorId = needs.connectorId
    this.#needs = needs
    this.#session = this.#accept()
    this.#unhook = needs.client.on(
      (signal) => 'topic' in signal && signal.topic === topic && this.#hear(signal),
    )
  }

  get scopes(): Scopes {
    return toScopes(this.#session, this.#selected)
  }

  /** What the session allows, by namespace. */
  get namespaces(): SessionNamespaces {
    return this.#session
  }

  async request({ network, method, params, signal }: WireRequest): Promise<unknown> {
    if (this.#life.signal.aborted) throw notConnected(this.connectorId)
    const reference = toReference(network)
    const namespace = namespaceOf(network)
    const mine = isListed(this.#session, namespace) ? this.#session[namespace] : undefined
    if (!mine)
      throw new LatchkeyError(
        'walletconnect.namespace_not_configured',
        `Namespace '${namespace}' is not configured. Please call connect() first with namespace config.`,
        { context: { namespace } },
      )
    const local = answerLocally(namespace, mine, method)
    if (local) return local.result
    if (!mine.methods.includes(method))
      return readFromNetwork(this.#needs, { network, method, params, signal })
    if (!mine.chains.includes(network) && method !== SWITCH)
      throw new LatchkeyError(
        'wallet.chain_disconnected',
        `The wallet did not allow ${network}: connect it again with this network.`,
        { context: { network } },
      )
    return this.#ask(
      mine.chains.includes(network) ? network : `${namespace}:${reference && mine.defaultChain}`,
      method,
      params,
      signal,
    )
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      // Nobody holds it any more: it ended in another tab, or another link to the same session took its place.
      if (!this.#listeners.size && !this.#life.signal.aborted) this.#end()
    }
  }

  /** A chain of the session is used from now on; for another one the wallet is asked, where it can be. */
  async switchNetwork(network: Network, signal?: AbortSignal): Promise<void> {
    const mine = isListed(this.#session, network.namespace)
      ? this.#session[network.namespace]
      : undefined
    if (this.#life.signal.aborted || !mine) throw noSession()
    if (!mine.chains.includes(network.id)) {
      if (!mine.methods.includes(SWITCH))
        throw new LatchkeyError(
          'wallet.switch_unsupported',
          `The wallet did not allow ${network.id}: connect it again with this network.`,
          { context: { network: network.id } },
        )
      await this.#ask(
        `${network.namespace}:${mine.defaultChain}`,
        SWITCH,
        [{ chainId: `0x${Number(network.reference).toString(16)}` }],
        signal,
      )
    }
    this.#travel(network.namespace, network.reference)
  }

  /** A session can only end as a whole. */
  async release(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    if (!this.#life.signal.aborted) this.#end()
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, FAREWELL)))
    await Promise.race([this.#needs.client.end(this.id), patience])
      .catch((error: unknown) => {
        throw toWalletError(error, 'wc_sessionDelete')
      })
      .finally(() => clearTimeout(timer))
  }

  snapshot(): { topic: string } {
    return { topic: this.id }
  }

  /** Listens no more; the session stays. */
  readonly detach = (): void => {
    this.#unhook()
    this.#listeners.clear()
  }

  #end(): void {
    this.#life.abort(notConnected(this.connectorId))
    this.#needs.onEnd(this)
    this.#unhook()
  }

  /** @throws `walletconnect.session_missing`, `walletconnect.bad_session` */
  #accept(): SessionNamespaces {
    const { asked, client, adapter, ruleOf } = this.#needs
    // Where no adapter can ask a node, the wallet is all there is.
    const rule: RuleOf = (method, namespace) => {
      const { class: cls, nodes } = ruleOf(method, namespace)
      return { class: cls, nodes: nodes && !!adapter(namespace)?.abilities.includes('read') }
    }
    const { namespaces, dropped } = accept(
      asked(),
      client.find(this.id).namespaces,
      rule,
      this.#session,
    )
    if (dropped.length) this.#needs.onSurplus(dropped)
    return namespaces
  }

  async #ask(
    network: Caip2,
    method: string,
    params: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const either = AbortSignal.any([this.#life.signal, ...(signal ? [signal] : [])])
    const ended = new Promise<never>((_, reject) => {
      const give = (): void =>
        reject(
          this.#life.signal.aborted
            ? notConnected(this.connectorId)
            : aborted(method, signal?.reason),
        )
      if (either.aborted) give()
      else either.addEventListener('abort', give, { once: true })
    })
    const answer = this.#needs.client.request(
      this.id,
      network,
      { method, params: params ?? [] },
      either,
    )
    return Promise.race([answer, ended]).catch((error: unknown) => {
      throw toRequestError(error, method)
    })
  }

  #tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  #close(reason: CloseReason): void {
    this.#isOver = true
    const listeners = [...this.#listeners]
    this.#end()
    for (const listener of listeners) listener({ closed: reason })
  }

  #hear(signal: Signal): void {
    if (signal.type === 'deleted') this.#close('wallet')
    else if (signal.type === 'expired') this.#close('expired')
    else if (signal.type === 'updated') this.#update()
    else if (signal.type === 'event') this.#hearEvent(signal)
  }

  #update(): void {
    try {
      this.#session = this.#accept()
      this.#tell({ scopes: this.scopes })
    } catch {
      // It took everything back.
      this.#close('wallet')
      void this.#needs.client.end(this.id).catch(() => undefined)
    }
  }

  #hearEvent({ chainId, name, data }: Extract<Signal, { type: 'event' }>): void {
    const namespace = chainId.split(':')[0] ?? ''
    const mine = isListed(this.#session, namespace) ? this.#session[namespace] : undefined
    if (!mine || !mine.events.includes(name)) return
    if (name === 'chainChanged') {
      // What the event carries is newer than the chain that it came by.
      const reference = toReference(data) ?? toReference(chainId)
      if (reference !== undefined && reference !== mine.defaultChain)
        this.#travel(namespace, reference)
    } else if (name === 'accountsChanged') this.#choose(namespace, data)
  }

  /** The wallet, or the visitor, uses another chain; with it come the accounts that are on it. */
  #travel(namespace: Namespace, reference: string): void {
    const mine = this.#session[namespace]!
    this.#session = { ...this.#session, [namespace]: { ...mine, defaultChain: reference } }
    const [first] = addressesOn(mine, reference)
    const now = this.#selected[namespace]
    if (first !== undefined && now !== undefined && !addressesOn(mine, reference).includes(now))
      this.#selected = { ...this.#selected, [namespace]: first }
    this.#tell({ network: `${namespace}:${reference}` })
  }

  #choose(namespace: Namespace, data: unknown): void {
    const [first] = Array.isArray(data) ? (data as unknown[]) : []
    const address = isCaip10(first) ? parseCaip10(first).address : first
    const mine = this.#session[namespace]!
    const known = mine.accounts
      .map((account) => parseCaip10(account).address)
      .find((each) => typeof address === 'string' && each.toLowerCase() === address.toLowerCase())
    if (known === undefined) return
    this.#selected = { ...this.#selected, [namespace]: known }
    this.#tell({ scopes: this.scopes })
  }
}
