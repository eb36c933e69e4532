import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { isLatchkeyError, LatchkeyError, type Dispose, type Json } from '@latchkey/plugin-api'
import type { AppLink } from '../appLink.js'
import { demandSockets, type SocketClass } from '../sockets.js'
import { aborted, offline, unreachable } from '../errors.js'
import type { AskedNamespaces } from '../session/namespaces.js'
import { createAppOpener, type IsRead } from './appOpener.js'
import { engineOf, startClient, type Client, type RelayCore } from './internals.js'
import { openStore, type Store } from './store.js'
import { supervise, type Supervisor } from './supervisor.js'

/** ms after which a relay that says nothing is not waited for any more. The client itself would wait for ever. */
const DEADLINE = 20_000
/** ms that an answer to a code is waited for: the library's own clock rings after five minutes. */
const PATIENCE = 290_000
/** ms between two requests: the client makes their ids of the time in ms and three dice, and two with the same id would get the same answer. */
const APART = 2

export interface RelayClientOptions {
  /** Public relay with this id, if there is no `relayUrl`. */
  projectId?: string | undefined
  relayUrl: string
  /** Whether the verify service may attest this page's origin to the wallet: loads a frame. */
  verify: boolean
  metadata: { name: string; description: string; url: string; icons: string[] }
  /** Names what is stored. */
  storeId: string
  /** Opens sockets where the place has none of its own. */
  webSocket?: SocketClass | undefined
  isRead?: IsRead
}

/** A session as the protocol has it. */
export type Session = ReturnType<Client['session']['get']>

/** A code, and the session that a wallet makes of it. */
export interface Offer {
  readonly uri: string
  readonly topic: string
  readonly madeAt: number
  readonly approval: Promise<{ session: Session; signed?: readonly Signed[] }>
}
/** A message as a wallet signed it while it opened a session. */
export interface Signed {
  /** did:pkh of the account. */
  readonly iss: string
  readonly message: string
  readonly signature: string
  readonly cacao: Json
}
export interface SignIn {
  readonly chains: string[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  readonly methods: string[]
}

/** What a wallet says of a session, or of a code. */
export type Signal =
  | { type: 'answered'; topic: string }
  | { type: 'unreadable' | 'refused'; error: unknown }
  | { type: 'updated' | 'extended' | 'deleted' | 'expired'; topic: string }
  | { type: 'event'; topic: string; chainId: string; name: string; data: unknown }

/** A client without words: what it would say holds keys. */
const quiet = (): object => {
  const say = (): undefined => undefined
  const logger: object = {
    level: 'silent',
    trace: say,
    debug: say,
    info: say,
    warn: say,
    error: say,
    fatal: say,
    bindings: () => ({}),
    child: () => logger,
  }
  return logger
}

function makeCore(options: RelayClientOptions, storage: Store): RelayCore {
  const { projectId, relayUrl, storeId } = options
  const core = new Core({
    ...(projectId !== undefined && { projectId }),
    relayUrl,
    customStoragePrefix: storeId,
    storage: storage as never,
    logger: quiet() as never,
    telemetryEnabled: false,
  })
  // It leaves itself on the page for a second copy, which there is none of.
  for (const key of [`_walletConnectCore_${storeId}`, `_walletConnectCore_${storeId}_count`])
    Reflect.deleteProperty(globalThis, key)
  if (!options.verify) core.verify.register = async () => ''
  return core
}

const topicOf = (uri: string | undefined): string => /^wc:([^@]+)@/.exec(uri ?? '')?.[1] ?? ''

/** The relay and the sessions on it. @throws `walletconnect.relay_unreachable`, `walletconnect.offline` */
export class RelayClient {
  readonly #client: Client
  readonly #core: RelayCore
  readonly #store: Store
  readonly #relayUrl: string
  readonly #apps: ReturnType<typeof createAppOpener>
  readonly #listeners = new Set<(signal: Signal) => void>()
  /** The codes that sessions came by: they end together. */
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
    this.#listen()
  }

  /** Reads what is stored; the socket opens with the first code or session. @throws `walletconnect.websocket_missing` */
  static async open(options: RelayClientOptions): Promise<RelayClient> {
    const sockets = demandSockets(options.webSocket)
    const store = await openStore(`latchkey-walletconnect-${options.storeId}`)
    const core = makeCore(options, store)
    const supervisor = supervise(core, sockets)
    try {
      await core.start()
      const client = await startClient(SignClient, {
        core: core as never,
        metadata: options.metadata,
        logger: quiet() as never,
      })
      return new RelayClient(client, core, store, supervisor, options)
    } catch (error) {
      supervisor.dispose()
      core.heartbeat.stop()
      store.close()
      throw error
    }
  }

  /** The client itself, for tests of what it promises. */
  get sdk(): { readonly client: Client; readonly core: RelayCore } {
    return { client: this.#client, core: this.#core }
  }

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
    const { uri, approval } = await this.#reach(() => this.#client.connect({ optionalNamespaces }))
    return this.#toOffer(
      uri,
      approval().then((session) => ({ session })),
    )
  }

  /** Makes a code for a session and a signature in one. */
  async authenticate(signIn: SignIn): Promise<Offer> {
    const { uri, response } = await this.#reach(() => this.#makeAuthentication(signIn))
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

  /** Takes a code back: its key is forgotten, and nothing that comes for it is read. */
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

  /** Asks the wallet, as soon as the relay can be asked. */
  async request(
    topic: string,
    chainId: string,
    request: { method: string; params: unknown },
    signal: AbortSignal,
  ): Promise<unknown> {
    if (typeof navigator !== 'undefined' && navigator.onLine === false) throw offline()
    await this.supervisor.ready(signal)
    const turn = this.#turn
    this.#turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, APART)))
    await turn
    return this.#client.request({ topic, chainId, request: request as never })
  }

  async ping(topic: string): Promise<void> {
    await this.#client.ping({ topic })
  }

  async extend(topic: string): Promise<void> {
    await this.#client.extend({ topic })
  }

  /** Ends a session, also at its wallet. */
  async end(topic: string): Promise<void> {
    this.#forgetCode(topic)
    await this.#client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  }

  /** The app that is to be opened for later requests, or none. @throws `kernel.invalid_option` for a link that opens no app */
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

  async #reach<T>(work: () => Promise<T>): Promise<T> {
    if (typeof navigator !== 'undefined' && navigator.onLine === false) throw offline()
    let timer: ReturnType<typeof setTimeout> | undefined
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unreachable(this.#relayUrl)), DEADLINE)
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

  /** The client makes two requests of one code, and their ids of the time in ms and three dice: with the same id, the answer to one would be read as that to the other. */
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
    // It may fail before anybody waits for it, and after nobody does any more.
    approval.catch(() => undefined)
    const topic = topicOf(uri)
    const timer = setTimeout(
      () => this.#stopWaiting(({ pairingTopic }) => pairingTopic === topic),
      PATIENCE,
    )
    void approval.catch(() => undefined).then(() => clearTimeout(timer))
    this.#life.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    return { uri: uri!, topic, madeAt: Date.now(), approval }
  }

  /** Ends waiting for an answer to codes. The library's own clock, left alone, makes a rejection that nobody can catch. */
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

  #tell(signal: Signal): void {
    if (signal.type === 'deleted' || signal.type === 'expired') this.#forgetCode(signal.topic)
    for (const listener of [...this.#listeners]) listener(signal)
  }

  #listen(): void {
    const { events } = this.#client
    const name = (event: string, type: 'updated' | 'extended' | 'deleted' | 'expired'): void =>
      void events.on(event as 'session_update', ({ topic }: { topic: string }) =>
        this.#tell({ type, topic }),
      )
    name('session_update', 'updated')
    name('session_extend', 'extended')
    name('session_delete', 'deleted')
    name('session_expire', 'expired')
    events.on('session_event', ({ topic, params: { chainId, event } }) =>
      this.#tell({ type: 'event', topic, chainId, name: event.name, data: event.data as Json }),
    )
    this.#core.relayer.on('relayer_error', (error: unknown) =>
      this.#tell({ type: 'refused', error }),
    )
    this.#listenToEngine()
  }

  /** What the client tells nobody: that a wallet answered, and that its answer cannot be read. */
  #listenToEngine(): void {
    const engine = engineOf(this.#client)
    const {
      onSessionProposeResponse: answer,
      isValidSessionSettleRequest: check,
      onSessionAuthenticateResponse: authenticated,
    } = engine
    engine.onSessionProposeResponse = (topic, payload, transport) => {
      if (payload.result !== undefined) this.#tell({ type: 'answered', topic })
      return answer.call(engine, topic, payload, transport)
    }
    engine.isValidSessionSettleRequest = (params) => {
      try {
        check.call(engine, params)
      } catch (error) {
        this.#tell({ type: 'unreadable', error })
        throw error
      }
    }
    // Checking a contract's signature would ask a foreign node; whoever asked for the signature checks it anyway.
    engine.onSessionAuthenticateResponse = (topic, payload) => {
      const isContract = payload.result?.cacaos?.some(({ s }) => s?.t === 'eip1271')
      authenticated.call(
        engine,
        topic,
        isContract
          ? {
              id: payload.id,
              error: { code: 4200, message: 'Smart accounts sign in after they have connected.' },
            }
          : payload,
      )
    }
    // Hashes of transactions and contracts' addresses would go to the relay in the clear.
    engine.getTVFParams = (id) => ({ correlationId: id })
  }
}
