import {
  isCaip10,
  LatchkeyError,
  namespaceOf,
  parseCaip10,
  type AdapterRegistration,
  type Caip2,
  type Connection,
  type Namespace,
  type Network,
  type WireRequest,
} from '@latchkey/plugin-api'
import { createLiveConnection, type LiveConnection } from '@latchkey/plugin-api/wallet'
import { aborted, noSession, notConnected, toRequestError, toWalletError } from '../errors.js'
import type { Signal } from '../sdk/clientSignals.js'
import type { RelayClient } from '../sdk/relayClient.js'
import { addressesOn } from './addresses.js'
import {
  accept,
  type AskedNamespaces,
  type RuleOf,
  type SessionNamespace,
  type SessionNamespaces,
} from './namespaces.js'
import { answerLocally, readFromNetwork, toReference } from './reads.js'
import { toScopes } from './scopes.js'

/**
 * How long `release` waits until the relay has told the wallet. The page treats the session as ended
 * at once.
 */
const RELEASE_TIMEOUT_MS = 5_000
const SWITCH = 'wallet_switchEthereumChain'

/** The parts of the plugin that the connection of a session needs. */
export interface SessionNeeds {
  readonly connectorId: string
  readonly client: Pick<RelayClient, 'find' | 'request' | 'end' | 'on'>
  /** Aborted when the plugin ends: the connection ends, the session stays for the next visit. */
  readonly end: AbortSignal
  /** Computes what to ask a wallet for, from the current networks, adapters and features. */
  asked(): AskedNamespaces
  /** The rule for a method: whether it signs, sends or reads, and whether a node may answer it. */
  ruleOf: RuleOf
  adapter(namespace: Namespace): AdapterRegistration | undefined
  network(id: Caip2): Network | undefined
  /** Called with what the wallet granted and nobody asked for; it is not used. */
  onSurplus(dropped: readonly string[]): void
  onEnd(ended: Connection): void
  /** Called with each event that the session allows. */
  onEvent?(event: Extract<Signal, { type: 'event' }>): void
}

/** The permissions of a session in one namespace. `undefined`: the wallet granted none. */
const grantedIn = (
  session: SessionNamespaces,
  namespace: Namespace,
): SessionNamespace | undefined =>
  Object.hasOwn(session, namespace) ? session[namespace] : undefined

/**
 * Opens the live link to a wallet behind a relay: one session over several namespaces. The id of
 * the connection is the session's topic.
 * @throws `walletconnect.session_missing`, `walletconnect.bad_session`
 */
export const openSession = (topic: string, needs: SessionNeeds): Connection =>
  new RelaySession(topic, needs).connection

class RelaySession {
  readonly #topic: string
  readonly #needs: SessionNeeds
  readonly #link: LiveConnection
  /** Aborted at the end: requests that are under way are refused. */
  readonly #life = new AbortController()
  /** Accounts, chains, methods and events that the wallet granted, by namespace. */
  #session: SessionNamespaces
  /** The address that the wallet itself selected, by namespace. */
  #selected: Record<Namespace, string> = {}

  constructor(topic: string, needs: SessionNeeds) {
    const { client, connectorId } = needs
    this.#topic = topic
    this.#needs = needs
    this.#session = this.#accept()
    this.#link = createLiveConnection({
      id: topic,
      connectorId,
      wallet: topic,
      live: new Set(),
      end: needs.end,
      scopes: () => toScopes(this.#session, this.#selected),
      request: (request) => this.#request(request),
      switchNetwork: (network, signal) => this.#switchNetwork(network, signal),
      // A session can only end as a whole.
      disconnect: () =>
        client.end(topic).catch((error: unknown) => {
          throw toWalletError(error, 'wc_sessionDelete')
        }),
      reportsDisconnect: true,
      releaseTimeoutMs: RELEASE_TIMEOUT_MS,
      disconnected: () => notConnected(connectorId),
      onEnd: () => {
        this.#life.abort(notConnected(connectorId))
        needs.onEnd(this.connection)
      },
      snapshot: () => ({ topic }),
    })
    this.#link.listen(
      (signal: Signal) => {
        if ('topic' in signal && signal.topic === topic) this.#onSignal(signal)
      },
      (listener) => client.on(listener),
    )
  }

  get connection(): Connection {
    return this.#link.connection
  }

  /** Answers a request from the session's own data, by a node of the network, or by the wallet. */
  async #request({ network, method, params, signal }: WireRequest): Promise<unknown> {
    const reference = toReference(network)
    const namespace = namespaceOf(network)
    const granted = grantedIn(this.#session, namespace)
    if (!granted)
      throw new LatchkeyError(
        'walletconnect.namespace_not_configured',
        `Namespace '${namespace}' is not configured. Please call connect() first with namespace config.`,
        { context: { namespace } },
      )
    const local = answerLocally(namespace, granted, method)
    if (local) return local.result
    if (!granted.methods.includes(method))
      return readFromNetwork(this.#needs, { network, method, params, signal })
    if (!granted.chains.includes(network) && method !== SWITCH)
      throw new LatchkeyError(
        'wallet.chain_disconnected',
        `The wallet did not allow ${network}: connect it again with this network.`,
        { context: { network } },
      )
    // A wallet is asked to switch on a chain that it granted: the one in use.
    return this.#ask(
      granted.chains.includes(network)
        ? network
        : `${namespace}:${reference && granted.defaultChain}`,
      method,
      params,
      signal,
    )
  }

  /**
   * Switches to a network. A chain that the wallet granted is simply used from now on. For another one
   * the wallet is asked, if it granted the method.
   */
  async #switchNetwork(network: Network, signal?: AbortSignal): Promise<void> {
    const granted = grantedIn(this.#session, network.namespace)
    if (this.#link.isOver || !granted) throw noSession()
    if (!granted.chains.includes(network.id)) {
      if (!granted.methods.includes(SWITCH))
        throw new LatchkeyError(
          'wallet.switch_unsupported',
          `The wallet did not allow ${network.id}: connect it again with this network.`,
          { context: { network: network.id } },
        )
      await this.#ask(
        `${network.namespace}:${granted.defaultChain}`,
        SWITCH,
        [{ chainId: `0x${Number(network.reference).toString(16)}` }],
        signal,
      )
    }
    this.#useChain(network.namespace, network.reference)
  }

  /**
   * Reads what the wallet granted, and drops what nobody asked for.
   * @throws `walletconnect.session_missing`, `walletconnect.bad_session`
   */
  #accept(): SessionNamespaces {
    const { asked, client, adapter, ruleOf } = this.#needs
    // A node can answer a method only through an adapter that reads from nodes.
    const rule: RuleOf = (method, namespace) => {
      const { class: cls, nodes } = ruleOf(method, namespace)
      return { class: cls, nodes: nodes && !!adapter(namespace)?.abilities.includes('read') }
    }
    const { namespaces, dropped } = accept(
      asked(),
      client.find(this.#topic).namespaces,
      rule,
      this.#session,
    )
    if (dropped.length) this.#needs.onSurplus(dropped)
    return namespaces
  }

  /** Sends a request to the wallet. It rejects when the session ends or the caller gives it up. */
  async #ask(
    network: Caip2,
    method: string,
    params: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const either = AbortSignal.any([this.#life.signal, ...(signal ? [signal] : [])])
    const ended = new Promise<never>((_, reject) => {
      const giveUp = (): void =>
        reject(
          this.#life.signal.aborted
            ? notConnected(this.#needs.connectorId)
            : aborted(method, signal?.reason),
        )
      if (either.aborted) giveUp()
      else either.addEventListener('abort', giveUp, { once: true })
    })
    const answer = this.#needs.client.request(
      this.#topic,
      network,
      { method, params: params ?? [] },
      either,
    )
    return Promise.race([answer, ended]).catch((error: unknown) => {
      throw toRequestError(error, method)
    })
  }

  #onSignal(signal: Signal): void {
    if (signal.type === 'deleted') this.#link.close('wallet')
    else if (signal.type === 'expired') this.#link.close('expired')
    else if (signal.type === 'updated') this.#update()
    else if (signal.type === 'event') this.#onEvent(signal)
  }

  /** The wallet has changed what it grants. */
  #update(): void {
    try {
      this.#session = this.#accept()
      this.#link.notify({ scopes: this.connection.scopes })
    } catch {
      // The wallet took back all that it had granted.
      this.#link.close('wallet')
      void this.#needs.client.end(this.#topic).catch(() => undefined)
    }
  }

  /** The wallet has sent an event (EIP-1193 names) for one of its chains. */
  #onEvent(event: Extract<Signal, { type: 'event' }>): void {
    const { chainId, name, data } = event
    const namespace = chainId.split(':')[0] ?? ''
    const granted = grantedIn(this.#session, namespace)
    if (!granted || !granted.events.includes(name)) return
    this.#needs.onEvent?.(event)
    if (name === 'chainChanged') {
      // The chain in the event's data is newer than the chain that the event came by.
      const reference = toReference(data) ?? toReference(chainId)
      if (reference !== undefined && reference !== granted.defaultChain)
        this.#useChain(namespace, reference)
    } else if (name === 'accountsChanged') this.#selectAccount(namespace, data)
  }

  /**
   * The wallet or the visitor uses another chain from now on. If the selected address is not on it,
   * the first address there is selected.
   */
  #useChain(namespace: Namespace, reference: string): void {
    const granted = this.#session[namespace]!
    this.#session = { ...this.#session, [namespace]: { ...granted, defaultChain: reference } }
    const addresses = addressesOn(granted, reference)
    const [first] = addresses
    const now = this.#selected[namespace]
    if (first !== undefined && now !== undefined && !addresses.includes(now))
      this.#selected = { ...this.#selected, [namespace]: first }
    this.#link.notify({ network: `${namespace}:${reference}` })
  }

  /** The wallet has selected an account: the first in `data`, as an address or a CAIP-10 id. */
  #selectAccount(namespace: Namespace, data: unknown): void {
    const [first] = Array.isArray(data) ? (data as unknown[]) : []
    const address = isCaip10(first) ? parseCaip10(first).address : first
    const { accounts } = this.#session[namespace]!
    const known = accounts
      .map((account) => parseCaip10(account).address)
      .find((each) => typeof address === 'string' && each.toLowerCase() === address.toLowerCase())
    if (known === undefined) return
    this.#selected = { ...this.#selected, [namespace]: known }
    this.#link.notify({ scopes: this.connection.scopes })
  }
}
