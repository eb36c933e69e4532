import type { PluginContext, TransactionCallbacks } from '@latchkey/plugin-api'
import type { Flows } from '../core.js'
import { append } from '../registry/registry.js'
import { readonly } from '../state/store.js'
import type { Home } from './home.js'

type Ports = Pick<
  PluginContext,
  'connections' | 'accounts' | 'activeNetwork' | 'modal' | 'slice' | 'router' | 'flow'
>

/** Connections, networks, modal and flows, bound to one plugin. */
export function activity({ id, inner, track, guard, watch }: Home): Ports {
  const { connections, accounts, activeNetwork, modal, router, flows } = inner
  const step =
    <Key extends keyof Flows>(key: Key) =>
    (value: Flows[Key][number]['value']) =>
      track(append<Key, { owner: string; value: typeof value }>(flows, key, { owner: id, value }))
  return {
    connections: watch({
      ...readonly(connections),
      connect: connections.connect,
      disconnect: connections.disconnect,
      request: (request) => connections.request({ origin: 'plugin', ...request }),
    }),
    accounts: watch(accounts),
    activeNetwork: watch({
      ...readonly(activeNetwork),
      current: activeNetwork.current,
      switch: activeNetwork.switch,
    }),
    modal: watch(modal),
    slice: (initial) => watch(inner.state.slice(initial)),
    router: watch({
      ...router,
      transaction(callbacks) {
        const call = (name: keyof TransactionCallbacks) => guard(() => callbacks[name]?.(), name)
        const { settle, forget } = router.transaction({
          onSuccess: call('onSuccess'),
          onError: call('onError'),
          onCancel: call('onCancel'),
        })
        track(forget)
        return { settle }
      },
    }),
    flow: {
      connect: { before: step('before'), after: step('after') },
      network: step('network'),
      close: step('close'),
    },
  }
}
