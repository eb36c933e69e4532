import type { Connection, Namespace, Stored as Kept } from '@latchkey/plugin-api'
import type { KernelCore, KernelStorage, StoredConnection } from '../../core.js'
import { infoOf, stateOf, type MachineState } from './machine.js'

/** The connections in the storage: the live ones, and those that did not come back yet. */
export interface Stored {
  /** Entries that were neither brought back nor given up. */
  entries(): readonly StoredConnection[]
  /** Gives up entries; the storage follows with the next `write`. */
  forget(isGone: (entry: StoredConnection) => boolean): void
  /** Namespaces in which an entry that may still come back would be current. */
  awaited(): readonly Namespace[]
  /** Stops waiting for an entry, or for all of them. They stay stored. */
  stopWaiting(entry?: StoredConnection): void
  /** Reads the storage again, where other tabs may have written. */
  reread(): void
  write(machineState: MachineState, live: readonly Connection[]): void
}

function without(
  some: readonly StoredConnection[],
  entries: readonly StoredConnection[],
): readonly StoredConnection[] {
  const ids = new Set(some.map(({ id }) => id))
  return entries.filter(({ id }) => !ids.has(id))
}

const namespacesWhere = (
  machineState: MachineState,
  is: (state: ReturnType<typeof stateOf>) => boolean,
): Namespace[] =>
  Object.keys(machineState.connections.namespaces).filter((name) => is(stateOf(machineState, name)))

/** The entry of a live connection. One whose snapshot throws is reported and has none. */
function toEntry(
  machineState: MachineState,
  connection: Connection,
  report: KernelCore['report'],
): StoredConnection[] {
  const { id, connectorId } = connection
  const { name = '', scopes = {} } = infoOf(machineState, id) ?? {}
  const used = namespacesWhere(machineState, ({ connectionId }) => connectionId === id)
  const each = (member: 'accountKey' | 'address') =>
    Object.fromEntries(
      used.map((namespace) => [namespace, stateOf(machineState, namespace)[member]]),
    )
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

/** @param onFresh gets the entries that other tabs of the site have added */
export function createStored(
  { storage, options, connections, report, onDispose }: KernelCore,
  onFresh: (entries: readonly StoredConnection[]) => void,
): Stored {
  let asleep: readonly StoredConnection[] = storage.get('connections') ?? []
  let waiting = options.get().reconnect && connections.get().restoring ? asleep : []
  let mine: readonly string[] = []
  // Entries of other tabs are kept here, so that writing does not drop them. Entries that may still
  // come back here are not: restoring gives those up by itself.
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
    write(machineState, live) {
      const connected = namespacesWhere(machineState, ({ status }) => status === 'connected')
      // A connection that is not live claims no namespace in which another one is connected.
      const others = asleep.map((entry) => ({
        ...entry,
        current: Object.fromEntries(
          Object.entries(entry.current).filter(([namespace]) => !connected.includes(namespace)),
        ),
      }))
      mine = live.map(({ id }) => id)
      const all = [...live.flatMap((each) => toEntry(machineState, each, report)), ...others]
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

/** Removes the balances of these addresses from the cache. */
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

/** Makes a wallet the most recently used one. The storage keeps two. */
export function rememberWallet(
  { storage }: KernelCore,
  { id, name, rdns }: { id: string; name: string; rdns?: string | undefined },
): void {
  const others = (storage.get('recentWallets') ?? []).filter((wallet) => wallet.id !== id)
  storage.set('recentWallets', [{ id, ...(rdns !== undefined && { rdns }) }, ...others])
  storage.set('walletId', id)
  storage.set('walletName', name)
}
