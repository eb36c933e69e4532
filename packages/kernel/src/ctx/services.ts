import { LatchkeyError, type EventPort, type HttpClient, type HttpPort, type PluginContext, type StagePort } from '@latchkey/plugin-api'
import type { Home } from './home.js'

type Ports = Pick<PluginContext, 'events' | 'storage' | 'messages' | 'theme' | 'toasts' | 'alerts' | 'http' | 'log' | 'stage'>

/** Names under which only the kernel tells what happened. */
const KERNEL_EVENTS = /^(kernel|modal|router|connection|account|network|request):/

const events = ({ id, inner, track, guard }: Home): EventPort => ({
  on: (name, listener) => track(inner.events.on(name, guard(`listener of ${name}`, listener))),
  onAny: (listener) => track(inner.events.onAny(guard('listener of all events', listener))),
  emit(name, event) {
    if (KERNEL_EVENTS.test(name)) throw new LatchkeyError('kernel.not_allowed', `Plugin "${id}" emits "${name}", which only the kernel may. Emit "${id}:..." instead.`, { context: { what: name, plugin: id } })
    inner.events.emit(name, event)
  },
})

/** A client whose calls wait for the late half. */
const http = ({ id, plugin, inner }: Home): HttpPort => ({
  client(options) {
    let made: HttpClient | undefined
    const call = <T>(run: (client: HttpClient) => Promise<T>): Promise<T> => inner.late.call((late) => run(made ??= late.http(id, plugin.reaches).client(options)))
    return {
      get: (path, more) => call((client) => client.get(path, more)),
      post: (path, more) => call((client) => client.post(path, more)),
      put: (path, more) => call((client) => client.put(path, more)),
      delete: (path, more) => call((client) => client.delete(path, more)),
      getBlob: (path, more) => call((client) => client.getBlob(path, more)),
    }
  },
})

const stage = ({ inner, track }: Home): StagePort => ({
  mount(element) {
    const mount = inner.stage.mount(element)
    return { ...mount, dispose: track(mount.dispose) }
  },
})

/** The kernel's services, bound to one plugin. */
export function services(home: Home): Ports {
  const { id, plugin, inner, track, guard, watch } = home
  const { messages, theme, vault, logs, ports: { toasts, alerts } } = inner
  const storage = vault.open(id, plugin.storage ?? { version: 1, keys: {} })
  return {
    events: events(home),
    storage: { ...storage, subscribe: (key, listener) => track(storage.subscribe(key, guard(`listener of ${key}`, listener))) },
    messages: { text: messages.text, locale: watch('the locale', messages.locale), revision: watch('the texts', messages.revision), add: (catalogues) => track(messages.add(catalogues)) },
    theme: { ...theme, ...watch('the theme', theme) },
    toasts,
    alerts,
    http: http(home),
    log: logs.of(id),
    stage: stage(home),
  }
}
