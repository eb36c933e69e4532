import { namespaceOf, LatchkeyError, type AnyPlugin, type ConnectionInfo, type ViewDefinition } from '@latchkey/plugin-api'
import { createInner, type Inner } from './inner.js'
import { createMembers, type Members } from './lifecycle/plugins.js'
import { resolveOrder } from './lifecycle/graph.js'
import { changeOptions } from './options/options.js'
import { HOST } from './registry/registry.js'
import { UI } from './registry/views.js'
import { contentSecurityPolicy } from './services/contentSecurityPolicy.js'
import type { ImportLate } from './services/lateLoader.js'
import { RESTORE_CAP } from './state/connections.js'
import { snapshot } from './support/snapshot.js'
import type { Kernel, KernelOptions, KernelPorts, PluginApisOf } from './types.js'

/** Starts the plugins, then brings back what the storage holds. */
async function start(inner: Inner, members: Members, isServer: boolean): Promise<void> {
  await members.start(inner)
  const { restoring, late, events, bin, signal, report } = inner
  if (signal.aborted) return
  if (restoring.needed) {
    const cap = setTimeout(restoring.finish, RESTORE_CAP)
    bin.add(() => clearTimeout(cap))
    void late.call((half) => half.restore())
      .catch((error: unknown) => signal.aborted || report(error, 'kernel: restore'))
      .finally(() => {
        clearTimeout(cap)
        restoring.finish()
      })
  } else if (!isServer) restoring.finish()
  events.emit('kernel:ready', { plugins: members.working() })
}

/** What a UI package works with. */
function uiPorts(inner: Inner): KernelPorts {
  const { core, ports, registries, views, stage, messages, options, modal, router, theme, events, log, points, adapters, late } = inner
  const { policies: _, flows: __, ...lists } = registries
  return {
    ...lists,
    options: { get: options.get, subscribe: options.subscribe },
    modal, router, theme, events, log, stage,
    connections: ports.connections,
    accounts: ports.accounts,
    activeNetwork: ports.activeNetwork,
    points: { open: (point) => points.openAs(HOST, point).registry, add: (point, value) => points.addAs(HOST, point, value) },
    // What differs by view is only the type of its parameters.
    views: { get: views.get, subscribe: views.subscribe, find: views.find, add: (view) => views.addAs(UI, view as unknown as ViewDefinition) },
    messages: { ...messages, set: (change) => options.set(changeOptions(options.get(), change)) },
    adapter: adapters.load,
    late: { load: async () => (await late.load()).ports, now: () => late.now()?.ports },
    reportViewError: (view, error) => core.report(error, `${views.find(view)?.owner ?? UI}: view ${view}`),
  }
}

/** Opens the modal and waits for a connection that was not there before. */
function connectWithModal({ modal, events, connections, signal }: Inner): Promise<ConnectionInfo> {
  return new Promise((resolve, reject) => {
    const before = new Set(connections.get().connections.map(({ id }) => id))
    const settle = (id: string | undefined): void => {
      const made = connections.get().connections.find((connection) => (id === undefined ? !before.has(connection.id) : connection.id === id))
      for (const stop of stops) stop()
      if (made) resolve(made)
      else if (signal.aborted) reject(new LatchkeyError('kernel.disposed', 'The kernel was disposed before anything was connected.'))
      else reject(new LatchkeyError('kernel.modal_closed', 'Modal closed'))
    }
    const onAbort = (): void => settle(undefined)
    signal.addEventListener('abort', onAbort)
    const stops = [
      events.on('connection:established', ({ connectionId, restored }) => restored || settle(connectionId)),
      events.on('modal:closed', () => settle(undefined)),
      () => signal.removeEventListener('abort', onAbort),
    ]
    modal.open('Connect')
  })
}

/** The host's side of the kernel, its plugins apart. */
function hostApi(inner: Inner, plugins: readonly AnyPlugin[]): Omit<Kernel, 'plugins' | 'ready' | 'dispose'> {
  const { id, modal, ports, registries: { networks }, adapters, theme, options, events } = inner
  const change = (wanted: Partial<KernelOptions>): void => {
    const { themeMode, themeVariables } = wanted
    options.set(changeOptions(options.get(), wanted))
    if (themeMode || themeVariables) theme.set({ ...(themeMode && { mode: themeMode }), ...(themeVariables && { variables: themeVariables }) })
  }
  return {
    id,
    get metadata() {
      return options.get().metadata
    },
    ports: uiPorts(inner),
    open: modal.open,
    close: modal.close,
    connect: ports.connections.connect,
    connectWithModal: () => connectWithModal(inner),
    disconnect: ports.connections.disconnect,
    switchNetwork: ports.activeNetwork.switch,
    addNetwork(network) {
      adapters.demand(network.namespace)
      return networks.add(snapshot(network))
    },
    removeNetwork(network) {
      adapters.demand(namespaceOf(network))
      networks.remove(network)
    },
    setTheme: theme.set,
    setLocale: (locale, texts) => change({ locale, ...(texts && { texts }) }),
    setOptions: change,
    on: events.on,
    onAny: events.onAny,
    contentSecurityPolicy: () => contentSecurityPolicy(plugins, networks.get().map(({ value }) => value), options.get()),
  }
}

/** As {@link createKernel}, with the second half from where the caller says. */
export function assembleKernel<const P extends readonly AnyPlugin[]>(options: KernelOptions<P>, importLate: ImportLate): Kernel<P> {
  const members = createMembers()
  const inner = createInner(options, importLate, members)
  const dispose = (): void => {
    if (inner.signal.aborted) return
    inner.controller.abort()
    members.dispose()
    inner.bin.dispose()
  }
  try {
    members.setUp(inner, resolveOrder(options.plugins), options.strict ?? false)
    inner.activeNetworks.choose()
  } catch (error) {
    dispose()
    throw error
  }
  const plugins = {}
  for (const { id } of options.plugins) Object.defineProperty(plugins, id, { enumerable: true, get: () => members.apiOf(id) })
  const isServer = typeof window === 'undefined' && options.storage === undefined
  const ready = Promise.resolve().then(() => start(inner, members, isServer))
  // Each member answers what that plugin's setup returned, which is what the type says.
  return Object.freeze(Object.assign(hostApi(inner, options.plugins), { plugins: Object.freeze(plugins) as PluginApisOf<P>, ready, dispose }))
}

/**
 * Puts plugins together to a wallet-connection modal without looks; a UI package draws it.
 * Holds no state outside of what it returns: several kernels on a page share nothing. Importing and calling it on a server touches no window.
 * @throws `kernel.invalid_option`, `kernel.composition_failed`; with `strict` also `kernel.plugin_failed`
 * @example const kernel = createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] })] })
 */
export const createKernel = <const P extends readonly AnyPlugin[]>(options: KernelOptions<P>): Kernel<P> => assembleKernel(options, () => import('./late/index.js'))
