import type { Observable, PluginContext } from '@latchkey/plugin-api'
import { activity } from './activity.js'
import { contributions } from './contributions.js'
import type { ResolvedOptions } from '../options/types.js'
import type { Home } from './home.js'
import { services } from './services.js'
import { wiring } from './wiring.js'

/** Everything that a plugin is given. */
export const createContext = (home: Home): PluginContext => {
  const { options } = home.inner
  const follow = <Key extends 'features' | 'remoteFeatures'>(
    key: Key,
  ): Observable<ResolvedOptions[Key]> =>
    home.watch<ResolvedOptions[Key], Observable<ResolvedOptions[Key]>>({
      get: () => options.get()[key],
      subscribe: (listener) => options.subscribe((now, before) => listener(now[key], before[key])),
    })
  return Object.freeze({
    plugin: home.id,
    get metadata() {
      return options.get().metadata
    },
    features: follow('features'),
    remoteFeatures: follow('remoteFeatures'),
    ...contributions(home),
    ...activity(home),
    ...services(home),
    ...wiring(home),
  })
}
