// The modules that others bring with them.
import type { Binding, Bindings } from './bindings.js'

/** A module of the bundler's graph, as far as it is read. */
export interface Module {
  readonly isEntry: boolean
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

export type Graph = ReadonlyMap<string, Module>

/** Answers about modules beside the graph. */
export interface Knowledge {
  /** Whether a module is of a package that has no side effects: unused parts go. */
  isOurs(id: string): boolean
  /** The imports of a module and their use; undefined where they cannot be read. */
  bindingsOf(id: string): Bindings | undefined
  /** Whether a module is of a package that takes part. */
  takesPart(id: string): boolean
}

/**
 * The modules that come with some modules, these included.
 *
 * Of our packages only what is used counts: an index passes on dozens of names, and a host asks for
 * two. Every other module counts with all its imports.
 */
export function reach(
  graph: Graph,
  starts: readonly string[],
  { isOurs, bindingsOf, takesPart }: Knowledge,
  dynamic: boolean,
): ReadonlySet<string> {
  const found = new Set<string>()
  const asked = new Set<string>()
  const queue: Binding[] = []
  const all = (ids: readonly string[]) => queue.push(...ids.map((id) => ({ id, name: '*' })))

  /** A module of ours, as far as this of its exports goes. */
  function enterOurs(id: string, name: string) {
    const bindings = bindingsOf(id)
    if (!bindings) return enterOther(id)
    const same = bindings.passed.filter(({ as }) => name === '*' || as === name)
    queue.push(...same.map(({ from }) => from))
    if (name !== '*' && same.length) return
    const stars = bindings.passed.filter(({ as }) => as === '*')
    queue.push(...stars.map(({ from }) => ({ id: from.id, name })), ...bindings.taken(name))
    if (found.has(id)) return
    found.add(id)
    if (dynamic && !takesPart(id)) all(graph.get(id)?.dynamicallyImportedIds ?? [])
    // Modules of others run when they are imported, whether or not anything of them is used.
    all(graph.get(id)?.importedIds.filter((imported) => !isOurs(imported)) ?? [])
  }

  function enterOther(id: string) {
    const module = graph.get(id)
    if (!module || found.has(id)) return
    found.add(id)
    if (dynamic && !takesPart(id)) all(module.dynamicallyImportedIds)
    const bindings = module.importedIds.some(isOurs) ? bindingsOf(id) : undefined
    if (!bindings) return all(module.importedIds)
    all(module.importedIds.filter((imported) => !isOurs(imported)))
    queue.push(...bindings.taken('*'), ...bindings.passed.map(({ from }) => from))
  }

  all(starts)
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { id, name } = next
    const key = `${name} ${id}`
    if (asked.has(key) || !graph.has(id)) continue
    asked.add(key)
    if (isOurs(id)) enterOurs(id, name)
    else enterOther(id)
  }
  return found
}
