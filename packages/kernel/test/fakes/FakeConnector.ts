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

export type FakeBehaviour =
  | 'accept'
  /** Says nothing until `answerLate` is called. */
  | 'silence'
  | { reject: unknown }
  /** Throws before there is a promise. */
  | { throw: unknown }

interface Options {
  namespaces: readonly Namespace[]
  /** Makes the link, anew each time. */
  link(): Connection
  name?: string
  rdns?: string
  kind?: ConnectorKind
}

/** A way to reach a wallet that does what `behave` and `comeBack` say. */
export class FakeConnector implements Connector {
  readonly name: string
  readonly kind: ConnectorKind
  readonly namespaces: readonly Namespace[]
  declare readonly rdns?: string
  /** What it does when it is asked to connect, and to restore: `nothing`: there is nothing left to revive. */
  behave: FakeBehaviour = 'accept'
  comeBack: FakeBehaviour | 'nothing' = 'accept'
  isThere: Availability = 'installed'
  readonly asked: ConnectRequest[] = []
  readonly restored: Json[] = []
  readonly #link: () => Connection
  readonly #waiting: { resolve(link: Connection): void; reject(error: unknown): void }[] = []

  constructor(
    readonly id: string,
    { namespaces, link, name = id, rdns, kind = 'external' }: Options,
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

  /** Answers now all that was met with silence, whether somebody still waits or not. */
  answerLate(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(this.#link())
  }

  /** Refuses now all that was met with silence. */
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
