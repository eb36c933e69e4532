// Which modules go into the files of an opening.
import { moduleName, type OpeningFile, type Package } from './packages.js'
import { reach, type Graph, type Knowledge } from './reach.js'

/** The modules that packages load by import() under a name of their opening. */
function rootsOf(graph: Graph, packageOf: (id: string) => Package | undefined) {
  const roots: Record<OpeningFile, string[]> = { 'latchkey-modal': [], 'latchkey-late': [] }
  for (const [id, { dynamicallyImportedIds }] of graph)
    for (const target of dynamicallyImportedIds) {
      const owner = packageOf(target)
      const file = owner && owner === packageOf(id) && owner.opening?.get(moduleName(target))
      if (file) roots[file].push(target)
    }
  return roots
}

/**
 * The file for each module that an opening loads and nothing earlier can: the page's entries, and
 * what the host's own code loads by import(). One early module would bring the whole file along.
 *
 * Everything that they import comes along: what stayed behind would stand in a file that imports
 * this one, and neither could begin before the other.
 * A package with an entry of the build is a host, whatever its manifest says: it takes no part.
 * @param packageOf the package of a module
 * @param bindingsOf what a module takes from others; undefined where that cannot be read
 */
export function planOpening(
  graph: Graph,
  packageOf: (id: string) => Package | undefined,
  bindingsOf: Knowledge['bindingsOf'],
): ReadonlyMap<string, OpeningFile> {
  const entries = [...graph].flatMap(([id, { isEntry }]) => (isEntry ? [id] : []))
  const hosts = new Set(entries.map(packageOf))
  const participantOf = (id: string) => {
    const owner = packageOf(id)
    return owner?.opening && !hosts.has(owner) ? owner : undefined
  }
  const knowledge = {
    isOurs: (id: string) => packageOf(id)?.pure === true,
    takesPart: (id: string) => participantOf(id) !== undefined,
    bindingsOf,
  }
  const early = reach(graph, entries, knowledge, true)
  const filesOf = (file: OpeningFile, starts: readonly string[]) =>
    [...reach(graph, starts, knowledge, false)]
      .filter((id) => !early.has(id))
      .map((id) => [id, file] as const)
  const roots = rootsOf(graph, participantOf)
  // Modules that both need are in the second: a returning visitor needs it without the modal.
  return new Map([
    ...filesOf('latchkey-modal', roots['latchkey-modal']),
    ...filesOf('latchkey-late', roots['latchkey-late']),
  ])
}
