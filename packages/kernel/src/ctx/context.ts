import type { Observable, PluginContext } from '@latchkey/plugin-api'
import { activity } from './activity.js'
import { contributions } from './contributions.js'
import type { RemoteFeatures } from '../options/types.js'
import type { Home } from './home.js'
import { services } from './services.js'
import { wiring } from './wiring.js'

/** Everything that a plugin is given. */
export const createContext = (home: Home): PluginContext => {
  const { options } = home.inner
  return Object.freeze({
    plugin: home.id,
    get metadata() {
      return options.get().metadata
    },
    remoteFeatures: home.watch<RemoteFeatures, Observable<RemoteFeatures>>({
      get: () => options.get().remoteFeatures,
      subscribe: (listener) =>
        options.subscribe((now, before) => listener(now.remoteFeatures, before.remoteFeatures)),
    }),
    ...contributions(home),
    ...activity(home),
    ...services(home),
    ...wiring(home),
  })
}
