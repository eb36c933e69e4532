import type { AdapterRegistration, ConnectionsState, NamespaceState, Registry, Slice, StoragePort } from '@latchkey/plugin-api'
import type { KernelStorage } from '../core.js'
import type { State } from './store.js'

/** Longest time for which stored connections may keep the page waiting, ms. */
export const RESTORE_CAP = 10_000

export interface Restoring {
  /** Whether there is anything to bring back. */
  readonly needed: boolean
  /** Every stored connection came back or gave up: what still waits is disconnected. */
  finish(): void
}

/** The connections slice as it stands before anything was restored: what was connected is `connecting`. */
export function createConnections(state: State, storage: StoragePort<KernelStorage>, adapters: Registry<AdapterRegistration>, reconnect: boolean): { slice: Slice<ConnectionsState>; restoring: Restoring } {
  const stored = reconnect ? (storage.get('connections') ?? []) : []
  const waiting = new Set(stored.flatMap(({ current }) => Object.keys(current)))
  const slice = state.slice<ConnectionsState>('connections', { restoring: true, connections: [], namespaces: {} })
  adapters.subscribe((list) => {
    const { namespaces } = slice.get()
    const known = list.map(({ value }): [string, NamespaceState] => {
      const { namespace } = value
      return [namespace, Object.hasOwn(namespaces, namespace) ? namespaces[namespace]! : { status: waiting.has(namespace) ? 'connecting' : 'disconnected' }]
    })
    slice.set({ namespaces: Object.fromEntries(known) })
  })
  return {
    slice,
    restoring: {
      needed: stored.length > 0,
      finish() {
        waiting.clear()
        const { namespaces, attempt } = slice.get()
        const settled = Object.entries(namespaces).map(([name, now]): [string, NamespaceState] => [name, now.status === 'connecting' && !attempt?.namespaces.includes(name) ? { status: 'disconnected' } : now])
        slice.set({ restoring: false, namespaces: Object.fromEntries(settled) })
      },
    },
  }
}
