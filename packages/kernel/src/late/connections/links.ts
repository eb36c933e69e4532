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
import { aborted, unlessAborted } from '../steps.js'
import { iconOf } from '../services/links.js'
import type { Book } from './book.js'
import { isContested } from './claimants.js'
import { infoOf, stateOf, type ConnectionEvent } from './machine.js'
import { loadAdapters, parseScopes, unloaded } from './scopes.js'
import { forgetBalances, type Stored } from './stored.js'

/** A connection that is alive, and what hangs on it. */
export interface Link {
  readonly connection: Connection
  readonly connector: Connector
  /** Aborted when it has ended, or another one took its place. */
  readonly signal: AbortSignal
}
type Claim = Omit<Extract<ConnectionEvent, { type: 'revised' }>, 'type' | 'info'> & {
  signal: AbortSignal
  /** Asked once its adapters are there: whoever let it go meanwhile does not get it back. */
  isWanted?(): boolean
  /** What the machine handles in the same step. */
  beside?(): readonly ConnectionEvent[]
}

/** The connections that are alive. What their wallets say goes from here to the book. */
export interface Links {
  find(id: string | undefined): Link | undefined
  /** Takes a connection in: loads adapters, parses accounts, writes it down. Whoever called lets it go when that fails. @throws `wallet.bad_answer`, `wallet.disconnected`, `kernel.aborted`, and the reason of an abort */
  adopt(
    connector: Connector,
    connection: Connection,
    claim: Claim,
  ): Promise<{ info: ConnectionInfo; link: Link }>
  /** Its wallet is on that network now. */
  travel(id: string, network: Caip2): void
  /** Forgets a connection, or its part in these namespaces. Asks the wallet nothing. */
  drop(id: string, reason: CloseReason, namespaces?: readonly Namespace[]): void
  /** Lets go what nobody wants any more, unless the same wallet is connected. */
  discard(connection: Connection): void
  write(): void
}

/** Who is told that a wallet went to another network, after the book was. */
export interface Followers {
  moved(namespace: Namespace): void
  originOf(namespace: Namespace): 'visitor' | 'wallet'
}

interface Held extends Link {
  end: Dispose
}
type Table = Map<string, Held>

const refuseLost = (connectorId: string): never =>
  refuse(
    'wallet.disconnected',
    { connectorId },
    'The wallet ended the connection while it was made.',
  )

/** Says of a live connection what its scopes are now. */
function createUpdate({
  core,
  book,
  followers,
  live,
  write,
}: {
  core: KernelCore
  book: Book
  followers: Followers
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
    void book.tell(
      moved.some((name) => followers.originOf(name) === 'visitor') ? 'visitor' : 'wallet',
    )
    if (gone.length)
      core.events.emit('connection:closed', { connectionId: id, namespaces: gone, reason })
    moved.forEach(followers.moved)
  }
}

/** Hears what a wallet says. */
function createEar(
  core: KernelCore,
  live: Table,
  {
    update,
    travel,
    drop,
  }: { update: ReturnType<typeof createUpdate> } & Pick<Links, 'travel' | 'drop'>,
) {
  return (held: Held, change: ConnectionChange): void => {
    const { id } = held.connection
    if (live.get(id) !== held) return
    if ('closed' in change) return drop(id, change.closed)
    if ('network' in change) return travel(id, change.network)
    const { scopes } = change
    const isWhole = !unloaded(core, scopes).length
    const parsed = parseScopes(core, scopes)
    if (isWhole || Object.keys(parsed).length) update(id, parsed, 'wallet')
    // Namespaces whose adapter is on its way come in when it is there, as the wallet shows them by then.
    if (!isWhole)
      void loadAdapters(core, scopes).then(
        () =>
          live.get(id) === held && update(id, parseScopes(core, held.connection.scopes), 'wallet'),
      )
  }
}

function hold(
  { report }: KernelCore,
  live: Table,
  connector: Connector,
  connection: Connection,
  take: (change: ConnectionChange) => void,
): Held {
  const controller = new AbortController()
  const blame = (error: unknown): void => report(error, `connector ${connector.id}: listener`)
  const off = connection.onChange(guarded(take, blame))
  const held: Held = {
    connection,
    connector,
    signal: controller.signal,
    end() {
      if (live.get(connection.id) === held) live.delete(connection.id)
      guarded(off, blame)()
      controller.abort(
        new LatchkeyError('wallet.disconnected', 'The wallet was disconnected while it was asked.'),
      )
    },
  }
  return held
}

export function createLinks(
  core: KernelCore,
  book: Book,
  stored: Stored,
  followers: Followers,
): Links {
  const live: Table = new Map()
  const write = (): void =>
    stored.write(
      book.read(),
      [...live.values()].map(({ connection }) => connection),
    )
  const update = createUpdate({ core, book, followers, live, write })
  const scopesOf = (id: string): Scopes => infoOf(book.read(), id)?.scopes ?? {}
  const drop: Links['drop'] = (id, reason, namespaces) =>
    update(
      id,
      Object.fromEntries(
        Object.entries(scopesOf(id)).filter(([name]) => namespaces && !namespaces.includes(name)),
      ),
      reason,
    )
  const travel: Links['travel'] = (id, network) => {
    const namespace = isCaip2(network) ? namespaceOf(network) : ''
    const scope = own(scopesOf(id), namespace)
    if (scope && scope.network !== network)
      update(id, { ...scopesOf(id), [namespace]: { ...scope, network } }, 'wallet')
  }
  const hear = createEar(core, live, { update, travel, drop })
  const adopt: Links['adopt'] = async (
    connector,
    connection,
    { signal, isWanted, beside, ...claim },
  ) => {
    const { id } = connection
    const { id: connectorId, name, rdns } = connector
    const icon = iconOf(connector)
    const early: ConnectionChange[] = []
    let isIn = false
    const held = hold(core, live, connector, connection, (change) =>
      isIn ? hear(held, change) : void early.push(change),
    )
    try {
      await unlessAborted(signal, () => loadAdapters(core, connection.scopes))
      if (early.some((change) => 'closed' in change)) refuseLost(connectorId)
      if (isWanted?.() === false) throw aborted('Nobody wants it any more.')
      // What comes back without a click is taken for no wallet that another claims to be.
      if (claim.yields && isContested(core.connectors, connector))
        throw aborted(`Several wallets claim to be ${connectorId}.`)
      const scopes = parseScopes(core, connection.scopes)
      if (!Object.keys(scopes).length)
        refuse('wallet.bad_answer', {}, 'The wallet gave no account that its adapter accepts.')
      live.get(id)?.end()
      live.set(id, held)
      stored.forget((entry) => entry.id === id)
      book.apply(
        {
          type: 'revised',
          info: {
            id,
            connectorId,
            name,
            ...(icon !== undefined && { icon }),
            ...(rdns !== undefined && { rdns }),
            scopes,
          },
          ...claim,
        },
        ...(beside?.() ?? []),
      )
    } catch (error) {
      held.end()
      throw error
    }
    isIn = true
    write()
    void book.tell()
    for (const change of early) hear(held, change)
    return { info: infoOf(book.read(), id) ?? refuseLost(connectorId), link: held }
  }
  core.onDispose(() => live.forEach(({ end }) => end()))
  return {
    find: (id) => (id === undefined ? undefined : live.get(id)),
    adopt,
    travel,
    drop,
    write,
    // It may be anything at all.
    discard: (connection) =>
      void new Promise<void>((resolve) =>
        resolve(live.has(connection.id) ? undefined : connection.release()),
      ).catch((error: unknown) => core.log.debug('release', error)),
  }
}
