import type { PluginContext } from '@latchkey/plugin-api'
import type { Home } from './home.js'

type Ports = Pick<PluginContext, 'connections' | 'accounts' | 'activeNetwork' | 'modal' | 'slice' | 'router' | 'flow'>

/** What is going on, and where the plugin steps into it. */
export function activity(home: Home): Ports {
  const { id, inner, track, guard, watch } = home
  const { connections, accounts, activeNetwork } = inner.ports
  const { modal, router, registries: { flows } } = inner
  const { transaction: _, begin, ...navigation } = router
  let slices = 0
  return {
    connections: { ...connections, ...watch('connections', connections) },
    accounts: { ...accounts, ...watch('accounts', accounts) },
    activeNetwork: { ...activeNetwork, ...watch('the active network', activeNetwork) },
    modal: { ...modal, ...watch('the modal', modal) },
    slice(initial) {
      const slice = inner.state.slice(`${id}:${++slices}`, initial)
      return { ...watch('its own state', slice), set: slice.set }
    },
    router: {
      ...navigation,
      ...watch('the router', router),
      transaction({ onSuccess, onError, onCancel }) {
        const run = (what: string, callback: (() => void) | undefined) => guard(`${what} of a transaction`, () => callback?.())
        const { settle, forget } = begin({ onSuccess: run('success', onSuccess), onError: run('error', onError), onCancel: run('cancel', onCancel) })
        track(forget)
        return { settle }
      },
    },
    flow: {
      connect: {
        before: (step) => track(flows.before.addAs(id, step)),
        after: (step) => track(flows.after.addAs(id, step)),
      },
      network: (step) => track(flows.network.addAs(id, step)),
      close: (ask) => track(flows.close.addAs(id, ask)),
    },
  }
}
