import { namespaceOf, type AnyPlugin } from '@latchkey/plugin-api'
import { createInner, type Inner } from './inner.js'
import { resolveOrder } from './lifecycle/graph.js'
import { createMembers, type Members } from './lifecycle/plugins.js'
import { changeOptions } from './options/options.js'
import { demandAdapter } from './registry/adapters.js'
import type { ImportLate } from './services/lateLoader.js'
import { snapshot } from './support/snapshot.js'
import { within } from './support/time.js'
import type { Kernel, KernelOptions, PluginApisOf } from './types.js'

/** Starts the plugins, then brings back the stored connections. */
async function start(inner: Inner, members: Members, isServer: boolean): Promise<void> {
  const { connections, half, events, options, signal, storage } = inner
  await members.start(inner)
  if (signal.aborted) return
  if (connections.waiting) {
    void within(
      inner,
      half.tell((late) => late.restore()),
      'kernel: restore',
    ).then(connections.finish)
  } else if (!isServer) connections.finish()
  // When another tab has connected a wallet, the late half takes the connection over.
  storage.subscribe(
    'connections',
    (entries) => entries && options.get().reconnect && void half.tell(() => undefined),
  )
  events.emit('kernel:ready', { plugins: members.working() })
}

/** The members of `Kernel` that do not depend on its plugins. */
function hostApi(inner: Inner): Omit<Kernel, 'plugins' | 'ready' | 'dispose'> {
  const {
    id,
    modal,
    connections,
    activeNetwork,
    networks,
    adapters,
    theme,
    options,
    events,
    half,
  } = inner
  const setOptions = (change: Partial<KernelOptions>): void => {
    const { themeMode: mode, themeVariables: variables } = change
    options.set(changeOptions(options.get(), change))
    theme.set({ mode, variables } as Parameters<typeof theme.set>[0])
  }
  return {
    id,
    get metadata() {
      return options.get().metadata
    },
    ports: inner,
    open: modal.open,
    close: modal.close,
    connect: connections.connect,
    connectWithModal() {
      modal.open('Connect')
      return half.call((late) => late.connectWithModal())
    },
    disconnect: connections.disconnect,
    switchNetwork: activeNetwork.switch,
    addNetwork(network) {
      demandAdapter(adapters, network.namespace)
      return networks.add(snapshot(network))
    },
    removeNetwork(network) {
      demandAdapter(adapters, namespaceOf(network))
      networks.remove(network)
    },
    setTheme: theme.set,
    setLocale: (locale, texts) => setOptions({ locale, texts } as Partial<KernelOptions>),
    setOptions,
    on: events.on,
    onAny: events.onAny,
  }
}

/** As `createKernel`, with the late half loaded by the caller's function. */
export function assembleKernel<const P extends readonly AnyPlugin[]>(
  options: KernelOptions<P>,
  importLate: ImportLate,
): Kernel<P> {
  const members = createMembers()
  const inner = createInner(options, importLate, members, assembleKernel)
  const dispose = (): void => {
    inner.end()
    members.dispose()
    inner.bin.dispose()
  }
  try {
    members.setUp(inner, resolveOrder(options.plugins), options.strict)
    inner.activeNetwork.choose()
  } catch (error) {
    dispose()
    throw error
  }
  const plugins = {}
  for (const { id } of options.plugins)
    Object.defineProperty(plugins, id, { enumerable: true, get: () => members.apiOf(id) })
  const ready = Promise.resolve().then(() =>
    start(inner, members, typeof window === 'undefined' && options.storage === undefined),
  )
  // Each member of `plugins` is what that plugin's setup returned.
  return Object.freeze(
    Object.assign(hostApi(inner), {
      plugins: Object.freeze(plugins) as PluginApisOf<P>,
      ready,
      dispose,
    }),
  )
}
