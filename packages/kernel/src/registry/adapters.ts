import type {
  AdapterRegistration,
  ChainAdapter,
  Contribution,
  Namespace,
  Registry,
} from '@latchkey/plugin-api'
import { lazy } from '../support/lazy.js'
import { refuse } from '../support/refuse.js'

export interface Adapters {
  adapter(namespace: Namespace): Promise<ChainAdapter>
  adapterNow(namespace: Namespace): ChainAdapter | undefined
}

/** @throws `kernel.adapter_missing` */
export const demandAdapter = (
  registry: Registry<AdapterRegistration>,
  namespace: Namespace,
): Contribution<AdapterRegistration> =>
  registry.find(namespace) ??
  refuse(
    'kernel.adapter_missing',
    { namespace },
    `Chain adapter not found. No plugin speaks for "${namespace}": list one in plugins.`,
  )

/** Loads each adapter once. */
export function createAdapters(registry: Registry<AdapterRegistration>): Adapters {
  const loaders = new WeakMap<object, () => Promise<ChainAdapter>>()
  const loaded = new WeakMap<object, ChainAdapter>()
  return {
    adapterNow: (namespace) => loaded.get(Object(registry.find(namespace)) as object),
    async adapter(namespace) {
      const found = demandAdapter(registry, namespace)
      const load =
        loaders.get(found) ??
        lazy(found.owner, `the adapter of ${namespace}`, async () => {
          const adapter = await found.value.load()
          loaded.set(found, adapter)
          return adapter
        })
      loaders.set(found, load)
      return load()
    },
  }
}
