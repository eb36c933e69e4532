// Where an import leads: a file of the house, an installed package, or Node itself.
import { builtinModules } from 'node:module'
import ts from 'typescript'
import { below, joinPath } from './disk.mjs'
import { matchExport } from './exports.mjs'

/**
 * @typedef {object} Target
 * @property {string} [file] below the root, when it is a file of the house
 * @property {import('./house.mjs').Package} [house] the package of the house that it belongs to
 * @property {string} [external] name of an installed package: `viem`, `@scure/base`
 * @property {string} [subpath] what of it: `.` or `./vanilla`
 * @property {string} [builtin] `node:fs`
 */

const BUILTIN = new Set(builtinModules)

/**
 * @param {import('./disk.mjs').Disk} disk
 * @param {import('./house.mjs').Package[]} packages
 */
export const createResolver = (disk, packages) => {
  const byName = new Map(packages.map((house) => [house.name, house]))
  const host = {
    ...disk,
    getDirectories: (path) =>
      disk
        .list(path)
        .filter((entry) => entry.directory)
        .map((entry) => entry.name),
  }
  const caches = new Map(
    packages.map((house) => [
      house,
      ts.createModuleResolutionCache(disk.root, (name) => name, house.options),
    ]),
  )

  const compilerResolve = (house, file, found) => {
    const mode = found.commonjs ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext
    const from = joinPath(disk.root, file)
    return ts.resolveModuleName(
      found.specifier,
      from,
      house.options,
      host,
      caches.get(house),
      undefined,
      mode,
    ).resolvedModule
  }

  /**
   * @param {import('./house.mjs').Package} house the importing package
   * @param {string} file the importing file
   * @param {import('./imports.mjs').RawImport} found
   * @returns {Target}
   */
  return (house, file, found) => {
    const { specifier } = found
    if (specifier === undefined) return {}
    if (specifier.startsWith('node:') || BUILTIN.has(specifier)) return { builtin: specifier }
    const resolved = compilerResolve(house, file, found)
    const inside = resolved && fileOfHouse(disk, packages, resolved.resolvedFileName)
    if (inside) return isPath(specifier) ? inside : { ...inside, subpath: subpathOf(specifier) }
    if (isPath(specifier)) return pathTarget(disk, packages, file, specifier)
    const name = nameOf(specifier)
    const neighbour = byName.get(name)
    if (neighbour) return neighbourTarget(neighbour, subpathOf(specifier))
    return { external: realName(resolved, name), subpath: subpathOf(specifier) }
  }
}

const isPath = (specifier) => specifier.startsWith('.') || specifier.startsWith('/')
const nameOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
const subpathOf = (specifier) => {
  const rest = specifier.slice(nameOf(specifier).length)
  return rest ? `.${rest}` : '.'
}

/** The name in the package's own package.json, so that an alias in ours hides nothing. */
const realName = (resolved, name) => {
  const real = resolved?.packageId?.name
  if (!real) return name
  if (!real.startsWith('@types/')) return real
  const plain = real.slice('@types/'.length)
  return plain.includes('__') ? `@${plain.replace('__', '/')}` : plain
}

const fileOfHouse = (disk, packages, absolute) => {
  if (absolute.includes('/node_modules/')) return undefined
  const file = below(disk.root, absolute)
  const house = packages.find((candidate) => file.startsWith(`${candidate.dir}/`)) // packages stand before the program around them
  return house && { file: sourceOf(house, file), house }
}

/** A path that the compiler did not find: written with `.js`, a style sheet, data, or simply wrong. */
const pathTarget = (disk, packages, file, specifier) => {
  const path = specifier.startsWith('/')
    ? specifier
    : joinPath(disk.root, file, '..', specifier.split('?')[0])
  return (
    fileOfHouse(disk, packages, path) ?? (path.includes('/node_modules/') ? { external: path } : {})
  )
}

/** A neighbour that is not linked, or has no such door. */
const neighbourTarget = (house, subpath) => {
  const target = matchExport(house.manifest, subpath)
  return {
    house,
    file: target ? sourceOf(house, `${house.dir}/${target.slice(2)}`) : undefined,
    subpath,
  }
}

/** `dist/kit/index.js` was `src/kit/index.ts`: rules look at what was written, not at what was built. */
const sourceOf = (house, file) => {
  const built = `${house.dir}/dist/`
  if (!file.startsWith(built)) return file
  const stem = file.slice(built.length).replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')
  return (
    house.files.find(
      (candidate) => candidate.replace(/\.[cm]?[jt]sx?$/, '') === `${house.dir}/src/${stem}`,
    ) ?? file
  )
}
