import type { Kernel } from '@latchkey/kernel'
import type { ActiveNetworkState, ConnectionsState, Dispose } from '@latchkey/plugin-api'
import type { ConnectionLog, LogEntry, LogOptions } from './log.js'
import { createAliases, toEvent, toState } from './toLogged.js'

/** Entries that are kept. */
const MOST = 2_000

type Raw = { at: number; connections: ConnectionsState; active: ActiveNetworkState } | { at: number; event: string; detail: unknown }

export interface Recorder {
  /** What was recorded so far. */
  log(options?: LogOptions): ConnectionLog
  /** Calls back after each entry. */
  subscribe(listener: () => void): Dispose
  dispose: Dispose
}

/**
 * Writes down what happens to a kernel's connections from now on. Begin when the kernel is made: what is replayed begins with a kernel that is new.
 * What is kept in memory is taken from the kernel as it is; `log` makes the JSON without secrets of it.
 */
export function record(kernel: Kernel): Recorder {
  const { connections, activeNetwork, adapters, networks } = kernel.ports
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const listeners = new Set<() => void>()
  const raw: Raw[] = []
  const plugins = Object.keys(kernel.plugins)
  let dropped = 0
  const add = (entry: Raw): void => {
    if (raw.length < MOST) raw.push(entry)
    else dropped++
    for (const listener of listeners) listener()
  }
  const at = (): number => Math.round((performance.now() - began) * 10) / 10
  const addState = (): void => add({ at: at(), connections: connections.get(), active: activeNetwork.get() })
  const stops = [connections.subscribe(addState), activeNetwork.subscribe(addState), kernel.onAny((event, detail) => add({ at: at(), event, detail }))]
  addState()
  return {
    log(options = {}) {
      const aliases = createAliases(options)
      let last = ''
      const entries = raw.flatMap((entry): LogEntry[] => {
        if ('event' in entry) return [{ at: entry.at, ...toEvent(entry.event, entry.detail, aliases) }]
        const state = toState(entry.connections, entry.active, aliases)
        const text = JSON.stringify(state)
        if (text === last) return []
        last = text
        return [{ at: entry.at, state }]
      })
      return {
        version: 1, startedAt, plugins, dropped, entries,
        namespaces: adapters.get().map(({ value }) => value.namespace),
        networks: networks.get().map(({ value }) => value.id),
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
