import type { Kernel } from '@latchkey/kernel'
import type { ActiveNetworkState, ConnectionsState, Dispose } from '@latchkey/plugin-api'
import type { ConnectionLog, LogEntry, LoggedState, LogOptions } from './log.js'
import { createAliases, toEvent, toState, type Aliases } from './toLogged.js'

/** Entries that a log keeps, its first ones, and entries that are shown, the newest. */
export const MOST = 2_000

type Raw =
  | { at: number; connections: ConnectionsState; active: ActiveNetworkState }
  | { at: number; event: string; detail: unknown }

/** What is on the panel: with whole addresses, and the names that the log has. */
export interface Now {
  readonly state: LoggedState
  /** The newest ones. */
  readonly entries: readonly LogEntry[]
  /** How many came before these. */
  readonly older: number
}
export interface Recorder {
  /** What was recorded so far. */
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

/** A recorder for the panel, which shows also what no longer goes into the log. */
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
    if (first.length < MOST) first.push(entry)
    else {
      dropped++
      newest.push(entry)
      if (newest.length > MOST) newest.shift()
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
      // The first ones too: names are given in the order of the log.
      const [early, late] = [toEntries(first, shown), toEntries(newest, shown)]
      const gap = dropped - newest.length
      const entries = (gap ? late : [...early, ...late]).slice(-MOST)
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
 * Writes down what happens to a kernel's connections from now on. Begin when the kernel is made: what is replayed begins with a kernel that is new.
 * What is kept in memory is taken from the kernel as it is; `log` makes the JSON without secrets of it.
 */
export function record(kernel: Kernel): Recorder {
  const { now: _, ...recorder } = recordAll(kernel)
  return recorder
}
