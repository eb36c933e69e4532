import type { Kernel } from '@latchkey/kernel'
import type { ActiveNetworkState, ConnectionsState, Dispose } from '@latchkey/plugin-api'
import type { ConnectionLog, LogEntry, LoggedState, LogOptions } from './log.js'
import { createAliases, toEvent, toState, type Aliases } from './toLogged.js'

/** Entries that a log keeps, from the first on, and newest entries that the panel shows. */
export const MAX_ENTRIES = 2_000

/** An entry as it was recorded. It may hold secrets. */
type Raw =
  | { at: number; connections: ConnectionsState; active: ActiveNetworkState }
  | { at: number; event: string; detail: unknown }

/** The panel's content: whole addresses, and the names that the log gives to connections. */
export interface Now {
  readonly state: LoggedState
  /** The newest entries. */
  readonly entries: readonly LogEntry[]
  /** Number of entries before these. */
  readonly older: number
}
export interface Recorder {
  /** The log up to now. */
  log(options?: LogOptions): ConnectionLog
  /** Calls back after each entry. */
  subscribe(listener: () => void): Dispose
  dispose: Dispose
}

function toEntries(raw: readonly Raw[], aliases: Aliases): readonly LogEntry[] {
  let last = ''
  return raw.flatMap((entry): LogEntry[] => {
    if ('event' in entry) return [{ at: entry.at, ...toEvent(entry.event, entry.detail, aliases) }]
    const state = toState(entry.connections, entry.active, aliases)
    const text = JSON.stringify(state)
    if (text === last) return []
    last = text
    return [{ at: entry.at, state }]
  })
}

/** A recorder that also keeps the newest entries, which may no longer fit into the log. */
export function recordAll(kernel: Kernel): Recorder & { now(): Now } {
  const { connections, activeNetwork, adapters, networks } = kernel.ports
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const listeners = new Set<() => void>()
  const first: Raw[] = []
  const newest: Raw[] = []
  const plugins = Object.keys(kernel.plugins)
  const shown = createAliases({ addresses: 'whole' })
  let dropped = 0
  const add = (entry: Raw): void => {
    if (first.length < MAX_ENTRIES) first.push(entry)
    else {
      dropped++
      newest.push(entry)
      if (newest.length > MAX_ENTRIES) newest.shift()
    }
    for (const listener of listeners) listener()
  }
  const at = (): number => Math.round((performance.now() - began) * 10) / 10
  const addState = (): void =>
    add({ at: at(), connections: connections.get(), active: activeNetwork.get() })
  const stops = [
    connections.subscribe(addState),
    activeNetwork.subscribe(addState),
    kernel.onAny((event, detail) => add({ at: at(), event, detail })),
  ]
  addState()
  return {
    log: (options = {}) => ({
      version: 1,
      startedAt,
      plugins,
      dropped,
      entries: toEntries(first, createAliases(options)),
      namespaces: adapters.get().map(({ value }) => value.namespace),
      networks: networks.get().map(({ value }) => value.id),
    }),
    now() {
      // The first entries as well, because names are given in the order of the log.
      const [early, late] = [toEntries(first, shown), toEntries(newest, shown)]
      const gap = dropped - newest.length
      const entries = (gap ? late : [...early, ...late]).slice(-MAX_ENTRIES)
      return {
        state: toState(connections.get(), activeNetwork.get(), shown),
        entries,
        older: early.length + gap + late.length - entries.length,
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      for (const stop of stops) stop()
      listeners.clear()
    },
  }
}

/**
 * Records what happens to a kernel's connections from now on. Begin when the kernel is made, because
 * a replay begins with a new kernel.
 * The entries in memory may hold secrets; `log` makes JSON without secrets of them.
 */
export function record(kernel: Kernel): Recorder {
  const { now: _, ...recorder } = recordAll(kernel)
  return recorder
}
