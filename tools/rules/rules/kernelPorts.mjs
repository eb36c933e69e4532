import { shippedImports } from '../graph.mjs'
import { atImport, fullName, isBroken, packageName, staysInside } from '../violation.mjs'

const DIR = 'packages/kernel'
const LATE = `${DIR}/src/late/`

/** What the kernel may import, and below which folder of it. */
const PORTS = {
  '@latchkey/plugin-api': '',
  '@latchkey/plugin-api/origins': 'late/',
  '@latchkey/plugin-api/links': 'late/',
  '@latchkey/plugin-api/wallet': 'late/',
  'tsyringe/dist/esm2015/dependency-container.js': 'container/',
  mitt: 'events/',
  'zustand/vanilla': '',
  valibot: 'late/',
}

/** @type {import('../violation.mjs').Rule} */
export const kernelPorts = {
  name: 'kernel-ports',
  says: 'the kernel imports plugin-api (its entries origins, links and wallet in late/), tsyringe (container/), mitt (events/), zustand/vanilla and valibot (late/); its late half is reached by import()',
  check: (graph) =>
    shippedImports(graph, (house) => house.dir === DIR)
      .filter((found) => !isBroken(found))
      .map((found) => (staysInside(found) ? pullsLate(found) : wrongPort(found)))
      .filter(Boolean),
}

const wrongPort = (found) => {
  if (found.specifier === undefined)
    return atImport(found, 'cannot be checked', 'write the name as a literal')
  const folder =
    PORTS[fullName(found)] ??
    (found.when === 'type' && packageName(found) === 'tsyringe' ? 'container/' : undefined)
  if (folder === undefined) {
    return atImport(
      found,
      "is none of the kernel's ports",
      `allowed are ${Object.keys(PORTS).join(', ')}; ask for a port in plugin-api instead`,
    )
  }
  if (found.from.startsWith(`${DIR}/src/${folder}`)) return undefined
  return atImport(
    found,
    `is allowed in src/${folder} only`,
    `move the use into src/${folder} and export a function from there`,
  )
}

const pullsLate = (found) => {
  const pulls =
    found.when === 'eager' && found.target.file?.startsWith(LATE) && !found.from.startsWith(LATE)
  return pulls
    ? atImport(
        found,
        'pulls the late half into the eager one',
        'reach src/late/ by import() or import type',
      )
    : undefined
}
