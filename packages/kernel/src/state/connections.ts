import type { ConnectionsState, NamespaceState, Slice } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import type { State } from './store.js'

export interface ConnectionTable extends Slice<ConnectionsState> {
  /** Whether there is anything to bring back. */
  readonly waiting: boolean
  /** Every stored connection came back or gave up: what still waits is disconnected. */
  finish(): void
}

/** The connections as they stand before anything was restored: what was connected is `connecting`. */
export function createConnections(state: State, { storage, adapters, options }: Pick<Inner, 'storage' | 'adapters' | 'options'>): ConnectionTable {
  const stored = (options.get().reconnect && storage.get('connections')) || []
  let current = new Set(stored.flatMap((connection) => Object.keys(connection.current)))
  const slice = state.slice<ConnectionsState>('connections', { restoring: true, connections: [], namespaces: {} })
  const map = (names: readonly string[], change: (now: NamespaceState | undefined, name: string) => NamespaceState): { namespaces: ConnectionsState['namespaces'] } => {
    const { namespaces } = slice.get()
    return { namespaces: Object.fromEntries(names.map((name) => [name, change(Object.hasOwn(namespaces, name) ? namespaces[name] : undefined, name)])) }
  }
  adapters.subscribe((list) => slice.set(map(list.map(({ value }) => value.namespace), (now, name) => now ?? { status: current.has(name) ? 'connecting' : 'disconnected' })))
  return {
    ...slice,
    waiting: stored.length > 0,
    finish() {
      current = new Set()
      const { namespaces, attempt } = slice.get()
      slice.set({ restoring: false, ...map(Object.keys(namespaces), (now, name) => (now && (now.status !== 'connecting' || attempt?.namespaces.includes(name)) ? now : { status: 'disconnected' })) })
    },
  }
}
