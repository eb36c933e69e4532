import {
  brand,
  type AccountAction,
  type AccountTab,
  type ActiveNetworkPort,
  type AdapterRegistration,
  type AlertPort,
  type ConnectionsPort,
  type ConnectMethod,
  type Connector,
  type Network,
  type ThemePort,
  type ThemeState,
  type ToastPort,
  type ViewId,
} from '@latchkey/plugin-api'
import { createContainer, type Scope } from './container/scope.js'
import type { Flows, KernelCore } from './core.js'
import { createEvents } from './events/events.js'
import { createModal } from './modal/modal.js'
import { changeOptions, checked, resolveOptions } from './options/options.js'
import { createAdapters } from './registry/adapters.js'
import { createPoints, type PointTable } from './registry/points.js'
import { createRegistry, type OwnedRegistry } from './registry/registry.js'
import { createViews, type Views } from './registry/views.js'
import { createRouter, type KernelRouter } from './router/router.js'
import {
  createLateLoader,
  type AssembleKernel,
  type ImportLate,
  type LateLoader,
} from './services/lateLoader.js'
import { createLogs, type Logs } from './services/log.js'
import { createMessages } from './services/messages.js'
import { createStage } from './services/stage.js'
import { createAccounts, namedAccountType } from './state/accounts.js'
import { createConnections, type ConnectionTable } from './state/connections.js'
import { createActiveNetwork, type ActiveNetworkTable } from './state/networks.js'
import { createState, readonly, type State } from './state/store.js'
import { kernelStorage } from './storage/kernelStorage.js'
import { createVault, type Vault } from './storage/storage.js'
import { createBin, type Bin } from './support/bin.js'
import type { KernelOptions, KernelPorts, ResolvedOptions } from './types.js'

/** The plugins and their APIs, while and after they are set up. */
export interface PluginTable {
  /** Whether a plugin is installed and has not failed. */
  has(id: string): boolean
  apiOf(id: string): unknown
}

/**
 * All parts of one kernel. The late half sees it as `KernelCore`, a UI package as `KernelPorts`, and a
 * plugin through its context only.
 */
export interface Inner extends KernelCore, KernelPorts {
  readonly options: KernelCore['options']
  readonly modal: KernelCore['modal'] & { first(): ViewId }
  readonly router: KernelRouter
  readonly messages: KernelPorts['messages']
  readonly connections: ConnectionTable & ConnectionsPort
  readonly activeNetwork: ActiveNetworkTable & ActiveNetworkPort
  readonly adapters: OwnedRegistry<AdapterRegistration>
  readonly connectors: OwnedRegistry<Connector>
  readonly networks: OwnedRegistry<Network>
  readonly accountActions: OwnedRegistry<AccountAction>
  readonly accountTabs: OwnedRegistry<AccountTab>
  readonly connectMethods: OwnedRegistry<ConnectMethod>
  readonly views: Views
  readonly points: PointTable
  readonly flows: { -readonly [Step in keyof Flows]: Flows[Step] }
  policies: KernelCore['policies']
  readonly state: State
  readonly vault: Vault
  readonly logs: Logs
  readonly bin: Bin
  readonly half: LateLoader
  readonly toasts: ToastPort
  readonly alerts: AlertPort
  readonly plugins: PluginTable
  scopeOf(plugin: string, bin: Bin): Scope
  end(): void
}

/**
 * The parts that depend on no other part: options, logs, events, state, storage, and how errors are
 * reported.
 */
function createBase(given: KernelOptions) {
  const resolved = resolveOptions(given)
  const { id } = resolved
  const controller = new AbortController()
  let reporting = false
  const report = (error: unknown, where: string): void => {
    log.error(where, error)
    // A listener of this event may throw too, which would report without an end.
    if (reporting) return
    reporting = true
    events.emit('kernel:error-reported', { error, where })
    reporting = false
  }
  const onError = (error: unknown): void => report(error, 'kernel: listener')
  const events = createEvents(onError)
  const state = createState(onError)
  const options = state.slice<ResolvedOptions>(resolved)
  const logs = createLogs(options.get)
  const log = logs.of(brand.name)
  const bin = createBin(onError)
  const vault = createVault(`${brand.storagePrefix}-${id}`, given.storage, report)
  bin.add(vault.dispose)
  bin.add(events.clear)
  const storage = vault.open('kernel', kernelStorage)
  return {
    id,
    options,
    reaches: given.plugins.map(({ reaches }) => reaches),
    signal: controller.signal,
    end: () => controller.abort(),
    events,
    state,
    logs,
    log,
    onLog: logs.onLog,
    bin,
    onDispose: bin.add,
    vault,
    storage,
    report,
  }
}

/** Everything that plugins can add to. */
function createRegistries(state: State) {
  const byId = ({ id }: { id: string }): string => id
  const flows: Inner['flows'] = { before: [], after: [], network: [], close: [] }
  const policies: Inner['policies'] = []
  return {
    adapters: createRegistry<AdapterRegistration>(state, 'adapters', ({ namespace }) => namespace),
    connectors: createRegistry<Connector>(state, 'connectors', byId),
    networks: createRegistry<Network>(state, 'networks', byId),
    accountActions: createRegistry<AccountAction>(state, 'accountActions', byId),
    accountTabs: createRegistry<AccountTab>(state, 'accountTabs', byId),
    connectMethods: createRegistry<ConnectMethod>(state, 'connectMethods', byId),
    points: createPoints(state),
    directoryRdns: new Set<string>(),
    flows,
    policies,
  }
}

const createTheme = (
  state: State,
  { themeMode = 'dark', themeVariables = {} }: ResolvedOptions,
): ThemePort => {
  const slice = state.slice<ThemeState>({ mode: themeMode, variables: themeVariables })
  return {
    ...slice,
    set({ mode, variables }) {
      const { themeMode: next, themeVariables: more } = checked({
        themeMode: mode,
        themeVariables: variables,
      } as Partial<KernelOptions>)
      slice.set((now) => ({ mode: next ?? now.mode, variables: { ...now.variables, ...more } }))
    },
  }
}

/** Ports whose work is done by the late half. */
const createLatePorts = (half: LateLoader): Pick<Inner, 'toasts' | 'alerts' | 'late'> => ({
  toasts: {
    show: (toast) => void half.tell(({ ports }) => ports.toasts.show(toast)),
    hide: () => void half.tell(({ ports }) => ports.toasts.hide()),
  },
  alerts: {
    raise: (alert) => void half.tell(({ ports }) => ports.alerts.raise(alert)),
    report: (error) => void half.tell(({ ports }) => ports.alerts.report(error)),
  },
  late: {
    load: () => half.call(({ ports }) => ports),
    ahead: half.ahead,
    now: () => half.now()?.ports,
    whenLoaded: half.whenLoaded,
  },
})

/** Builds the kernel without its plugins. */
export function createInner(
  given: KernelOptions,
  importLate: ImportLate,
  plugins: PluginTable,
  assemble: AssembleKernel,
): Inner {
  const base = createBase(given)
  const { state, options, report } = base
  const registries = createRegistries(state)
  const half = createLateLoader(() => inner, importLate, assemble)
  const connections = createConnections(state, { ...base, ...registries })
  const activeNetwork = createActiveNetwork(state, { ...base, ...registries, half })
  const modal = createModal(state, () => inner)
  const views = createViews(state, options.get, plugins.apiOf)
  const inner: Inner = {
    ...base,
    ...registries,
    ...createAdapters(registries.adapters),
    plugins,
    modal,
    views,
    half,
    router: createRouter(state, base.events, modal),
    connections: {
      ...connections,
      connect: (connectorId, given) => half.call((late) => late.connect(connectorId, given)),
      disconnect: (target) => half.call((late) => late.disconnect(target)),
      request: (request) => half.call((late) => late.request(request)),
    },
    activeNetwork: {
      ...activeNetwork,
      switch: (network) => half.call((late) => late.switchNetwork(network)),
    },
    accounts: {
      ...readonly(connections),
      ...createAccounts(connections, () => activeNetwork.get().namespace),
      preferredType: (namespace) => namedAccountType(base, namespace),
      select: (account) => half.call((late) => late.select(account)),
    },
    messages: {
      ...createMessages(state, { ...base, half }),
      set: (change) => options.set(changeOptions(options.get(), change)),
    },
    theme: createTheme(state, options.get()),
    stage: createStage(state),
    scopeOf: createContainer(),
    ...createLatePorts(half),
    reportViewError: (view, error) =>
      report(error, `${views.find(view)?.owner ?? 'host'}: view ${view}`),
  }
  return inner
}
