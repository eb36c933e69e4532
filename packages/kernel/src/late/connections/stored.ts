import type { Json, Namespace } from '@latchkey/plugin-api'
import type { KernelCore, StoredConnection } from '../../core.js'
import { own } from '../../support/own.js'
import { stateOf, type Picture } from './machine.js'

/** A connection that can be written down. */
export interface Keepable {
  readonly id: string
  readonly connectorId: string
  readonly name: string
  snapshot(): Json
}

/** What the storage holds of connections: those that are there, and those that did not come back yet. */
export interface Stored {
  /** Entries that nobody has brought back or let go. */
  entries(): readonly StoredConnection[]
  has(entry: StoredConnection): boolean
  /** Lets entries go. Written with the next `write`. */
  forget(isGone: (entry: StoredConnection) => boolean): void
  /** Namespaces in which an entry would be current, as long as entries are being brought back. */
  awaited(): readonly Namespace[]
  /** No longer waits for this entry; without one, for any. It stays stored. */
  stopWaiting(entry?: StoredConnection): void
  write(picture: Picture, live: readonly Keepable[]): void
}

export function createStored({ storage, options, report }: Pick<KernelCore, 'storage' | 'options' | 'report'>): Stored {
  let asleep: readonly StoredConnection[] = storage.get('connections') ?? []
  let waiting = options.get().reconnect ? asleep : []
  const toEntry = (picture: Picture) => ({ id, connectorId, name, snapshot }: Keepable): StoredConnection[] => {
    const scopes = picture.connections.connections.find((info) => info.id === id)?.scopes ?? {}
    const namespaces = Object.keys(scopes)
    const current = Object.fromEntries(namespaces.flatMap((namespace) => {
      const { connectionId, accountKey } = stateOf(picture, namespace) ?? {}
      return connectionId === id ? [[namespace, accountKey]] : []
    }))
    try {
      return [{ id, connectorId, name, namespaces, current, snapshot: snapshot() }]
    } catch (error) {
      report(error, `connector ${connectorId}: snapshot`)
      return []
    }
  }
  const keep = <T>(key: 'connections' | 'connectedNamespaces' | 'connectionStatus', value: T, isEmpty: boolean, set: (value: T) => void): void => (isEmpty ? storage.remove(key) : set(value))
  return {
    entries: () => asleep,
    has: (entry) => asleep.includes(entry),
    forget(isGone) {
      asleep = asleep.filter((entry) => !isGone(entry))
      waiting = waiting.filter((entry) => !isGone(entry))
    },
    awaited: () => waiting.flatMap(({ current }) => Object.keys(current)),
    stopWaiting(entry) {
      waiting = entry ? waiting.filter((each) => each !== entry) : []
    },
    write(picture, live) {
      const connected = Object.keys(picture.connections.namespaces).filter((namespace) => stateOf(picture, namespace)?.status === 'connected')
      // Who sleeps claims nothing that somebody else has.
      const others = asleep.map((entry) => ({ ...entry, current: Object.fromEntries(Object.entries(entry.current).filter(([namespace]) => !connected.includes(namespace))) }))
      const all = [...live.flatMap(toEntry(picture)), ...others]
      keep('connections', all, !all.length, (value) => storage.set('connections', value))
      keep('connectedNamespaces', connected, !connected.length, (value) => storage.set('connectedNamespaces', value))
      keep('connectionStatus', connected, !connected.length, (value) => storage.set('connectionStatus', Object.fromEntries(value.map((namespace) => [namespace, 'connected']))))
    },
  }
}

/** Takes what was read of these addresses' balances out of the cache. */
export function forgetBalances({ storage }: Pick<KernelCore, 'storage'>, addresses: readonly string[]): void {
  const cached = storage.get('nativeBalances')
  if (!cached) return
  const left = Object.entries(cached).filter(([key]) => !addresses.some((address) => key.endsWith(`:${address}`)))
  if (left.length < Object.keys(cached).length) storage.set('nativeBalances', Object.fromEntries(left))
}

/** Puts a wallet first among the two that were used last. */
export function remember({ storage }: Pick<KernelCore, 'storage'>, { id, name, rdns }: { id: string; name: string; rdns?: string | undefined }): void {
  const others = (storage.get('recentWallets') ?? []).filter((wallet) => wallet.id !== id)
  storage.set('recentWallets', [{ id, ...(rdns !== undefined && { rdns }) }, ...others].slice(0, 2))
  storage.set('walletId', id)
  storage.set('walletName', name)
}

export const keyOf = (entry: StoredConnection, namespace: Namespace): string | undefined => own(entry.current, namespace)
