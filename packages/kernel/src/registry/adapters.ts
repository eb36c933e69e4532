import { LatchkeyError, type AdapterRegistration, type ChainAdapter, type Namespace } from '@latchkey/plugin-api'
import { lazy } from '../support/lazy.js'
import type { OwnedRegistry } from './registry.js'

export interface Adapters {
  load(namespace: Namespace): Promise<ChainAdapter>
  now(namespace: Namespace): ChainAdapter | undefined
  /** @throws `kernel.adapter_missing` */
  demand(namespace: Namespace): AdapterRegistration
}

/** Loads each adapter once. */
export function createAdapters(registry: OwnedRegistry<AdapterRegistration>): Adapters {
  const loaders = new WeakMap<AdapterRegistration, () => Promise<ChainAdapter>>()
  const loaded = new WeakMap<AdapterRegistration, ChainAdapter>()
  const demand = (namespace: Namespace): AdapterRegistration => {
    const found = registry.find(namespace)?.value
    if (!found) throw new LatchkeyError('kernel.adapter_missing', `Chain adapter not found. No plugin speaks for namespace "${namespace}": install one and list it in createKernel({ plugins }).`, { context: { namespace } })
    return found
  }
  return {
    demand,
    now(namespace) {
      const found = registry.find(namespace)
      return found && loaded.get(found.value)
    },
    async load(namespace) {
      const registration = demand(namespace)
      const loader = loaders.get(registration) ?? lazy(registry.find(namespace)?.owner ?? namespace, `the adapter of ${namespace}`, async () => {
        const adapter = await registration.load()
        loaded.set(registration, adapter)
        return adapter
      })
      loaders.set(registration, loader)
      return loader()
    },
  }
}
