import { KERNEL_API, LatchkeyError, type AnyPlugin } from '@latchkey/plugin-api'
import { satisfies } from './range.js'

const needsOf = ({ dependsOn, peers }: AnyPlugin): [kind: string, id: string, range: string][] => [
  ...Object.entries(dependsOn ?? {}).map(([id, range]): [string, string, string] => ['dependsOn', id, range]),
  ...Object.entries(peers ?? {}).map(([id, range]): [string, string, string] => ['peers', id, range]),
]

/** What is wrong with one plugin among the others, a sentence each. */
function problemsOf(plugin: AnyPlugin, byId: ReadonlyMap<string, AnyPlugin>): string[] {
  const { id, version, kernelApi, conflictsWith = [] } = plugin
  const problems: string[] = []
  if (!satisfies(KERNEL_API, kernelApi)) problems.push(`Plugin "${id}" ${version} is written for contract ${kernelApi}; this kernel speaks ${KERNEL_API}. Install a version of it that fits, or another kernel.`)
  for (const [kind, other, range] of needsOf(plugin)) {
    const found = byId.get(other)
    if (!found && kind === 'dependsOn') problems.push(`Plugin "${id}" needs plugin "${other}" ${range}, which is not in the list. Add it to createKernel({ plugins }).`)
    if (found && !satisfies(found.version, range)) problems.push(`Plugin "${id}" wants "${other}" ${range}; installed is ${found.version}. Install versions that fit each other.`)
  }
  for (const other of conflictsWith) {
    if (byId.has(other)) problems.push(`Plugin "${id}" cannot run beside "${other}". Leave one of the two out.`)
  }
  return problems
}

/** Says what is wrong with a thing that should be a plugin. */
function malformed(plugin: AnyPlugin): string | undefined {
  if (typeof plugin?.setup !== 'function' || typeof plugin.version !== 'string' || typeof plugin.kernelApi !== 'string') return `Plugin ${plugin?.id ? `"${plugin.id}"` : String(plugin)} is not made by definePlugin: it needs id, version, kernelApi and setup. Pass what its factory returns, swap() and not swap.`
  if (!/^[a-z][\w-]*$/i.test(plugin.id) || plugin.id === 'kernel' || plugin.id === 'host') return `Plugin id "${plugin.id}" cannot be used: letters, digits, - and _, starting with a letter, and neither kernel nor host.`
  return undefined
}

/**
 * The plugins in an order in which each comes after those it needs.
 * @throws `kernel.composition_failed` with all problems at once
 */
export function resolveOrder(plugins: readonly AnyPlugin[]): readonly AnyPlugin[] {
  const problems = new Set<string>()
  const byId = new Map<string, AnyPlugin>()
  for (const plugin of plugins) {
    const wrong = malformed(plugin)
    if (wrong) problems.add(wrong)
    else if (byId.has(plugin.id)) problems.add(`Plugin "${plugin.id}" is in the list twice. Keep one.`)
    else byId.set(plugin.id, plugin)
  }
  const order = new Set<AnyPlugin>()
  const visit = (plugin: AnyPlugin, path: readonly string[]): void => {
    const { id } = plugin
    if (path.includes(id)) return void problems.add(`Plugins need each other in a circle: ${[...path.slice(path.indexOf(id)), id].join(' -> ')}. Break it: let one of them open an extension point that the other fills.`)
    if (order.has(plugin)) return
    for (const [, other] of needsOf(plugin)) {
      const found = byId.get(other)
      if (found) visit(found, [...path, id])
    }
    order.add(plugin)
  }
  for (const plugin of byId.values()) {
    for (const problem of problemsOf(plugin, byId)) problems.add(problem)
    visit(plugin, [])
  }
  if (problems.size) throw new LatchkeyError('kernel.composition_failed', `These plugins do not fit together:\n- ${[...problems].join('\n- ')}`, { context: { problems: [...problems] } })
  return [...order]
}
