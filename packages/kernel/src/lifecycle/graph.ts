import { KERNEL_API, type AnyPlugin } from '@latchkey/plugin-api'
import { refuse } from '../support/refuse.js'
import { satisfies } from './range.js'

/**
 * Sorts the plugins so that each comes after those it depends on.
 * @throws `kernel.composition_failed` with all problems at once, one sentence each
 */
export function resolveOrder(plugins: readonly AnyPlugin[]): readonly AnyPlugin[] {
  const problems: string[] = []
  const byId = new Map<string, AnyPlugin>()
  for (const plugin of plugins) {
    const { id, version, kernelApi, setup } = Object(plugin) as Partial<AnyPlugin>
    if (
      !/^(?!kernel$|host$)[a-z][\w-]*$/i.test(String(id)) ||
      !version ||
      !kernelApi ||
      typeof setup !== 'function'
    )
      problems.push(
        `"${id}" is not a plugin with id (a word, not kernel or host), version, kernelApi and ` +
          'setup: pass swap(), not swap.',
      )
    else if (byId.has(plugin.id)) problems.push(`Plugin "${id}" is listed twice: keep one.`)
    else byId.set(plugin.id, plugin)
  }
  const order = new Set<AnyPlugin>()
  const path: string[] = []
  const visit = (plugin: AnyPlugin): void => {
    const { id, kernelApi, dependsOn = {}, peers, conflictsWith = [] } = plugin
    const at = path.indexOf(id)
    if (at >= 0)
      problems.push(
        `Plugins need each other, ${[...path.slice(at), id].join(' -> ')}: let one fill a point of the other.`,
      )
    if (at >= 0 || order.has(plugin)) return
    const need = (what: string, range: string, found?: string): void => {
      if (!found || !satisfies(found, range))
        problems.push(
          `Plugin "${id}" needs ${what} ${range}, found ${found ?? 'none'}: install versions that fit.`,
        )
    }
    need('contract', kernelApi, KERNEL_API)
    path.push(id)
    for (const [other, range] of Object.entries({ ...peers, ...dependsOn })) {
      const found = byId.get(other)
      if (found || other in dependsOn) need(`"${other}"`, range, found?.version)
      if (found) visit(found)
    }
    path.pop()
    for (const other of conflictsWith)
      if (byId.has(other))
        problems.push(`Plugin "${id}" cannot run beside "${other}": leave one out.`)
    order.add(plugin)
  }
  byId.forEach(visit)
  if (problems.length)
    refuse(
      'kernel.composition_failed',
      { problems },
      `These plugins do not fit together:\n- ${problems.join('\n- ')}`,
    )
  return [...order]
}
