// All imports of the house as one graph, and the questions that rules put to it.
import ts from 'typescript'
import { joinPath } from './disk.mjs'
import { entriesOf } from './entries.mjs'
import { isSource, readPackages } from './house.mjs'
import { readImports } from './imports.mjs'
import { createResolver } from './resolve.mjs'

/**
 * @typedef {import('./imports.mjs').RawImport & { from: string, owner: import('./house.mjs').Package, target: import('./resolve.mjs').Target }} Import
 * @typedef {object} Graph
 * @property {import('./disk.mjs').Disk} disk
 * @property {import('./house.mjs').Package[]} packages
 * @property {Map<string, ts.SourceFile>} sources
 * @property {Map<string, Import[]>} imports file -> what it imports
 * @property {Map<import('./house.mjs').Package, { file: string, door?: string }[]>} entries
 */

/**
 * @param {import('./disk.mjs').Disk} disk
 * @returns {Graph}
 */
export const readGraph = (disk) => {
  const packages = readPackages(disk)
  const resolve = createResolver(disk, packages)
  const sources = new Map()
  const imports = new Map()
  for (const owner of packages) {
    for (const from of owner.files) {
      const source = ts.createSourceFile(
        joinPath(disk.root, from),
        disk.readFile(joinPath(disk.root, from)) ?? '',
        ts.ScriptTarget.Latest,
        true,
      )
      sources.set(from, source)
      imports.set(
        from,
        readImports(source, owner.options).map((found) => ({
          ...found,
          from,
          owner,
          target: resolve(owner, from, found),
        })),
      )
    }
  }
  const entries = new Map(packages.map((house) => [house, entriesOf(disk, house, sources)]))
  return { disk, packages, sources, imports, entries }
}

/** Every import of the shipped files of the packages that `wanted` picks. */
export const shippedImports = (graph, wanted = () => true) =>
  graph.packages
    .filter(wanted)
    .flatMap((house) =>
      house.files
        .filter((file) => isSource(house, file))
        .flatMap((file) => graph.imports.get(file) ?? []),
    )

/** The package in a folder, `packages/kernel`. */
export const packageIn = (graph, dir) => graph.packages.find((house) => house.dir === dir)

/**
 * Everything reached from some files by imports that `follow` accepts, each with the import that first led to it.
 * @param {Graph} graph
 * @param {string[]} starts
 * @param {(found: Import) => boolean} follow
 * @returns {Map<string, Import | undefined>}
 */
export const reach = (graph, starts, follow) => {
  const reached = new Map(starts.map((file) => [file, undefined]))
  const queue = [...starts]
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const found of graph.imports.get(file) ?? []) {
      const next = found.target.file
      if (!next || reached.has(next) || !follow(found)) continue
      reached.set(next, found)
      queue.push(next)
    }
  }
  return reached
}

/** The way from a start to a file that `reach` found: `a.ts -> b.ts -> c.ts`. */
export const wayTo = (reached, file) => {
  const way = [file]
  for (let found = reached.get(file); found; found = reached.get(found.from))
    way.unshift(found.from)
  return way.join(' -> ')
}

export const isEager = (found) => found.when === 'eager'

/** The files a package evaluates when one of its doors is imported. */
export const eagerFiles = (graph, house, door = () => true) => {
  const starts = (graph.entries.get(house) ?? [])
    .filter((entry) => door(entry.door))
    .map((entry) => entry.file)
  return reach(graph, starts, (found) => isEager(found) && found.target.house === house)
}
