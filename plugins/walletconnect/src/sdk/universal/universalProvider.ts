import {
  LatchkeyError,
  type Caip2,
  type ConnectionInfo,
  type Namespace,
} from '@latchkey/plugin-api'
import { createClient } from './client.js'
import { createEmitter, type Emitter } from './emitter.js'
import { createFamilies, type Families } from './families.js'
import {
  hiddenOf,
  startProvider,
  type LibraryClient,
  type LibrarySession,
  type UniversalProvider,
} from './library.js'
import type { UniversalNeeds, WalletEvent } from './needs.js'
import { addressesOn, chainOf, connectionIn, rightsOf, toSession, type Picture } from './session.js'
import { Switches } from './switches.js'
import { untilRestored } from './untilRestored.js'

const ignore = (): undefined => undefined
/** Writes nothing: the library's own logger would write to the console. */
const logger = { level: 'silent', trace: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Opens the published provider over the kernel's session, and keeps both in step until the plugin
 * ends. Resolves when stored connections came back.
 */
export async function openUniversalProvider(needs: UniversalNeeds): Promise<UniversalProvider> {
  await untilRestored(needs.ctx)
  return new ProviderInStep(needs).open()
}

class ProviderInStep {
  readonly #needs: UniversalNeeds
  readonly #emitter: Emitter
  readonly #own = { connecting: 0 }
  readonly #families: Families
  /** Calls of the provider's own `disconnect` that run. */
  #leaving = 0
  readonly #switches: Switches
  /** Addresses that each namespace's listeners know of. */
  readonly #told = new Map<Namespace, string>()
  #provider!: UniversalProvider
  #client!: LibraryClient
  #isOver = false
  #turn: Promise<void> = Promise.resolve()

  constructor(needs: UniversalNeeds) {
    this.#needs = needs
    this.#emitter = createEmitter((error) => this.#report(error))
    this.#families = this.#createFamilies()
    this.#switches = new Switches({
      ctx: needs.ctx,
      connectorId: needs.connectorId,
      topic: () => this.#provider.session?.topic,
      align: (namespace) => {
        const info = connectionIn(this.#picture.connections, needs.connectorId)
        if (info && info.id === this.#provider.session?.topic) this.#align(info, namespace)
      },
    })
  }

  async open(): Promise<UniversalProvider> {
    const { ctx, onEvent, connectorId, client, begin, opensModal } = this.#needs
    this.#client = createClient({
      ctx,
      connectorId,
      client,
      begin,
      opensModal,
      emitter: this.#emitter,
      own: this.#own,
      session: () => this.#provider.session,
      adopt: (info) => this.#take(info),
      settle: () => this.#settle(),
      onUri: (uri) => {
        this.#provider.uri = uri
        this.#emit('display_uri', uri)
      },
    })
    const options = { client: this.#client, logger, disableProviderPing: true }
    await startProvider(options as never, (provider) => {
      this.#provider = provider
      provider.rpcProviders = this.#families.table
    })
    this.#emitter.handOver()
    this.#watchLeaving()
    const stops = [
      ctx.connections.subscribe(() => void this.#settle()),
      ctx.activeNetwork.subscribe(() => void this.#settle()),
      onEvent((event) => this.#onEvent(event)),
    ]
    ctx.onDispose(() => {
      for (const stop of stops) stop()
      this.#dispose()
    })
    await this.#settle()
    return this.#provider
  }

  get #picture(): Picture {
    const { connections, activeNetwork } = this.#needs.ctx
    return { connections: connections.get(), active: activeNetwork.get() }
  }

  #createFamilies(): Families {
    return createFamilies({
      ctx: this.#needs.ctx,
      client: () => this.#client,
      chains: (namespace) => this.#provider.session?.namespaces[namespace]?.chains ?? [],
      switchChain: (chain) => this.#switches.run(chain),
      demandUsable: (chain) => this.#switches.demandUsable(chain),
      onDefaultChain: (chain) =>
        void this.#switches.run(chain).catch((error: unknown) => this.#report(error)),
    })
  }

  /** The library clears up after its own `disconnect` itself, in several tasks, and emits nothing. */
  #watchLeaving(): void {
    const provider = this.#provider
    const disconnect = provider.disconnect.bind(provider)
    provider.disconnect = async () => {
      this.#leaving++
      try {
        await disconnect()
      } finally {
        this.#leaving--
        void this.#settle()
      }
    }
  }

  /** Follows the kernel. One call after the other: the library ends a session in several tasks. */
  #settle(): Promise<void> {
    return (this.#turn = this.#turn
      .then(() => (this.#isOver ? undefined : this.#follow()))
      .catch((error: unknown) => this.#report(error)))
  }

  async #follow(): Promise<void> {
    if (this.#leaving) return
    const { connectorId } = this.#needs
    const info = connectionIn(this.#picture.connections, connectorId)
    const topic = this.#provider.session?.topic
    if (topic !== undefined && !info) await this.#end(topic)
    if (!info) return
    if (topic !== info.id) {
      // The library takes the session of its own attempt itself.
      if (this.#own.connecting) return
      this.#provider.session = this.#take(info)
      this.#provider.namespaces = this.#namespaces()
      this.#guard(() => hiddenOf(this.#provider).onConnect())
    } else await this.#update(info)
  }

  /** Prepares the provider for a connection's session. @throws `walletconnect.session_missing` */
  #take(info: ConnectionInfo): LibrarySession {
    const session = this.#read(info)
    this.#clearFamilies()
    this.#switches.forgetAll()
    this.#told.clear()
    // `connect` tells listeners of these.
    for (const [namespace, { chains = [] }] of Object.entries(session.namespaces))
      this.#told.set(namespace, addressesOn(session, chains[0] as Caip2).join())
    this.#provider.namespaces = {}
    this.#provider.optionalNamespaces = {}
    return session
  }

  #read(info: ConnectionInfo): LibrarySession {
    const { client, parseNamespaces } = this.#needs
    return toSession(client.find(info.id), info, this.#picture, parseNamespaces)
  }

  /** The session's namespaces in the library's form, each with its default chain. */
  #namespaces(): NonNullable<UniversalProvider['namespaces']> {
    return Object.fromEntries(
      Object.entries(this.#provider.session?.namespaces ?? {}).map(
        ([name, { chains = [], methods, events }]) => [
          name,
          { chains, methods, events, defaultChain: chains[0]?.slice(name.length + 1) ?? '' },
        ],
      ),
    )
  }

  async #update(info: ConnectionInfo): Promise<void> {
    const provider = this.#provider
    const before = provider.session!
    const session = (provider.session = this.#read(info))
    if (rightsOf(before) !== rightsOf(session)) {
      const { topic, namespaces } = session
      this.#clearFamilies()
      provider.namespaces = this.#namespaces()
      hiddenOf(provider).createProviders()
      await this.#emitter.emit('session_update', { id: Date.now(), topic, params: { namespaces } })
    }
    for (const namespace of Object.keys(session.namespaces)) this.#align(info, namespace)
  }

  /** Uses the kernel's network and account in one namespace. */
  #align(info: ConnectionInfo, namespace: Namespace): void {
    const provider = this.#provider
    const family = provider.rpcProviders[namespace]
    // A session that is in use follows the kernel, whatever the host chose before.
    if (this.#picture.connections.namespaces[namespace]?.connectionId === info.id)
      this.#switches.forget(namespace)
    const chain = this.#switches.chosenIn(namespace) ?? chainOf(this.#picture, info, namespace)
    if (!family || !provider.session || chain === undefined || this.#switches.isRunning(namespace))
      return
    family.namespace.accounts = provider.session.namespaces[namespace]?.accounts ?? []
    const reference = chain.slice(namespace.length + 1)
    const now = addressesOn(provider.session, chain)
    const isMoved = family.getDefaultChain() !== reference
    const isOther = this.#told.get(namespace) !== now.join()
    this.#told.set(namespace, now.join())
    // The library emits `chainChanged`, and `accountsChanged` with it.
    if (isMoved) this.#guard(() => this.#families.follow(family, reference))
    else if (isOther) this.#emit('accountsChanged', [...now])
  }

  #onEvent({ topic, chainId, name, data }: WalletEvent): void {
    if (topic !== this.#provider.session?.topic) return
    const event = { id: Date.now(), topic, params: { chainId, event: { name, data } } }
    // Network and account come from the kernel, which checks them.
    if (name === 'chainChanged' || name === 'accountsChanged') this.#emit('session_event', event)
    else void this.#emitter.emit('session_event', event)
  }

  /** The kernel has ended the session: the library is told as if the wallet had. */
  async #end(topic: string): Promise<void> {
    this.#told.clear()
    await this.#emitter.emit('session_delete', { id: Date.now(), topic })
  }

  #dispose(): void {
    const provider = this.#provider
    const topic = provider.session?.topic
    this.#isOver = true
    delete provider.session
    delete provider.namespaces
    this.#clearFamilies()
    if (topic !== undefined)
      this.#emit('disconnect', { code: 4900, message: 'The kernel was disposed.', data: topic })
    provider.events.removeAllListeners()
    provider.connect = provider.enable = async () => {
      throw new LatchkeyError('kernel.disposed', 'The kernel was disposed: it connects no wallet.')
    }
  }

  #clearFamilies(): void {
    for (const name of Object.keys(this.#provider.rpcProviders))
      Reflect.deleteProperty(this.#provider.rpcProviders, name)
  }

  /** A host's listener that throws stops nothing here. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#report(error)
    }
  }

  #emit(event: string, value: unknown): void {
    this.#guard(() => void this.#provider.events.emit(event, value))
  }

  #report(error: unknown): void {
    this.#needs.ctx.log.error('universal provider:', error)
  }
}
