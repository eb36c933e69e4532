import {
  namespaceOf,
  type Contribution,
  type Namespace,
  type PluginContext,
  type RpcPolicy,
} from '@latchkey/plugin-api'
import { append } from '../registry/registry.js'
import { refuse } from '../support/refuse.js'
import { isKnown } from '../registry/knownWallets.js'
import { ruleOf, sessionOf } from '../registry/rules.js'
import { snapshot } from '../support/snapshot.js'
import type { Home } from './home.js'

type Ports = Pick<
  PluginContext,
  | 'adapters'
  | 'connectors'
  | 'networks'
  | 'views'
  | 'accountActions'
  | 'accountTabs'
  | 'connectMethods'
  | 'points'
  | 'rpc'
>

/**
 * The registries, each adding in the plugin's name. Adapters, networks and rpc policies of a
 * namespace are accepted only from plugins that list it in `chains`.
 */
export function contributions({ id, plugin, inner, track, registry }: Home): Ports {
  const own = <T>(value: T, ...namespaces: Namespace[]): T => {
    const strange = namespaces.find((namespace) => !plugin.chains?.includes(namespace))
    if (strange !== undefined)
      refuse(
        'kernel.not_allowed',
        { what: strange, plugin: id },
        `Plugin "${id}" adds to namespace "${strange}": name it in chains.`,
      )
    return value
  }
  return {
    adapters: registry(inner.adapters, (adapter) => own(adapter, adapter.namespace)),
    connectors: { ...registry(inner.connectors), isKnown: ({ rdns }) => isKnown(inner, rdns) },
    networks: registry(inner.networks, (network) =>
      own(snapshot(network), network.namespace, namespaceOf(network.id)),
    ),
    accountActions: registry(inner.accountActions),
    accountTabs: registry(inner.accountTabs),
    connectMethods: registry(inner.connectMethods),
    views: { add: (view) => track(inner.views.add(view, id)) },
    points: {
      open: (point) => registry(inner.points.open(point, id, track)),
      add: (point, value) => track(inner.points.add(point, value, id)),
    },
    rpc: {
      allow(policy) {
        const value = snapshot(policy)
        return track(
          append<'policies', Contribution<RpcPolicy>>(
            inner,
            'policies',
            own({ owner: id, value }, value.namespace),
          ),
        )
      },
      ruleOf: (method, namespace) => ruleOf(inner, method, namespace),
      sessionOf: (namespace) => sessionOf(inner, namespace),
    },
  }
}
