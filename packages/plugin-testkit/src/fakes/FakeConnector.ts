import type {
  Availability,
  Connection,
  Connector,
  ConnectorKind,
  ConnectRequest,
  Json,
  Namespace,
  Network,
} from '@latchkey/plugin-api'

/** The answer of a {@link FakeConnector} to a connect or a restore. */
export type FakeBehaviour =
  | 'accept'
  /** Says nothing until `answerLate` is called. */
  | 'silence'
  | { reject: unknown }
  /** Throws before there is a promise. */
  | { throw: unknown }

/** The namespaces, name and connection of a {@link FakeConnector}. */
export interface FakeConnectorOptions {
  namespaces: readonly Namespace[]
  /** Makes a new connection each time. */
  link(): Connection
  name?: string
  rdns?: string
  kind?: ConnectorKind
}

/** A connector that does what `behave` (connect) and `comeBack` (restore) say. */
export class FakeConnector implements Connector {
  readonly name: string
  readonly kind: ConnectorKind
  readonly namespaces: readonly Namespace[]
  declare readonly rdns?: string
  /** Its answer when it is asked to connect. */
  behave: FakeBehaviour = 'accept'
  /** Its answer when it is asked to restore; `nothing`: no connection is left to restore. */
  comeBack: FakeBehaviour | 'nothing' = 'accept'
  /** Its availability. */
  isThere: Availability = 'installed'
  /** All connect requests, in order. */
  readonly asked: ConnectRequest[] = []
  /** All snapshots that it was to restore, in order. */
  readonly restored: Json[] = []
  readonly #link: () => Connection
  readonly #waiting: { resolve(link: Connection): void; reject(error: unknown): void }[] = []

  constructor(
    readonly id: string,
    { namespaces, link, name = id, rdns, kind = 'external' }: FakeConnectorOptions,
  ) {
    this.name = name
    this.kind = kind
    this.namespaces = namespaces
    this.#link = link
    if (rdns !== undefined) this.rdns = rdns
  }

  availability(): Availability {
    return this.isThere
  }

  connect(request: ConnectRequest): Promise<Connection> {
    this.asked.push(request)
    return this.#react(this.behave)
  }

  restore(
    snapshot: Json,
    _request: { networks: readonly Network[]; signal: AbortSignal },
  ): Promise<Connection | undefined> {
    this.restored.push(snapshot)
    return this.comeBack === 'nothing' ? Promise.resolve(undefined) : this.#react(this.comeBack)
  }

  /** Accepts now every request that it left unanswered, even one that was cancelled. */
  answerLate(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(this.#link())
  }

  /** Refuses now every request that it left unanswered. */
  refuseLate(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  #react(how: FakeBehaviour): Promise<Connection> {
    if (how === 'accept') return Promise.resolve(this.#link())
    if (how === 'silence')
      return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    if ('throw' in how) throw how.throw
    return Promise.resolve().then(() => {
      throw how.reject
    })
  }
}
