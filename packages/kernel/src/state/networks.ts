import { knownNamespaces, namespaceOf, parseCaip2, type ActiveNetworkPort, type ActiveNetworkState, type AdapterRegistration, type Caip2, type Network, type Registry, type Slice, type StoragePort } from '@latchkey/plugin-api'
import type { KernelStorage } from '../core.js'
import { snapshot } from '../support/snapshot.js'
import type { ResolvedOptions } from '../types.js'
import type { State } from './store.js'

type Current = NonNullable<ReturnType<ActiveNetworkPort['current']>>

export interface ActiveNetworks {
  slice: Slice<ActiveNetworkState>
  current: ActiveNetworkPort['current']
  /** Chooses what the storage, then the host's option, then the order of registration say. Called when every plugin is set up. */
  choose(): void
}

/** The network in use per namespace, remembered in the storage. */
export function createActiveNetworks(state: State, networks: Registry<Network>, adapters: Registry<AdapterRegistration>, storage: StoragePort<KernelStorage>, options: () => ResolvedOptions): ActiveNetworks {
  const slice = state.slice<ActiveNetworkState>('activeNetwork', { namespace: undefined, networks: {} })
  const supported = new WeakMap<Network, Current>()
  const unknown = new Map<string, Current>()

  const strange = (id: Caip2): Current => {
    const known = unknown.get(id)
    if (known) return known
    const { namespace, reference } = parseCaip2(id)
    let told: Partial<Network> | undefined
    try {
      told = adapters.find(namespace)?.value.describeNetwork?.(id)
    } catch {
      // It cannot tell.
    }
    const decimals = Object.hasOwn(knownNamespaces, namespace) ? knownNamespaces[namespace]?.decimals : undefined
    const made = snapshot({ nativeCurrency: { name: '', symbol: '', decimals: decimals ?? 0 }, rpcUrls: [], ...told, id, namespace, reference, name: 'Unknown Network', supported: false })
    unknown.set(id, made)
    return made
  }
  /** Gives each namespace without an active network its first one. */
  const fill = (): void => {
    const first = networks.get().map(({ value }): [string, Caip2] => [value.namespace, value.id])
    slice.set((now) => ({ namespace: now.namespace ?? first[0]?.[0], networks: { ...Object.fromEntries(first.reverse()), ...now.networks } }))
  }
  return {
    slice,
    current(namespace = slice.get().namespace) {
      const id = namespace === undefined ? undefined : slice.get().networks[namespace]
      if (id === undefined) return undefined
      const found = networks.find(id)?.value
      if (!found) return strange(id)
      const known = supported.get(found) ?? snapshot({ ...found, supported: true })
      supported.set(found, known)
      return known
    },
    choose() {
      fill()
      const configured = [storage.get('activeNetwork'), options().defaultNetwork].find((id) => id !== undefined && networks.find(id))
      const last = storage.get('activeNamespace')
      if (configured !== undefined) {
        const chosen = { ...slice.get().networks, [namespaceOf(configured)]: configured }
        slice.set({ networks: chosen, namespace: last !== undefined && Object.hasOwn(chosen, last) ? last : namespaceOf(configured) })
      }
      networks.subscribe(fill)
      slice.subscribe(({ namespace, networks: now }) => {
        const id = namespace === undefined ? undefined : now[namespace]
        if (namespace === undefined || id === undefined) return
        storage.set('activeNamespace', namespace)
        storage.set('activeNetwork', id)
      })
    },
  }
}
