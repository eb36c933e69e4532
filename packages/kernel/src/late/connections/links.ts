import { isCaip2, LatchkeyError, namespaceOf, type Account, type CloseReason, type Connection, type ConnectionChange, type ConnectionInfo, type Connector, type Dispose, type Namespace, type Scope, type Scopes } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { own } from '../../support/own.js'
import { unlessAborted } from '../steps.js'
import type { Book } from './book.js'
import { infoOf, stateOf, type ConnectionEvent } from './machine.js'
import { forgetBalances, type Stored } from './stored.js'

/** A connection that is alive, and what hangs on it. */
export interface Link {
  readonly connection: Connection
  readonly connector: Connector
  /** Aborted when it has ended, or another one took its place. */
  readonly signal: AbortSignal
}
type Claims = Extract<ConnectionEvent, { type: 'established' }>['claims']
type How = Pick<Extract<ConnectionEvent, { type: 'established' }>, 'lead' | 'yields'> & {
  claims: Claims
  signal: AbortSignal
  /** What the machine handles in the same step. */
  beside?(): readonly ConnectionEvent[]
}

/** The connections that are alive. What their wallets say goes from here to the book. */
export interface Links {
  find(id: string | undefined): Link | undefined
  /** Takes a connection in: loads adapters, parses accounts, writes it down. Whoever called lets it go when that fails. @throws `wallet.bad_answer`, `wallet.disconnected`, and the reason of an abort */
  adopt(connector: Connector, connection: Connection, how: How): Promise<{ info: ConnectionInfo; link: Link }>
  /** Forgets a connection, or its part in these namespaces. Asks the wallet nothing. */
  drop(id: string, reason: CloseReason, namespaces?: readonly Namespace[]): void
  /** Lets go what nobody wants any more, unless the same wallet is connected. */
  discard(connection: Connection): void
  write(): void
}

/** What happens where the wallet went: told by the network's side. */
export interface Followers {
  /** Called after the book was told. */
  moved(namespace: Namespace): void
  originOf(namespace: Namespace): 'visitor' | 'wallet'
}

interface Held extends Link {
  readonly end: AbortController
  off: Dispose
  /** Counts updates, so that a slow one never overtakes a newer one. */
  updates: number
}

/** Accounts whose adapter is there and accepts them. Nothing else gets in. */
function parse({ adapterNow, report }: KernelCore, scopes: Scopes): Scopes {
  const parsed = Object.entries(scopes).flatMap(([namespace, scope]): [Namespace, Scope][] => {
    const adapter = adapterNow(namespace)
    const accounts = new Map<string, Account>()
    for (const account of adapter ? scope.accounts : []) {
      try {
        if (account.namespace !== namespace) throw new LatchkeyError('wallet.bad_answer', `An account of ${account.namespace} stands among those of ${namespace}.`)
        const address = adapter!.parseAddress(account.address)
        if (!accounts.has(account.key)) accounts.set(account.key, { ...account, address })
      } catch (error) {
        report(error, `connection: an account of ${namespace}`)
      }
    }
    return accounts.size ? [[namespace, { ...scope, accounts: [...accounts.values()] }]] : []
  })
  return Object.fromEntries(parsed)
}

/** Loads the adapters of those namespaces that have one. One that fails is reported, its namespace stays out. */
const loadAdapters = async ({ adapters, adapter, adapterNow, report }: KernelCore, scopes: Scopes): Promise<void> => {
  await Promise.all(Object.keys(scopes).filter((name) => adapters.find(name) && !adapterNow(name)).map((name) => adapter(name).catch((error: unknown) => report(error, `connection: adapter of ${name}`))))
}

export function createLinks(core: KernelCore, book: Book, stored: Stored, followers: Followers): Links {
  const { adapters, adapterNow, events, report, onDispose } = core
  const live = new Map<string, Held>()
  const write = (): void => stored.write(book.read(), [...live.values()].map(({ connection, connector }) => ({ id: connection.id, connectorId: connector.id, name: connector.name, snapshot: () => connection.snapshot() })))
  const end = (held: Held | undefined): void => {
    if (!held) return
    if (live.get(held.connection.id) === held) live.delete(held.connection.id)
    held.end.abort()
    try {
      held.off()
    } catch (error) {
      report(error, `connector ${held.connector.id}: listener`)
    }
  }
  const drop: Links['drop'] = (id, reason, namespaces) => {
    const info = infoOf(book.read(), id)
    const gone = Object.keys(info?.scopes ?? {}).filter((name) => namespaces?.includes(name) ?? true)
    if (!info || !gone.length) return
    const addresses = gone.flatMap((name) => [stateOf(book.read(), name)?.address ?? '', ...(own(info.scopes, name)?.accounts ?? []).map(({ address }) => address)])
    if (gone.length === Object.keys(info.scopes).length) end(live.get(id))
    book.apply({ type: 'closed', id, namespaces: gone })
    forgetBalances(core, addresses)
    write()
    void book.tell()
    events.emit('connection:closed', { connectionId: id, namespaces: gone, reason })
  }

  const rescope = (id: string, scopes: Scopes): void => {
    const before = infoOf(book.read(), id)?.scopes ?? {}
    const after = parse(core, scopes)
    const gone = Object.keys(before).filter((name) => !own(after, name))
    if (gone.length) drop(id, 'wallet', gone)
    if (!infoOf(book.read(), id)) return
    const moved = Object.keys(after).filter((name) => own(after, name)?.network !== own(before, name)?.network)
    book.apply({ type: 'scopes', id, scopes: after })
    follow(moved)
  }
  /** Writes and tells, after the wallet went to other networks in these namespaces. */
  const follow = (moved: readonly Namespace[]): void => {
    write()
    void book.tell(moved.some((name) => followers.originOf(name) === 'visitor') ? 'visitor' : 'wallet')
    for (const name of moved) followers.moved(name)
  }
  const travel = (id: string, network: unknown): void => {
    if (!isCaip2(network)) throw new LatchkeyError('wallet.bad_answer', `The wallet went to "${String(network)}", which is no network.`)
    const namespace = namespaceOf(network)
    const isNew = own(infoOf(book.read(), id)?.scopes, namespace)?.network !== network
    book.apply({ type: 'network', id, network })
    if (isNew) follow([namespace])
  }
  const hear = (held: Held, change: ConnectionChange): void => {
    const { id } = held.connection
    if (live.get(id) !== held) return
    if ('closed' in change) return drop(id, change.closed)
    if ('network' in change) return travel(id, change.network)
    const mine = ++held.updates
    const names = Object.keys(change.scopes)
    const isLoading = names.some((name) => adapters.find(name) && !adapterNow(name))
    if (!isLoading || names.some(adapterNow)) rescope(id, change.scopes)
    // Namespaces whose adapter is on its way come in when it is there, unless there is a newer update by then.
    if (isLoading) void loadAdapters(core, change.scopes).then(() => {
      if (live.get(id) === held && held.updates === mine) rescope(id, change.scopes)
    })
  }
  const listen = (held: Held, change: ConnectionChange): void => {
    try {
      hear(held, change)
    } catch (error) {
      report(error, `connector ${held.connector.id}: update`)
    }
  }

  const discard: Links['discard'] = (connection) => {
    // It may be anything at all.
    new Promise<void>((resolve) => resolve(live.has(connection.id) ? undefined : connection.release())).catch((error: unknown) => core.log.debug('release', error))
  }
  const adopt: Links['adopt'] = async (connector, connection, { signal, beside, ...how }) => {
    const controller = new AbortController()
    const held: Held = { connection, connector, signal: controller.signal, end: controller, off: () => undefined, updates: 0 }
    const early: ConnectionChange[] = []
    let take = (change: ConnectionChange): void => void early.push(change)
    try {
      held.off = connection.onChange((change) => take(change))
      await unlessAborted(signal, loadAdapters(core, connection.scopes))
      if (early.some((change) => 'closed' in change)) throw new LatchkeyError('wallet.disconnected', 'The wallet ended the connection while it was being made.', { context: { connectorId: connector.id } })
      const scopes = parse(core, connection.scopes)
      if (!Object.keys(scopes).length) throw new LatchkeyError('wallet.bad_answer', 'The wallet gave no account that its adapter accepts.')
      end(live.get(connection.id))
      live.set(connection.id, held)
      stored.forget(({ id }) => id === connection.id)
      const { id } = connection
      const { name, icon, rdns } = connector
      book.apply({ type: 'established', info: { id, connectorId: connector.id, name, ...(icon !== undefined && { icon }), ...(rdns !== undefined && { rdns }), scopes }, ...how }, ...(beside?.() ?? []))
    } catch (error) {
      end(held)
      throw error
    }
    write()
    void book.tell()
    take = (change) => listen(held, change)
    for (const change of early) take(change)
    const info = infoOf(book.read(), connection.id)
    if (!info) throw new LatchkeyError('wallet.disconnected', 'The wallet ended the connection while it was being made.', { context: { connectorId: connector.id } })
    return { info, link: held }
  }
  onDispose(() => {
    for (const held of [...live.values()]) end(held)
  })
  return { find: (id) => (id === undefined ? undefined : live.get(id)), adopt, drop, discard, write }
}
