import { packageIn, shippedImports } from '../graph.mjs'
import { atImport, isBroken, staysInside } from '../violation.mjs'

const DIR = 'packages/plugin-api'

/** @type {import('../violation.mjs').Rule} */
export const contractIsLeaf = {
  name: 'contract-is-leaf',
  says: 'plugin-api imports nothing, not even a type, and depends on nothing',
  check: (graph) => {
    const mend =
      'declare what is needed in plugin-api itself; a schema is a function (value: unknown) => T'
    const leaving = shippedImports(graph, (house) => house.dir === DIR)
      .filter((found) => !isBroken(found) && !isInSource(found))
      .map((found) => atImport(found, 'leaves the contract', mend))
    return [...leaving, ...dependencies(packageIn(graph, DIR), mend)]
  },
}

const isInSource = (found) => staysInside(found) && found.target.file?.startsWith(`${DIR}/src/`)

const dependencies = (house, mend) =>
  ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(house?.manifest[kind] ?? {}).map((name) => ({
      file: `${DIR}/package.json`,
      line: 1,
      what: `${kind} names "${name}"`,
      mend,
    })),
  )
