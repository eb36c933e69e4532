import { SignClient } from '@walletconnect/sign-client'
import { isLatchkeyError, LatchkeyError, type Dispose, type Json } from '@latchkey/plugin-api'
import type { AppLink } from '../links/appLink.js'
import { demandSockets } from '../sockets.js'
import { aborted, offline, unreachable } from '../errors.js'
import type { AskedNamespaces } from '../session/namespaces.js'
import { createAppOpener } from './appOpener.js'
import { listenToClient, type Signal } from './clientSignals.js'
import { createCore, createSilentLogger, type RelayClientOptions } from './core.js'
import { engineOf, startClient, type Client, type RelayCore } from './internals.js'
import { openStore, storeIn, type Store } from './store.js'
import { supervise, type Supervisor } from './supervisor.js'

/** A relay that does not answer is given up after so long. The client itself would wait for ever. */
const RELAY_TIMEOUT_MS = 20_000
/** A code waits so long for its answer: a little less than the library's own five minutes. */
const OFFER_TIMEOUT_MS = 290_000
/**
 * Two requests are so far apart: the client makes their ids of the time in ms and three random
 * digits, and two with one id would get the same answer.
 */
const MIN_GAP_MS = 2

/** A session in the form of the protocol. */
export type Session = ReturnType<Client['session']['get']>

/** A code, and the session that a wallet opens with it. */
export interface Offer {
  readonly uri: string
  readonly topic: string
  readonly madeAt: number
  readonly approval: Promise<{ session: Session; signed?: readonly Signed[] }>
}
/** A message that a wallet signed while it opened a session. */
export interface Signed {
  /** The account, as did:pkh. */
  readonly iss: string
  readonly message: string
  readonly signature: string
  readonly cacao: Json
}
/** A sign-in that a code asks for together with a session. */
export interface SignIn {
  readonly chains: string[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  readonly methods: string[]
}

const topicOf = (uri: string | undefined): string => /^wc:([^@]+)@/.exec(uri ?? '')?.[1] ?? ''

/**
 * The session client: codes, sessions and requests over the relay.
 * @throws `walletconnect.relay_unreachable`, `walletconnect.offline`
 */
export class RelayClient {
  readonly #client: Client
  readonly #core: RelayCore
  readonly #store: Store
  readonly #relayUrl: string
  readonly #apps: ReturnType<typeof createAppOpener>
  readonly #listeners = new Set<(signal: Signal) => void>()
  /** The code of each session, by topic: both end together. */
  readonly #codes = new Map<string, string>()
  readonly #life = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()
  readonly supervisor: Supervisor

  private constructor(
    client: Client,
    core: RelayCore,
    store: Store,
    supervisor: Supervisor,
    { relayUrl, isRead = () => false }: RelayClientOptions,
  ) {
    this.#client = client
    this.#core = core
    this.#store = store
    this.#relayUrl = relayUrl
    this.supervisor = supervisor
    this.#apps = createAppOpener(client, store, isRead)
    listenToClient(client, core, (signal) => this.#notify(signal))
  }

  /**
   * Opens the client and reads its stored sessions. The socket opens with the first code or session.
   * @throws `walletconnect.websocket_missing`
   */
  static async open(options: RelayClientOptions): Promise<RelayClient> {
    const sockets = demandSockets(options.webSocket)
    const name = `latchkey-walletconnect-${options.storeId}`
    const store = options.storage ? storeIn(options.storage, name) : await openStore(name)
    const core = createCore(options, store)
    const supervisor = supervise(core, sockets)
    try {
      await core.start()
      const client = await startClient(SignClient, {
        core: core as never,
        metadata: options.metadata,
        logger: createSilentLogger() as never,
      })
      return new RelayClient(client, core, store, supervisor, options)
    } catch (error) {
      supervisor.dispose()
      core.heartbeat.stop()
      store.close()
      throw error
    }
  }

  /** The library's own client, for tests of it. */
  get sdk(): { readonly client: Client; readonly core: RelayCore } {
    return { client: this.#client, core: this.#core }
  }

  /** Listens to changes. @returns stops listening */
  on(listener: (signal: Signal) => void): Dispose {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Makes a code for a session over these namespaces. */
  async propose(asked: AskedNamespaces): Promise<Offer> {
    const optionalNamespaces = Object.fromEntries(
      Object.entries(asked).map(([namespace, { chains, methods, events }]) => [
        namespace,
        { chains: [...chains], methods: [...methods], events: [...events] },
      ]),
    )
    const { uri, approval } = await this.#askRelay(() =>
      this.#client.connect({ optionalNamespaces }),
    )
    return this.#toOffer(
      uri,
      approval().then((session) => ({ session })),
    )
  }

  /** Makes a code for a session and a signature in one. */
  async authenticate(signIn: SignIn): Promise<Offer> {
    const { uri, response } = await this.#askRelay(() => this.#makeAuthentication(signIn))
    return this.#toOffer(
      uri,
      response().then(({ session, auths }) => {
        if (!session)
          throw new LatchkeyError(
            'wallet.bad_answer',
            'The wallet signed in without opening a session.',
            { context: { method: 'wc_sessionAuthenticate' } },
          )
        const signed = auths?.map((cacao) => ({
          iss: cacao.p.iss,
          message: this.#client.formatAuthMessage({ request: cacao.p as never, iss: cacao.p.iss }),
          signature: cacao.s.s,
          cacao: JSON.parse(JSON.stringify(cacao)) as Json,
        }))
        return { session, ...(signed && { signed }) }
      }),
    )
  }

  /** Takes a code back: its key is dropped, and answers to it are not read. */
  withdraw({ topic }: Pick<Offer, 'topic'>): void {
    this.#stopWaiting((proposal) => proposal.pairingTopic === topic)
    if (this.#client.core.pairing.pairings.keys.includes(topic)) this.#core.expirer.set(topic, 0)
  }

  sessions(): readonly Session[] {
    return this.#client.session.getAll()
  }

  /** @throws `walletconnect.session_missing` */
  find(topic: string): Session {
    const found = this.#client.session.getAll().find((session) => session.topic === topic)
    if (!found)
      throw new LatchkeyError(
        'walletconnect.session_missing',
        `The provided session "${topic}" doesn't exist in the Sign client`,
        { context: { topic } },
      )
    if (found.pairingTopic) this.#codes.set(topic, found.pairingTopic)
    return found
  }

  /** Sends a request to the wallet, as soon as the relay can be asked. */
  async request(
    topic: string,
    chainId: string,
    request: { method: string; params: unknown },
    signal: AbortSignal,
  ): Promise<unknown> {
    if (typeof navigator !== 'undefined' && navigator.onLine === false) throw offline()
    await this.supervisor.ready(signal)
    const turn = this.#turn
    this.#turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, MIN_GAP_MS)))
    await turn
    return this.#client.request({ topic, chainId, request: request as never })
  }

  /** Resolves when the wallet answered. */
  async ping(topic: string): Promise<void> {
    await this.#client.ping({ topic })
  }

  /** Extends a session by seven days. */
  async extend(topic: string): Promise<void> {
    await this.#client.extend({ topic })
  }

  /** Ends a session here and at its wallet. */
  async end(topic: string): Promise<void> {
    this.#forgetCode(topic)
    await this.#client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  }

  /**
   * Sets the app that later requests open; none if left out. @throws `kernel.invalid_option` for a
   * link that does not open an app
   */
  useApp = (link: AppLink | undefined): Promise<void> => this.#apps.use(link)

  dispose(): void {
    this.#life.abort()
    this.#stopWaiting(() => true)
    this.supervisor.dispose()
    this.#core.heartbeat.stop()
    this.#core.events.removeAllListeners()
    this.#listeners.clear()
    this.#store.close()
  }

  async #askRelay<T>(work: () => Promise<T>): Promise<T> {
    if (typeof navigator !== 'undefined' && navigator.onLine === false) throw offline()
    let timer: ReturnType<typeof setTimeout> | undefined
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unreachable(this.#relayUrl)), RELAY_TIMEOUT_MS)
      this.#life.signal.addEventListener('abort', () => reject(aborted('Pairing')), { once: true })
    })
    try {
      return await Promise.race([this.supervisor.open().then(work), deadline])
    } catch (cause) {
      throw isLatchkeyError(cause) ? cause : unreachable(this.#relayUrl, cause)
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * The client makes two requests for one code, with ids made of the time in ms and three random
   * digits. With one id for both, the answer to one would be read as the answer to the other, so
   * that a new code is made.
   */
  async #makeAuthentication(signIn: SignIn): ReturnType<Client['authenticate']> {
    const made = await this.#client.authenticate(signIn as never)
    const topic = topicOf(made.uri)
    const proposal = this.#client.proposal
      .getAll()
      .find(({ pairingTopic }) => pairingTopic === topic)
    if (!proposal || !this.#client.auth.requests.keys.includes(proposal.id)) return made
    made.response().catch(() => undefined)
    this.withdraw({ topic })
    return this.#makeAuthentication(signIn)
  }

  #toOffer(uri: string | undefined, approval: Offer['approval']): Offer {
    // It may reject before a caller awaits it, or after all have given up.
    approval.catch(() => undefined)
    const topic = topicOf(uri)
    const timer = setTimeout(
      () => this.#stopWaiting(({ pairingTopic }) => pairingTopic === topic),
      OFFER_TIMEOUT_MS,
    )
    void approval.catch(() => undefined).then(() => clearTimeout(timer))
    this.#life.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    return { uri: uri!, topic, madeAt: Date.now(), approval }
  }

  /**
   * Stops waiting for answers to codes. The library's own timeout would reject a promise that no
   * caller can catch.
   */
  #stopWaiting(isMeant: (proposal: { pairingTopic: string }) => boolean): void {
    const { events } = engineOf(this.#client)
    for (const { id } of this.#client.proposal.getAll().filter(isMeant))
      events.emit(`session_connect:${id}`, { error: { code: 0, message: 'Proposal expired' } })
  }

  #forgetCode(session: string): void {
    const topic = this.#codes.get(session)
    this.#codes.delete(session)
    if (topic !== undefined) this.withdraw({ topic })
  }

  #notify(signal: Signal): void {
    if (signal.type === 'deleted' || signal.type === 'expired') this.#forgetCode(signal.topic)
    for (const listener of [...this.#listeners]) listener(signal)
  }
}
