import type { Caip2, PluginContext, StoragePort } from '@latchkey/plugin-api'

/** What this plugin keeps. */
export type EvmStorage = { sent: (value: unknown) => string }
export type EvmContext = PluginContext<EvmStorage>

/** As many transactions are remembered, the newest. */
const MOST = 50

/** What was seen of transactions that are under way, over reloads. Anybody can write into storage: check what is read. */
export interface Memory {
  get(hash: string): unknown
  set(hash: string, seen: { from: string; nonce: string }): void
  forget(hash: string): void
}

export function createMemory(storage: StoragePort<EvmStorage>, network: Caip2): Memory {
  const keyOf = (hash: string): string => `${network}:${hash}`
  const load = (): [string, unknown][] => {
    try {
      return Object.entries(JSON.parse(storage.get('sent') ?? '{}') as object)
    } catch {
      return []
    }
  }
  const others = (hash: string): [string, unknown][] => load().filter(([key]) => key !== keyOf(hash))
  const save = (entries: [string, unknown][]): void => (entries.length ? storage.set('sent', JSON.stringify(Object.fromEntries(entries.slice(-MOST)))) : storage.remove('sent'))
  return {
    get: (hash) => load().find(([key]) => key === keyOf(hash))?.[1],
    set: (hash, seen) => save([...others(hash), [keyOf(hash), seen]]),
    forget: (hash) => save(others(hash)),
  }
}
