import type { Check } from './check.js'
import { identityChecks } from './plugin/identity.js'
import { neighbourChecks } from './plugin/neighbours.js'
import { runningChecks } from './plugin/running.js'
import { storingChecks } from './plugin/storing.js'
import type { PluginSubject } from './world.js'

/** What holds for every plugin, in the order in which a broken one is best mended. */
export const pluginChecks: readonly Check<PluginSubject>[] = [...identityChecks, ...runningChecks, ...neighbourChecks, ...storingChecks]
