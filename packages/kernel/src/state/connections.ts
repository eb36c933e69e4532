import type { ConnectionsState, NamespaceState, Slice } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { own } from '../support/own.js'
import type { State } from './store.js'

export interface ConnectionTable extends Slice<ConnectionsState> {
  /** Whether the storage has connections to bring back. */
  readonly waiting: boolean
  /** Restoring is over: namespaces that still wait become disconnected. */
  finish(): void
}

/** The connections. Until they are restored, namespaces of stored ones are `connecting`. */
export function createConnections(
  state: State,
  { storage, adapters, options }: Pick<KernelCore, 'storage' | 'adapters' | 'options'>,
): ConnectionTable {
  const stored = (options.get().reconnect && storage.get('connections')) || []
  const slice = state.slice<ConnectionsState>({ restoring: true, connections: [], namespaces: {} })
  const each = (
    names: readonly string[],
    change: (name: string, now: NamespaceState | undefined) => NamespaceState,
  ): void =>
    slice.set(({ namespaces }) => ({
      namespaces: Object.fromEntries(
        names.map((name) => [name, change(name, own(namespaces, name))]),
      ),
    }))
  adapters.subscribe((list) =>
    each(
      list.map(({ value }) => value.namespace),
      (name, now) =>
        now ?? {
          status:
            slice.get().restoring && stored.some(({ current }) => own(current, name))
              ? 'connecting'
              : 'disconnected',
        },
    ),
  )
  return {
    ...slice,
    waiting: stored.length > 0,
    finish() {
      slice.set({ restoring: false })
      const { namespaces, attempt } = slice.get()
      each(Object.keys(namespaces), (name, now) =>
        now?.status === 'connecting' && !attempt?.namespaces.includes(name)
          ? { status: 'disconnected' }
          : now!,
      )
    },
  }
}
