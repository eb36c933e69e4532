import type { Caip2, Json, PluginContext, Schema, StoragePort } from '@latchkey/plugin-api'

export type Entries = { readonly [key: string]: Json }
/** The storage of this plugin: pending transactions, the newest first, by network and hash. */
export type EvmStorage = { sent: Schema<Entries> }
export type EvmContext = PluginContext<EvmStorage>

/**
 * Remembers the sender and nonce of pending transactions over reloads. Any script of the page can
 * write into the storage: check what is read.
 */
export interface PendingTransactions {
  get(hash: string): unknown
  set(hash: string, seen: { from: string; nonce: string }): void
  forget(hash: string): void
}

export function createPendingTransactions(
  storage: StoragePort<EvmStorage>,
  network: Caip2,
): PendingTransactions {
  const keyOf = (hash: string): string => `${network}:${hash}`
  const load = (): [string, Json][] => Object.entries(storage.get('sent') ?? {})
  const others = (hash: string): [string, Json][] => load().filter(([key]) => key !== keyOf(hash))
  const save = (entries: readonly (readonly [string, Json])[]): void =>
    entries.length ? storage.set('sent', Object.fromEntries(entries)) : storage.remove('sent')
  return {
    get: (hash) => load().find(([key]) => key === keyOf(hash))?.[1],
    set: (hash, { from, nonce }) => save([[keyOf(hash), { from, nonce }], ...others(hash)]),
    forget: (hash) => save(others(hash)),
  }
}
