import {
  namespaceOf,
  type ActiveNetworkPort,
  type ActiveNetworkState,
  type Caip2,
  type Network,
  type Slice,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import type { LateLoader } from '../services/lateLoader.js'
import { own } from '../support/own.js'
import { snapshot } from '../support/snapshot.js'
import type { State } from './store.js'

type Current = NonNullable<ReturnType<ActiveNetworkPort['current']>>

export interface ActiveNetworkTable
  extends Slice<ActiveNetworkState>, Pick<ActiveNetworkPort, 'current'> {
  /**
   * Chooses the network in use: the stored one, else the host's default, else the first registered.
   * Called when every plugin is set up.
   */
  choose(): void
}

/** The network in use of each namespace. The active one is stored. */
export function createActiveNetwork(
  state: State,
  {
    networks,
    storage,
    options,
    half,
  }: Pick<KernelCore, 'networks' | 'storage' | 'options'> & { half: Pick<LateLoader, 'now'> },
): ActiveNetworkTable {
  const slice = state.slice<ActiveNetworkState>({ namespace: undefined, networks: {} })
  const kept = new Map<string, { of: Network | undefined; shown: Current }>()

  /** Gives each namespace without a network in use its first one. */
  const fill = (): void => {
    const first = networks.get().map(({ value }): [string, Caip2] => [value.namespace, value.id])
    slice.set((now) => ({
      namespace: now.namespace ?? first[0]?.[0],
      networks: { ...Object.fromEntries(first.reverse()), ...now.networks },
    }))
  }
  return {
    ...slice,
    current(namespace = slice.get().namespace) {
      const id = namespace === undefined ? undefined : slice.get().networks[namespace]
      if (id === undefined) return undefined
      const of = networks.find(id)?.value
      const known = kept.get(id)
      // The same network gives the same object, as rendering needs it.
      if (known && known.of === of) return known.shown
      // Only the late half can bring a network into use that is not configured.
      const found = of ?? half.now()?.unknownNetwork(id)
      const shown = found && snapshot({ ...found, supported: !!of })
      if (shown) kept.set(id, { of, shown })
      return shown
    },
    choose() {
      fill()
      const id = [storage.get('activeNetwork'), options.get().defaultNetwork].find(
        (wanted) => wanted !== undefined && networks.find(wanted),
      )
      const last = storage.get('activeNamespace')
      if (id !== undefined)
        slice.set((now) => ({
          namespace: namespaceOf(id),
          networks: { ...now.networks, [namespaceOf(id)]: id },
        }))
      if (last !== undefined && own(slice.get().networks, last)) slice.set({ namespace: last })
      networks.subscribe(fill)
      const used = ({ namespace = '', networks: now }: ActiveNetworkState): Caip2 | undefined =>
        now[namespace]
      slice.subscribe((now, before) => {
        const network = used(now)
        if (!network || network === used(before)) return
        storage.set('activeNamespace', namespaceOf(network))
        storage.set('activeNetwork', network)
      })
    },
  }
}
