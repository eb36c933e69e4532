import type { PluginContext } from '@latchkey/plugin-api'
import { activity } from './activity.js'
import { contributions } from './contributions.js'
import type { Home } from './home.js'
import { services } from './services.js'
import { wiring } from './wiring.js'

/** Everything that a plugin is given. */
export const createContext = (home: Home): PluginContext =>
  Object.freeze({
    plugin: home.id,
    get metadata() {
      return home.inner.options.get().metadata
    },
    ...contributions(home),
    ...activity(home),
    ...services(home),
    ...wiring(home),
  })
