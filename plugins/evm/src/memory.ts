import type { Caip2, Json, PluginContext, Schema, StoragePort } from '@latchkey/plugin-api'

export type Entries = { readonly [key: string]: Json }
/** What this plugin keeps: transactions under way, the newest first, by network and hash. */
export type EvmStorage = { sent: Schema<Entries> }
export type EvmContext = PluginContext<EvmStorage>

/** What was seen of transactions that are under way, over reloads. Anybody can write into storage: check what is read. */
export interface Memory {
  get(hash: string): unknown
  set(hash: string, seen: { from: string; nonce: string }): void
  forget(hash: string): void
}

export function createMemory(storage: StoragePort<EvmStorage>, network: Caip2): Memory {
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
