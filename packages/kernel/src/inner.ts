import type { AccountsPort, ActiveNetworkPort, AlertPort, ConnectionsPort, ToastPort } from '@latchkey/plugin-api'
import { createBase, createRegistries, readFlows, type Base, type Registries } from './base.js'
import { createRootScope } from './container/scope.js'
import type { KernelCore } from './core.js'
import { createModal } from './modal/modal.js'
import { createAdapters } from './registry/adapters.js'
import { createPoints } from './registry/points.js'
import { createViews } from './registry/views.js'
import { createRouter } from './router/router.js'
import { createLateLoader, type ImportLate, type LateLoader } from './services/lateLoader.js'
import { createMessages } from './services/messages.js'
import { createStage } from './services/stage.js'
import { createTheme } from './services/theme.js'
import { createAccountSelectors } from './state/accounts.js'
import { createConnections } from './state/connections.js'
import { createActiveNetworks } from './state/networks.js'
import { readonly } from './state/store.js'
import type { KernelOptions } from './types.js'

/** What is known of the plugins while and after they are set up. */
export interface PluginTable {
  has(id: string): boolean
  apiOf(id: string): unknown
}

/** The ports that reach into the late half, thin and alike for plugins, UI and host. */
function createPorts(core: Pick<KernelCore, 'connections' | 'activeNetwork'>, current: ActiveNetworkPort['current'], late: LateLoader) {
  const selectors = createAccountSelectors()
  const connections: ConnectionsPort = {
    ...readonly(core.connections),
    connect: (connectorId, options) => late.call((half) => half.connect(connectorId, options)),
    disconnect: (target) => late.call((half) => half.disconnect(target)),
    request: (request) => late.call((half) => half.request(request)),
  }
  const accounts: AccountsPort = {
    ...readonly(core.connections),
    active: (namespace = core.activeNetwork.get().namespace) => selectors.active(core.connections.get(), namespace),
    all: (namespace) => selectors.all(core.connections.get(), namespace),
    select: (account) => late.call((half) => half.select(account)),
  }
  const activeNetwork: ActiveNetworkPort = {
    ...readonly(core.activeNetwork),
    current,
    switch: (network) => late.call((half) => half.switchNetwork(network)),
  }
  const toasts: ToastPort = {
    show: (toast) => late.tell('toasts', ({ ports }) => ports.toasts.show(toast)),
    hide: () => late.tell('toasts', ({ ports }) => ports.toasts.hide()),
  }
  const alerts: AlertPort = {
    raise: (alert) => late.tell('alerts', ({ ports }) => ports.alerts.raise(alert)),
    report: (error) => late.tell('alerts', ({ ports }) => ports.alerts.report(error)),
  }
  return { connections, accounts, activeNetwork, toasts, alerts }
}

/** State, modal, router and registries, not yet tied to plugins. */
function createParts(base: Base, registries: Registries, late: LateLoader, plugins: PluginTable) {
  const { state, events, options, storage, signal, report } = base
  const { slice: connections, restoring } = createConnections(state, storage, registries.adapters, options.get().reconnect)
  const activeNetworks = createActiveNetworks(state, registries.networks, registries.adapters, storage, options.get)
  const flows = readFlows(registries.flows)
  const router = createRouter(state, { events, isOpen: () => modal.get().open, close: () => void modal.close() })
  const modal = createModal({
    state, router, connections, flows, events, signal, report,
    options: options.get,
    adapters: registries.adapters,
    prefetch: () => late.tell('kernel: opening', () => undefined),
    abort: () => late.now()?.abortAttempt(),
  })
  return {
    connections, restoring, activeNetworks, flows, router, modal,
    messages: createMessages(state, options, report),
    theme: createTheme(state, options.get()),
    stage: createStage(state),
    points: createPoints(state),
    views: createViews(state, options.get, plugins.has, plugins.apiOf),
    adapters: createAdapters(registries.adapters),
  }
}

/** Everything that one kernel is made of. The late half and the plugins each see their part of it. */
export function createInner(given: KernelOptions, importLate: ImportLate, plugins: PluginTable) {
  const base = createBase(given)
  const late = createLateLoader(() => core, importLate)
  const registries = createRegistries(base.state)
  const parts = createParts(base, registries, late, plugins)
  const { id, options, events, log, logs, storage, signal, bin, report } = base
  const { connections, activeNetworks, flows, router, modal, messages, theme, adapters } = parts
  const { adapters: adapterRegistry, policies, flows: _, ...lists } = registries
  const core: KernelCore = {
    id, options, modal, router, events, messages, theme, log, storage, connections, flows, signal, report,
    ...lists,
    adapters: adapterRegistry,
    activeNetwork: activeNetworks.slice,
    get policies() {
      return policies.items
    },
    adapter: adapters.load,
    adapterNow: adapters.now,
    onLog: logs.onLine,
    onDispose: (dispose) => void bin.add(dispose),
  }
  return { ...base, ...parts, core, late, registries, plugins, scope: createRootScope(), ports: createPorts(core, activeNetworks.current, late) }
}
export type Inner = ReturnType<typeof createInner>
