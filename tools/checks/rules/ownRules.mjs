// The parts of the import rules that dependency-cruiser cannot say, each with the reason why.
import { PURE_LIBRARIES, TEST_RENDERER, UI_LIBRARIES } from './config.mjs'
import { entriesOf, isShipped, packageFolderOf } from './packages.mjs'
import { isSdkHome, library } from './names.mjs'
import { syntax } from './syntax.mjs'

/**
 * @typedef {{ rule: string, file: string, line?: number, specifier?: string, what: string,
 * mend: string }} Violation `line`, or the `specifier` by which the line is found
 * @typedef {{ module: string, resolved: string, dynamic: boolean, dependencyTypes: string[] }} Edge
 * @typedef {Map<string, Edge[]>} Graph file -> what it imports
 * @typedef {object} World
 * @property {string} root
 * @property {import('./packages.mjs').Package[]} packages
 * @property {Graph} written every import, types included
 * @property {Graph} compiled what is evaluated
 * @property {(file: string) => string} read
 */

/** Everything reached from some files, each with the file that first led to it. */
const reach = (graph, starts, follow) => {
  const before = new Map(starts.map((file) => [file, undefined]))
  for (const file of before.keys())
    for (const edge of graph.get(file) ?? [])
      if (!before.has(edge.resolved) && follow(edge, file)) before.set(edge.resolved, file)
  return before
}
const wayTo = (before, file) => {
  const way = [file]
  while (before.get(way[0])) way.unshift(before.get(way[0]))
  return way.join(' -> ')
}
const isEager = ({ dynamic }) => !dynamic
const inside = (dir) => (edge) => edge.resolved.startsWith(`${dir}/`)

const filesOf = (written, dir) =>
  [...written.keys()].filter((file) => packageFolderOf(file) === dir)

/** dependency-cruiser reads imports; this is a question to package.json. */
function dependenciesOfContract({ packages }) {
  const { dir, manifest } = packages.find((pkg) => pkg.dir === 'packages/plugin-api')
  return ['dependencies', 'peerDependencies', 'optionalDependencies']
    .filter((kind) => Object.keys(manifest[kind] ?? {}).length > 0)
    .map((kind) => ({
      rule: 'contract-is-leaf',
      file: `${dir}/package.json`,
      line: 1,
      what: `${kind} names ${Object.keys(manifest[kind])}`,
      mend: 'declare what is needed in plugin-api itself',
    }))
}

/**
 * `reachable` of dependency-cruiser follows import() too, so it cannot say what a page loads at once:
 * here that no listed library is.
 */
function eagerLibraries({ root, packages, written, compiled }) {
  return packages.flatMap(({ dir }) => {
    const isUi = dir === 'packages/ui-react'
    if (!isUi && !dir.startsWith('plugins/')) return []
    const libraries = isUi ? [...UI_LIBRARIES, TEST_RENDERER] : PURE_LIBRARIES
    const list = new RegExp(libraries.map((name) => library(packages, name)).join('|'))
    // Plugins' views, which are lazy, load the kit; tests load testing/; the page of a frame loads
    // protocol/; servers load use/.
    const starts = entriesOf(root, dir, filesOf(written, dir)).filter(
      (file) =>
        !/^packages\/ui-react\/src\/(?:kit|testing)\/|^plugins\/[^/]+\/src\/(?:protocol|use)\//.test(
          file,
        ),
    )
    const reached = reach(compiled, starts, (edge) => isEager(edge) && inside(dir)(edge))
    return [...reached.keys()].filter(isShipped).flatMap((file) =>
      (compiled.get(file) ?? [])
        .filter((edge) => isEager(edge) && list.test(edge.resolved))
        .map(({ module }) => ({
          rule: isUi ? 'ui-ring' : 'plugin-sees-contract',
          file,
          specifier: module,
          what: `import of "${module}" is loaded with the page (${wayTo(reached, file)})`,
          mend: 'reach the module that uses it by import()',
        })),
    )
  })
}

/** The same of SDK modules, also over the borders of packages. */
const eagerSdks = ({ root, packages, written, compiled }) =>
  packages
    .filter(({ dir }) => /^(?:packages|plugins)\//.test(dir))
    .flatMap(({ dir }) =>
      entriesOf(root, dir, filesOf(written, dir)).flatMap((file) => {
        const reached = reach(compiled, [file], isEager)
        const home = [...reached.keys()].find(
          (other) => packageFolderOf(other) === dir && isSdkHome(other) && isShipped(other),
        )
        if (!home || !isShipped(file)) return []
        const what = `leads statically to an SDK module: ${wayTo(reached, home)}`
        return [{ rule: 'sdk-is-lazy', file, line: 1, what, mend: 'break the way with import()' }]
      }),
    )

/** dependency-cruiser merges package.json files up to the root, and does not ask what is shipped. */
function declared({ packages, written, compiled }) {
  const names = packages.map(({ name }) => name)
  // A package that nobody publishes is bundled, and installed for development alone.
  const bundled = packages
    .filter(({ dir, manifest }) => dir.startsWith('packages/') && manifest.private)
    .map(({ name }) => name)
  const judge = (graph, isValue) =>
    [...graph].flatMap(([file, edges]) => {
      const owner = packages.find(({ dir }) => dir === packageFolderOf(file))
      if (!owner) return []
      const { dependencies, peerDependencies, devDependencies } = owner.manifest
      const isRuntime = isValue && isShipped(file)
      const known = { ...dependencies, ...peerDependencies, ...(!isRuntime && devDependencies) }
      for (const name of bundled) if (name in (devDependencies ?? {})) known[name] = 'bundled'
      return edges
        .map(({ module }) => ({ module, name: /^@latchkey[^/]*\/[^/]+/.exec(module)?.[0] }))
        .filter(({ name }) => names.includes(name) && name !== owner.name && !(name in known))
        .map(({ module, name }) => ({
          rule: 'front-door',
          file,
          specifier: module,
          what: `import of "${module}" is not named in ${owner.dir}/package.json`,
          mend: `add ${name} to its dependencies or peerDependencies (for tests and types devDependencies will do)`,
        }))
    })
  return [...judge(written, false), ...judge(compiled, true)]
}

/** dependency-cruiser finds rings of modules and of folders; a package is neither. */
function ringsOfPackages({ packages, written }) {
  const leaving = new Map(packages.map(({ dir }) => [dir, []]))
  for (const [file, edges] of written)
    for (const { module, resolved } of isShipped(file) ? edges : []) {
      const to = packageFolderOf(resolved)
      if (to !== packageFolderOf(file) && leaving.has(to))
        leaving.get(packageFolderOf(file))?.push({ file, module, resolved: to })
    }
  const told = new Set()
  return packages.flatMap(({ dir }) => {
    for (const { file, module, resolved } of leaving.get(dir)) {
      const reached = reach(leaving, [resolved], () => true)
      if (!reached.has(dir) || told.has(dir)) continue
      const way = wayTo(reached, dir)
      for (const member of way.split(' -> ')) told.add(member)
      const what = `packages import each other: ${dir} -> ${way}`
      const mend = 'move what both need into a package that neither of them is'
      return [{ rule: 'no-cycles', file, specifier: module, what, mend }]
    }
    return []
  })
}

/** `reachable: false` of dependency-cruiser looks for a way from each entry to each file in turn. */
const orphans = ({ root, packages, written }) =>
  packages.flatMap(({ dir }) => {
    const files = filesOf(written, dir)
    const reached = reach(written, entriesOf(root, dir, files), inside(dir))
    return files
      .filter((file) => isShipped(file) && !reached.has(file))
      .map((file) => ({
        rule: 'no-orphans',
        file,
        line: 1,
        what: 'is reached from no entry of its package',
        mend: 'import it, delete it, or move it beside the tests that use it (a folder named test/ or fixtures/)',
      }))
  })

/** @param {World} world @returns {Violation[]} */
export const ownViolations = (world) =>
  [
    syntax,
    dependenciesOfContract,
    eagerLibraries,
    eagerSdks,
    declared,
    ringsOfPackages,
    orphans,
  ].flatMap((check) => check(world))
