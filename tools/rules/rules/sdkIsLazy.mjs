import { CHAIN_SDKS, isListed } from '../allow.mjs'
import { isEager, reach, shippedImports, wayTo } from '../graph.mjs'
import { atImport, packageName } from '../violation.mjs'

const isHome = (owner, file) =>
  file !== undefined &&
  (file.startsWith(`${owner.dir}/src/sdk/`) ||
    (file.startsWith(`${owner.dir}/src/`) && file.endsWith('/adapter.ts')))
const isSdk = (found) => isListed(CHAIN_SDKS, found.target.external)

/** @type {import('../violation.mjs').Rule} */
export const sdkIsLazy = {
  name: 'sdk-is-lazy',
  says: 'a chain SDK is imported statically, by name, in src/sdk/** or adapter.ts, which only import() reaches; elsewhere by type only',
  check: (graph) => {
    const houses = graph.packages.filter(
      (house) => house.group === 'plugins' || house.group === 'packages',
    )
    const imports = shippedImports(graph, (house) => houses.includes(house)).filter(
      (found) => found.when !== 'type',
    )
    return [
      ...imports.map(judge).filter(Boolean),
      ...houses.flatMap((house) => eagerHomes(graph, house)),
    ]
  },
}

const judge = (found) => {
  const { from, owner, target } = found
  if (isSdk(found)) {
    if (!isHome(owner, from)) {
      const why =
        found.when === 'lazy'
          ? 'loads the whole of a chain SDK: tree shaking sees no names'
          : 'loads a chain SDK with its importer'
      return atImport(
        found,
        why,
        'import what is needed by name in a module under src/sdk/ and reach that by import(); elsewhere `import type`',
      )
    }
    return found.star
      ? atImport(found, 'passes a whole chain SDK on', 'export the few names that are needed')
      : undefined
  }
  const pulls =
    isEager(found) &&
    target.house &&
    isHome(target.house, target.file) &&
    !(target.house === owner && isHome(owner, from))
  return pulls
    ? atImport(
        found,
        `pulls ${packageName(found)}'s SDK modules into their importer`,
        'reach src/sdk/ and adapter.ts by import()',
      )
    : undefined
}

/** No door of a package leads to its SDK modules without an import() on the way. */
const eagerHomes = (graph, house) =>
  (graph.entries.get(house) ?? []).flatMap((entry) => {
    const reached = reach(graph, [entry.file], isEager)
    const home = [...reached.keys()].find((file) => isHome(house, file))
    if (!home) return []
    return [
      {
        file: entry.file,
        line: 1,
        what: `leads statically to an SDK module: ${wayTo(reached, home)}`,
        mend: 'break the way with import()',
      },
    ]
  })
