import type { EventPort, HttpClient, HttpPort, PluginContext } from '@latchkey/plugin-api'
import { refuse } from '../support/refuse.js'
import type { Home } from './home.js'

type Ports = Pick<
  PluginContext,
  'events' | 'storage' | 'messages' | 'theme' | 'toasts' | 'alerts' | 'http' | 'log' | 'stage'
>

const events = ({ id, inner, track, guard }: Home): EventPort => ({
  on: (name, listener) => track(inner.events.on(name, guard(listener))),
  onAny: (listener) => track(inner.events.onAny(guard(listener))),
  emit(name, event) {
    if (!name.startsWith(`${id}:`))
      refuse(
        'kernel.not_allowed',
        { what: name, plugin: id },
        `Plugin "${id}" may not emit "${name}": name it "${id}:...".`,
      )
    inner.events.emit(name, event)
  },
})

/** Makes HTTP clients of the plugin. Each call waits for the late half, which checks the passport. */
const httpClient =
  ({ id, plugin, inner: { half } }: Home): HttpPort['client'] =>
  (target) => {
    const call = <T>(ask: (client: HttpClient) => Promise<T>): Promise<T> =>
      half.call((late) => ask(late.http(id, plugin.reaches).client(target)))
    return {
      get: (path, options) => call((client) => client.get(path, options)),
      post: (path, options) => call((client) => client.post(path, options)),
      put: (path, options) => call((client) => client.put(path, options)),
      delete: (path, options) => call((client) => client.delete(path, options)),
      getBlob: (path, options) => call((client) => client.getBlob(path, options)),
    }
  }

/** The kernel's services, bound to one plugin. */
export function services(home: Home): Ports {
  const { id, plugin, inner, track, guard, watch } = home
  const {
    messages: { text, locale, revision, add },
    theme,
    vault,
    logs,
    toasts,
    alerts,
    stage,
  } = inner
  const storage = vault.open(id, plugin.storage ?? { version: 1, keys: {} })
  return {
    events: events(home),
    storage: {
      ...storage,
      subscribe: (key, listener) => track(storage.subscribe(key, guard(listener))),
    },
    messages: {
      text,
      locale: watch(locale),
      revision: watch(revision),
      add: (catalogues) => track(add(catalogues)),
    },
    theme: watch(theme),
    toasts,
    alerts,
    http: { client: httpClient(home) },
    log: logs.of(id),
    stage: {
      mount(element) {
        const mount = stage.mount(element)
        return { ...mount, dispose: track(mount.dispose) }
      },
    },
  }
}
