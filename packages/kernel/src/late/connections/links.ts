import {
  isCaip2,
  LatchkeyError,
  namespaceOf,
  type Caip2,
  type CloseReason,
  type Connection,
  type ConnectionChange,
  type ConnectionInfo,
  type Connector,
  type Dispose,
  type Namespace,
  type Scopes,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { guarded } from '../../support/guard.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import { abortedError, unlessAborted } from '../../support/time.js'
import { iconOf } from '../services/urls.js'
import type { Book } from './book.js'
import { isContested } from './claimants.js'
import { infoOf, stateOf, type ConnectionEvent } from './machine.js'
import { loadAdapters, parseScopes, unloaded } from './scopes.js'
import { forgetBalances, type Stored } from './stored.js'

/** A live connection with the connector that made it. */
export interface Link {
  readonly connection: Connection
  readonly connector: Connector
  /** Aborted when the connection has ended, or another one of its id has taken its place. */
  readonly signal: AbortSignal
}
/** How a connection is to be adopted. */
type Claim = Omit<Extract<ConnectionEvent, { type: 'revised' }>, 'type' | 'info'> & {
  signal: AbortSignal
  /** Asked when the adapters are loaded: the visitor may have let the connection go since. */
  isWanted?(): boolean
  /** Further events that the machine handles in the same step. */
  moreEvents?(): readonly ConnectionEvent[]
}

/** The live connections. Changes that their wallets report are written to the book. */
export interface Links {
  find(id: string | undefined): Link | undefined
  /**
   * Makes a connection part of the kernel: loads its adapters, parses its accounts, writes it down.
   * When that fails the caller has to release the connection.
   * @throws `wallet.bad_answer`, `wallet.disconnected`, `kernel.aborted`, and the reason of an abort
   */
  adopt(
    connector: Connector,
    connection: Connection,
    claim: Claim,
  ): Promise<{ info: ConnectionInfo; link: Link }>
  /** Writes down that the wallet of a connection is on that network now. */
  applyNetwork(id: string, network: Caip2): void
  /** Removes a connection, or its part in these namespaces, without asking the wallet. */
  drop(id: string, reason: CloseReason, namespaces?: readonly Namespace[]): void
  /** Releases a connection that is not wanted any more, unless one of its id is in use. */
  discard(connection: Connection): void
  /** Writes the live connections to the storage. */
  write(): void
}

/** Callbacks for wallets that go to another network. */
export interface NetworkFollowers {
  onMoved(namespace: Namespace): void
  /** The cause of a move in that namespace. */
  originOf(namespace: Namespace): 'visitor' | 'wallet'
}

interface LiveLink extends Link {
  end: Dispose
}
type Table = Map<string, LiveLink>

const refuseLost = (connectorId: string): never =>
  refuse(
    'wallet.disconnected',
    { connectorId },
    'The wallet ended the connection while it was being made.',
  )

/** Makes what replaces the scopes of a live connection; without a scope the connection ends. */
function createScopesUpdate({
  core,
  book,
  followers,
  live,
  write,
}: {
  core: KernelCore
  book: Book
  followers: NetworkFollowers
  live: Table
  write(): void
}) {
  return (id: string, scopes: Scopes, reason: CloseReason): void => {
    const info = infoOf(book.read(), id)
    if (!info) return
    const gone = Object.keys(info.scopes).filter((name) => !own(scopes, name))
    const moved = Object.keys(scopes).filter(
      (name) => own(scopes, name)?.network !== own(info.scopes, name)?.network,
    )
    const addresses = gone.flatMap((name) => [
      stateOf(book.read(), name).address,
      ...(info.scopes[name]?.accounts ?? []).map(({ address }) => address),
    ])
    if (!Object.keys(scopes).length) live.get(id)?.end()
    book.apply({ type: 'revised', info: { ...info, scopes } })
    if (gone.length) forgetBalances(core, addresses)
    write()
    void book.emitChanges(
      moved.some((name) => followers.originOf(name) === 'visitor') ? 'visitor' : 'wallet',
    )
    if (gone.length)
      core.events.emit('connection:closed', { connectionId: id, namespaces: gone, reason })
    moved.forEach(followers.onMoved)
  }
}

/** Applies the changes that a wallet reports. */
function createChangeHandler(
  core: KernelCore,
  live: Table,
  {
    update,
    applyNetwork,
    drop,
  }: { update: ReturnType<typeof createScopesUpdate> } & Pick<Links, 'applyNetwork' | 'drop'>,
) {
  return (link: LiveLink, change: ConnectionChange): void => {
    const { id } = link.connection
    if (live.get(id) !== link) return
    if ('closed' in change) return drop(id, change.closed)
    if ('network' in change) return applyNetwork(id, change.network)
    const { scopes } = change
    const isWhole = !unloaded(core, scopes).length
    const parsed = parseScopes(core, scopes)
    if (isWhole || Object.keys(parsed).length) update(id, parsed, 'wallet')
    // Namespaces whose adapter is still loading follow when it is loaded, with the accounts that the
    // wallet shows by then.
    if (!isWhole)
      void loadAdapters(core, scopes).then(
        () =>
          live.get(id) === link && update(id, parseScopes(core, link.connection.scopes), 'wallet'),
      )
  }
}

/** Listens to a connection from the start; `apply` gets the changes that it reports. */
function listen(
  { report }: KernelCore,
  live: Table,
  connector: Connector,
  connection: Connection,
  apply: (change: ConnectionChange) => void,
): LiveLink {
  const controller = new AbortController()
  const onError = (error: unknown): void => report(error, `connector ${connector.id}: listener`)
  const off = connection.onChange(guarded(apply, onError))
  const link: LiveLink = {
    connection,
    connector,
    signal: controller.signal,
    end() {
      if (live.get(connection.id) === link) live.delete(connection.id)
      guarded(off, onError)()
      controller.abort(
        new LatchkeyError(
          'wallet.disconnected',
          'The wallet was disconnected while it was being asked.',
        ),
      )
    },
  }
  return link
}

interface AdoptNeeds {
  core: KernelCore
  book: Book
  stored: Stored
  live: Table
  write(): void
  applyChange(link: LiveLink, change: ConnectionChange): void
}

/** The info of a connection with the accounts that its adapters accept. @throws `wallet.bad_answer` */
function toInfo(
  core: KernelCore,
  connector: Connector,
  { id, scopes }: Connection,
): ConnectionInfo {
  const { id: connectorId, name, rdns } = connector
  const icon = iconOf(connector)
  const parsed = parseScopes(core, scopes)
  if (!Object.keys(parsed).length)
    refuse('wallet.bad_answer', {}, 'The wallet gave no account that its adapter accepts.')
  return {
    id,
    connectorId,
    name,
    ...(icon !== undefined && { icon }),
    ...(rdns !== undefined && { rdns }),
    scopes: parsed,
  }
}

function createAdopt({ core, book, stored, live, write, applyChange }: AdoptNeeds): Links['adopt'] {
  return async (connector, connection, { signal, isWanted, moreEvents, ...claim }) => {
    const { id } = connection
    const connectorId = connector.id
    // Changes that the wallet reports before the connection is written down.
    const early: ConnectionChange[] = []
    let isWritten = false
    const link = listen(core, live, connector, connection, (change) =>
      isWritten ? applyChange(link, change) : void early.push(change),
    )
    try {
      await unlessAborted(signal, () => loadAdapters(core, connection.scopes))
      if (early.some((change) => 'closed' in change)) refuseLost(connectorId)
      if (isWanted?.() === false) throw abortedError('The connection is not wanted any more.')
      // Without a click no connection is accepted for a wallet that several claim to be.
      if (claim.yields && isContested(core.connectors, connector))
        throw abortedError(`Several wallets of this page claim to be "${connectorId}".`)
      const info = toInfo(core, connector, connection)
      live.get(id)?.end()
      live.set(id, link)
      stored.forget((entry) => entry.id === id)
      book.apply({ type: 'revised', info, ...claim }, ...(moreEvents?.() ?? []))
    } catch (error) {
      link.end()
      throw error
    }
    isWritten = true
    write()
    void book.emitChanges()
    for (const change of early) applyChange(link, change)
    return { info: infoOf(book.read(), id) ?? refuseLost(connectorId), link }
  }
}

export function createLinks(
  core: KernelCore,
  book: Book,
  stored: Stored,
  followers: NetworkFollowers,
): Links {
  const live: Table = new Map()
  const write = (): void =>
    stored.write(
      book.read(),
      [...live.values()].map(({ connection }) => connection),
    )
  const update = createScopesUpdate({ core, book, followers, live, write })
  const scopesOf = (id: string): Scopes => infoOf(book.read(), id)?.scopes ?? {}
  const drop: Links['drop'] = (id, reason, namespaces) =>
    update(
      id,
      Object.fromEntries(
        Object.entries(scopesOf(id)).filter(([name]) => namespaces && !namespaces.includes(name)),
      ),
      reason,
    )
  const applyNetwork: Links['applyNetwork'] = (id, network) => {
    const namespace = isCaip2(network) ? namespaceOf(network) : ''
    const scope = own(scopesOf(id), namespace)
    if (scope && scope.network !== network)
      update(id, { ...scopesOf(id), [namespace]: { ...scope, network } }, 'wallet')
  }
  const applyChange = createChangeHandler(core, live, { update, applyNetwork, drop })
  const adopt = createAdopt({ core, book, stored, live, write, applyChange })
  core.onDispose(() => live.forEach(({ end }) => end()))
  return {
    find: (id) => (id === undefined ? undefined : live.get(id)),
    adopt,
    applyNetwork,
    drop,
    write,
    // `connection` is untrusted: any member may throw.
    discard: (connection) =>
      void new Promise<void>((resolve) =>
        resolve(live.has(connection.id) ? undefined : connection.release()),
      ).catch((error: unknown) => core.log.debug('release', error)),
  }
}
