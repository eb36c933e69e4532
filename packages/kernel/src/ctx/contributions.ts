import { LatchkeyError, namespaceOf, type Namespace, type PluginContext, type ViewDefinition } from '@latchkey/plugin-api'
import { snapshot } from '../support/snapshot.js'
import type { Home } from './home.js'

type Ports = Pick<PluginContext, 'adapters' | 'connectors' | 'networks' | 'views' | 'accountActions' | 'accountTabs' | 'connectMethods' | 'points' | 'rpc'>

/** Registries, each adding in the plugin's name. What speaks for a chain is left to the plugins of that chain. */
export function contributions(home: Home): Ports {
  const { id, plugin, inner, track, registry, watch } = home
  const { adapters, connectors, networks, accountActions, accountTabs, connectMethods, policies } = inner.registries
  const speaks = (namespace: Namespace, what: string): void => {
    if (!plugin.chains?.includes(namespace)) {
      throw new LatchkeyError('kernel.not_allowed', `Plugin "${id}" adds ${what} for namespace "${namespace}" but speaks for ${plugin.chains?.join(', ') || 'none'}. List the namespace in its chains.`, { context: { what, plugin: id } })
    }
  }
  return {
    adapters: registry('adapters', adapters, (adapter) => (speaks(adapter.namespace, 'an adapter'), adapter)),
    connectors: registry('connectors', connectors),
    networks: registry('networks', networks, (network) => (speaks(network.namespace, 'a network'), speaks(namespaceOf(network.id), 'a network'), snapshot(network))),
    accountActions: registry('accountActions', accountActions),
    accountTabs: registry('accountTabs', accountTabs),
    connectMethods: registry('connectMethods', connectMethods),
    // What differs by view is only the type of its parameters.
    views: { add: (view) => track(inner.views.addAs(id, view as unknown as ViewDefinition)) },
    points: {
      open(point) {
        const { registry: opened, close } = inner.points.openAs(id, point)
        track(close)
        return { ...watch(point.description ?? 'point', opened), find: opened.find, add: (value) => track(opened.addAs(id, value)) }
      },
      add: (point, value) => track(inner.points.addAs(id, point, value)),
    },
    rpc: { allow: (policy) => (speaks(policy.namespace, 'rpc methods'), track(policies.addAs(id, snapshot(policy)))) },
  }
}
