import type { Check } from './check.js'
import { afterFirstVisit } from './firstVisit.js'
import { identityChecks } from './plugin/identity.js'
import { neighbourChecks } from './plugin/neighbours.js'
import { runningChecks } from './plugin/running.js'
import { storingChecks } from './plugin/storing.js'
import { viewingChecks } from './plugin/viewing.js'
import type { PluginSubject } from './world.js'

/**
 * The checks that every plugin must pass, in the order in which to repair a broken plugin. The plugin
 * runs once on a page before the first of them, so that what libraries do once per process disturbs
 * no check.
 */
export const pluginChecks: readonly Check<PluginSubject>[] = afterFirstVisit([
  ...identityChecks,
  ...runningChecks,
  ...neighbourChecks,
  ...viewingChecks,
  ...storingChecks,
])
