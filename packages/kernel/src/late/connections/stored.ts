import type { Connection, Namespace, Stored as Kept } from '@latchkey/plugin-api'
import type { KernelCore, KernelStorage, StoredConnection } from '../../core.js'
import { infoOf, stateOf, type Picture } from './machine.js'

/** What the storage holds of connections: those that are there, and those that did not come back yet. */
export interface Stored {
  /** Entries that nobody has brought back or let go. */
  entries(): readonly StoredConnection[]
  /** Lets entries go. Written with the next `write`. */
  forget(isGone: (entry: StoredConnection) => boolean): void
  /** Namespaces in which an entry would be current, as long as entries are being brought back. */
  awaited(): readonly Namespace[]
  /** No longer waits for this entry; without one, for any. It stays stored. */
  stopWaiting(entry?: StoredConnection): void
  /** Reads again what other tabs keep. */
  reread(): void
  write(picture: Picture, live: readonly Connection[]): void
}

function without(
  some: readonly StoredConnection[],
  entries: readonly StoredConnection[],
): readonly StoredConnection[] {
  const ids = new Set(some.map(({ id }) => id))
  return entries.filter(({ id }) => !ids.has(id))
}

/** @param onFresh hears of entries that other tabs of the site added */
export function createStored(
  { storage, options, connections, report, onDispose }: KernelCore,
  onFresh: (entries: readonly StoredConnection[]) => void,
): Stored {
  let asleep: readonly StoredConnection[] = storage.get('connections') ?? []
  let waiting = options.get().reconnect && connections.get().restoring ? asleep : []
  let mine: readonly string[] = []
  // What other tabs keep sleeps here: nobody writes over it. What still may come back here is let go by its own ways.
  const reread = (): void => {
    const before = asleep
    asleep = [
      ...waiting,
      ...without(waiting, storage.get('connections') ?? []).filter(({ id }) => !mine.includes(id)),
    ]
    onFresh(without(before, asleep))
  }
  onDispose(storage.subscribe('connections', reread))
  onFresh(without(waiting, asleep))
  const namesWhere = (
    picture: Picture,
    is: (state: ReturnType<typeof stateOf>) => boolean,
  ): Namespace[] =>
    Object.keys(picture.connections.namespaces).filter((name) => is(stateOf(picture, name)))
  const toEntry = (picture: Picture, connection: Connection): StoredConnection[] => {
    const { id, connectorId } = connection
    const { name = '', scopes = {} } = infoOf(picture, id) ?? {}
    const used = namesWhere(picture, ({ connectionId }) => connectionId === id)
    const each = (member: 'accountKey' | 'address') =>
      Object.fromEntries(used.map((namespace) => [namespace, stateOf(picture, namespace)[member]]))
    try {
      return [
        {
          id,
          connectorId,
          name,
          namespaces: Object.keys(scopes),
          current: each('accountKey'),
          addresses: each('address'),
          snapshot: connection.snapshot(),
        },
      ]
    } catch (error) {
      report(error, `connector ${connectorId}: snapshot`)
      return []
    }
  }
  const keep = <Key extends keyof KernelStorage>(
    key: Key,
    value: Kept<KernelStorage, Key>,
    { length }: readonly unknown[],
  ): void => (length ? storage.set(key, value) : storage.remove(key))
  return {
    reread,
    entries: () => asleep,
    forget(isGone) {
      asleep = asleep.filter((entry) => !isGone(entry))
      waiting = waiting.filter((entry) => !isGone(entry))
    },
    awaited: () => waiting.flatMap(({ current }) => Object.keys(current)),
    stopWaiting(entry) {
      waiting = entry ? waiting.filter((each) => each !== entry) : []
    },
    write(picture, live) {
      const connected = namesWhere(picture, ({ status }) => status === 'connected')
      // Who sleeps claims nothing that somebody else has.
      const others = asleep.map((entry) => ({
        ...entry,
        current: Object.fromEntries(
          Object.entries(entry.current).filter(([namespace]) => !connected.includes(namespace)),
        ),
      }))
      mine = live.map(({ id }) => id)
      const all = [...live.flatMap((each) => toEntry(picture, each)), ...others]
      keep('connections', all, all)
      keep('connectedNamespaces', connected, connected)
      keep(
        'connectionStatus',
        Object.fromEntries(connected.map((namespace) => [namespace, 'connected'])),
        connected,
      )
    },
  }
}

/** Takes what was read of these addresses' balances out of the cache. */
export function forgetBalances(
  { storage }: KernelCore,
  addresses: readonly (string | undefined)[],
): void {
  const cached = storage.get('nativeBalances')
  if (cached)
    storage.set(
      'nativeBalances',
      Object.fromEntries(
        Object.entries(cached).filter(
          ([key]) => !addresses.some((address) => key.endsWith(`:${address}`)),
        ),
      ),
    )
}

/** Puts a wallet first among those that were used last: the storage keeps two. */
export function remember(
  { storage }: KernelCore,
  { id, name, rdns }: { id: string; name: string; rdns?: string | undefined },
): void {
  const others = (storage.get('recentWallets') ?? []).filter((wallet) => wallet.id !== id)
  storage.set('recentWallets', [{ id, ...(rdns !== undefined && { rdns }) }, ...others])
  storage.set('walletId', id)
  storage.set('walletName', name)
}
