import { shippedImports } from '../graph.mjs'
import { atImport, packageName } from '../violation.mjs'

const wall = (library, folder) => ({
  name: `${library}-wall`,
  says: `${library} is imported in ${folder} only`,
  check: (graph) =>
    shippedImports(graph)
      .filter((found) => packageName(found) === library && !found.from.startsWith(folder))
      .map((found) =>
        atImport(
          found,
          `stands outside ${folder}`,
          `use what ${folder} exports; nobody else knows ${library}`,
        ),
      ),
})

/** @type {import('../violation.mjs').Rule} */
export const tsyringeWall = wall('tsyringe', 'packages/kernel/src/container/')

/** @type {import('../violation.mjs').Rule} */
export const mittWall = wall('mitt', 'packages/kernel/src/events/')
