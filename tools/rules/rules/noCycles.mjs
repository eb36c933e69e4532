import { isSource } from '../house.mjs'
import { shippedImports } from '../graph.mjs'

/** @type {import('../violation.mjs').Rule} */
export const noCycles = {
  name: 'no-cycles',
  says: 'no modules of a package import each other in a ring by value, and no packages in any way',
  check: (graph) => [...ringsOfModules(graph), ...ringsOfPackages(graph)],
}

const MEND =
  'move what both need into a module of its own that neither of them is, or make one direction `import type`'

const ringsOfModules = (graph) =>
  graph.packages.flatMap((house) => {
    const files = house.files.filter((file) => isSource(house, file))
    const next = (file) =>
      graph.imports
        .get(file)
        .filter((found) => found.when !== 'type' && files.includes(found.target.file))
    return findRings(files, (file) => next(file).map((found) => found.target.file)).map((ring) => ({
      file: ring[0],
      line: next(ring[0]).find((found) => found.target.file === ring[1]).line,
      what: `imports itself: ${ring.join(' -> ')}`,
      mend: MEND,
    }))
  })

const ringsOfPackages = (graph) => {
  const leaving = shippedImports(graph).filter(
    (found) => found.target.house && found.target.house !== found.owner,
  )
  const next = (dir) => [
    ...new Set(
      leaving.filter((found) => found.owner.dir === dir).map((found) => found.target.house.dir),
    ),
  ]
  return findRings(
    graph.packages.map((house) => house.dir),
    next,
  ).map((ring) => {
    const first = leaving.find(
      (found) => found.owner.dir === ring[0] && found.target.house.dir === ring[1],
    )
    return {
      file: first.from,
      line: first.line,
      what: `packages import each other: ${ring.join(' -> ')}`,
      mend: MEND,
    }
  })
}

/**
 * One ring for each group of nodes that reach each other, as a way back to its first node.
 * @param {string[]} nodes
 * @param {(node: string) => string[]} next
 * @returns {string[][]}
 */
const findRings = (nodes, next) => {
  const done = new Set()
  return nodes.flatMap((node) => {
    const ring = done.has(node) ? undefined : shortestRing(node, next)
    ring?.forEach((member) => done.add(member))
    return ring ? [ring] : []
  })
}

const shortestRing = (start, next) => {
  const before = new Map()
  const queue = [start]
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const target of next(node)) {
      if (target === start) return [...trace(before, node), start]
      if (before.has(target)) continue
      before.set(target, node)
      queue.push(target)
    }
  }
  return undefined
}

const trace = (before, node) =>
  before.has(node) ? [...trace(before, before.get(node)), node] : [node]
