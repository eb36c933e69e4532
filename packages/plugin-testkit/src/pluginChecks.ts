import type { Check } from './check.js'
import { afterFirstVisit } from './firstVisit.js'
import { identityChecks } from './plugin/identity.js'
import { neighbourChecks } from './plugin/neighbours.js'
import { runningChecks } from './plugin/running.js'
import { storingChecks } from './plugin/storing.js'
import { viewingChecks } from './plugin/viewing.js'
import type { PluginSubject } from './world.js'

/** What holds for every plugin, in the order in which a broken one is best mended. */
export const pluginChecks: readonly Check<PluginSubject>[] = afterFirstVisit([
  ...identityChecks,
  ...runningChecks,
  ...neighbourChecks,
  ...viewingChecks,
  ...storingChecks,
])
