import { reach } from '../graph.mjs'
import { isSource } from '../house.mjs'

/** @type {import('../violation.mjs').Rule} */
export const noOrphans = {
  name: 'no-orphans',
  says: 'every module under src/ is reached from an entry of its package, or is a test',
  check: (graph) =>
    graph.packages.flatMap((house) => {
      const starts = graph.entries.get(house).map((entry) => entry.file)
      const reached = reach(graph, starts, (found) => found.target.house === house)
      return house.files
        .filter((file) => isSource(house, file) && !reached.has(file))
        .map((file) => ({
          file,
          line: 1,
          what: 'is reached from no entry of its package',
          mend: 'import it, delete it, or move it beside the tests that use it (a folder named test/ or fixtures/)',
        }))
    }),
}
