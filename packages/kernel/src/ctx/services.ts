import type { EventPort, HttpClient, HttpPort, PluginContext } from '@latchkey/plugin-api'
import { refuse } from '../support/refuse.js'
import type { Home } from './home.js'

type Ports = Pick<PluginContext, 'events' | 'storage' | 'messages' | 'theme' | 'toasts' | 'alerts' | 'http' | 'log' | 'stage'>

const events = ({ id, inner, track, guard }: Home): EventPort => ({
  on: (name, listener) => track(inner.events.on(name, guard(`listener of ${name}`, listener))),
  onAny: (listener) => track(inner.events.onAny(guard('listener of all events', listener))),
  emit(name, event) {
    // Names under which only the kernel tells what happened.
    if (/^(kernel|modal|router|connection|account|network|request):/.test(name)) refuse('kernel.not_allowed', { what: name, plugin: id }, `Plugin "${id}" emits "${name}", which only the kernel may: name it "${id}:...".`)
    inner.events.emit(name, event)
  },
})

/** Clients whose calls wait for the late half. */
const http = ({ id, plugin, inner }: Home): HttpPort => ({
  client(options) {
    let client: HttpClient | undefined
    const call = <T>(run: (client: HttpClient) => Promise<T>): Promise<T> => inner.half.call((late) => run(client ??= late.http(id, plugin.reaches).client(options)))
    return {
      get: (path, more) => call((made) => made.get(path, more)),
      post: (path, more) => call((made) => made.post(path, more)),
      put: (path, more) => call((made) => made.put(path, more)),
      delete: (path, more) => call((made) => made.delete(path, more)),
      getBlob: (path, more) => call((made) => made.getBlob(path, more)),
    }
  },
})

/** The kernel's services, bound to one plugin. */
export function services(home: Home): Ports {
  const { id, plugin, inner, track, guard, watch } = home
  const { messages: { text, locale, revision, add }, theme, vault, logs, toasts, alerts, stage } = inner
  const storage = vault.open(id, plugin.storage ?? { version: 1, keys: {} })
  return {
    events: events(home),
    storage: { ...storage, subscribe: (key, listener) => track(storage.subscribe(key, guard(`listener of ${key}`, listener))) },
    messages: { text, locale: watch('the locale', locale), revision: watch('the texts', revision), add: (catalogues) => track(add(catalogues)) },
    theme: watch('the theme', theme),
    toasts,
    alerts,
    http: http(home),
    log: logs.of(id),
    stage: {
      mount(element) {
        const mount = stage.mount(element)
        return { ...mount, dispose: track(mount.dispose) }
      },
    },
  }
}
