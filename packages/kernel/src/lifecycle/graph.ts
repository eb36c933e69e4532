import { KERNEL_API, type AnyPlugin } from '@latchkey/plugin-api'
import { refuse } from '../support/refuse.js'
import { satisfies } from './range.js'

const needsOf = ({ dependsOn, peers }: AnyPlugin): [id: string, range: string][] => Object.entries({ ...dependsOn, ...peers })

/** What is wrong with one plugin among the others, a sentence each. */
function problemsOf(plugin: AnyPlugin, byId: ReadonlyMap<string, AnyPlugin>): string[] {
  const { id, version, kernelApi, dependsOn = {}, conflictsWith = [] } = plugin
  return [
    ...(satisfies(KERNEL_API, kernelApi) ? [] : [`Plugin "${id}" ${version} is written for contract ${kernelApi}, this kernel speaks ${KERNEL_API}: install a version that fits.`]),
    ...needsOf(plugin).flatMap(([other, range]) => {
      const found = byId.get(other)
      return found ? (satisfies(found.version, range) ? [] : `Plugin "${id}" wants "${other}" ${range}, installed is ${found.version}: install versions that fit.`)
        : Object.hasOwn(dependsOn, other) ? `Plugin "${id}" needs "${other}" ${range}, which is missing: add it to plugins.` : []
    }),
    ...conflictsWith.filter((other) => byId.has(other)).map((other) => `Plugin "${id}" cannot run beside "${other}": leave one out.`),
  ]
}

/**
 * The plugins in an order in which each comes after those it needs.
 * @throws `kernel.composition_failed` with all problems at once
 */
export function resolveOrder(plugins: readonly AnyPlugin[]): readonly AnyPlugin[] {
  const problems = new Set<string>()
  const byId = new Map<string, AnyPlugin>()
  for (const plugin of plugins) {
    const { id, version, kernelApi, setup } = Object(plugin) as Partial<AnyPlugin>
    if (!id || !/^(?!kernel$|host$)[a-z][\w-]*$/i.test(id) || typeof setup !== 'function' || !version || !kernelApi) problems.add(`Plugin "${id ?? String(plugin)}" is no plugin: it needs an id of letters, digits, - and _ (not kernel or host), version, kernelApi and setup. Pass swap() and not swap.`)
    else if (byId.has(id)) problems.add(`Plugin "${id}" is listed twice: keep one.`)
    else byId.set(id, plugin)
  }
  const order = new Set<AnyPlugin>()
  const visit = (plugin: AnyPlugin, path: readonly string[]): void => {
    const { id } = plugin
    if (path.includes(id)) problems.add(`Plugins need each other in a circle, ${[...path.slice(path.indexOf(id)), id].join(' -> ')}: let one open an extension point that the other fills.`)
    else if (!order.has(plugin)) {
      for (const [other] of needsOf(plugin)) {
        const found = byId.get(other)
        if (found) visit(found, [...path, id])
      }
      order.add(plugin)
    }
  }
  for (const plugin of byId.values()) {
    for (const problem of problemsOf(plugin, byId)) problems.add(problem)
    visit(plugin, [])
  }
  if (problems.size) refuse('kernel.composition_failed', { problems: [...problems] }, `These plugins do not fit together:\n- ${[...problems].join('\n- ')}`)
  return [...order]
}
