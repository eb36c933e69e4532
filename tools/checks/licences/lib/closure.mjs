// The packages that come with a published package: its dependencies and peers, theirs in turn, and
// the ones that its build has bundled.
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { licenceOf } from './spdx.mjs'

/** @typedef {{ name: string, version: string, licence: string, dir: string, via: string }} Found */

const readManifest = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
const isPackage = (dir) => existsSync(join(dir, 'package.json'))

/** Finds the folder of a dependency as Node does. */
function locate(name, from) {
  const folders = createRequire(join(from, 'package.json')).resolve.paths(`${name}/package.json`)
  const found = folders.map((folder) => join(folder, name)).find(isPackage)
  return found && realpathSync(found)
}

/** @returns {Found} */
const describe = (name, dir, via) => {
  const manifest = readManifest(dir)
  return { name, version: manifest.version, licence: licenceOf(manifest), dir, via }
}

/**
 * @param {string} dir a package's folder
 * @returns {{ found: Found[], missing: string[] }} `missing`: needed but not installed, so the
 * licence is unknown
 */
export function closure(dir) {
  const found = new Map()
  const missing = []
  const visit = (folder, via) => {
    const { dependencies, peerDependencies, optionalDependencies, peerDependenciesMeta } =
      readManifest(folder)
    const needed = { ...dependencies, ...peerDependencies, ...optionalDependencies }
    for (const name of Object.keys(needed)) {
      const target = locate(name, folder)
      const path = `${via} > ${name}`
      const isOptional = optionalDependencies?.[name] || peerDependenciesMeta?.[name]?.optional
      if (target === undefined && !isOptional) missing.push(path)
      if (target === undefined || found.has(target) || target === realpathSync(dir)) continue
      found.set(target, describe(name, target, path))
      visit(target, path)
    }
  }
  visit(realpathSync(dir), readManifest(dir).name)
  return { found: [...found.values()], missing }
}

const filesOf = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((name) => ending.test(name))
        .map((name) => join(folder, name))
    : []

/** The folder of the package that a file is in, and the package's name. */
const INSTALLED = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//

/** Packages whose code the build has put into dist, by its source maps. @returns {Found[]} */
export function bundled(dir) {
  const sources = filesOf(join(dir, 'dist'), /\.js\.map$/).flatMap((map) =>
    JSON.parse(readFileSync(map, 'utf8')).sources.map((source) => join(dirname(map), source)),
  )
  const found = new Map()
  for (const source of sources) {
    const [, folder, name] = INSTALLED.exec(source.replaceAll('\\', '/')) ?? []
    if (!name || found.has(name)) continue
    // A nested dependency stands where its source does; its name alone would not lead there.
    const target = isPackage(folder) ? realpathSync(folder) : locate(name, realpathSync(dir))
    const via = `${name}, inside dist`
    const unknown = { name, version: '?', licence: 'not installed', dir: '', via }
    found.set(name, target ? describe(name, target, via) : unknown)
  }
  return [...found.values()]
}

/**
 * Whether the published files repeat the copyright line of a bundled package, as its licence asks.
 */
export function keepsNotice(dir, { dir: theirs }) {
  const licence = readdirSync(theirs).find((name) => /^licen[cs]e/i.test(name))
  const text = licence ? readFileSync(join(theirs, licence), 'utf8') : ''
  const copyright = /^[ \t]*(copyright\b.*?)\s*$/im.exec(text)?.[1]
  if (!copyright) return true
  const ours = [
    ...filesOf(join(dir, 'dist'), /\.(js|txt|md)$/),
    ...readdirSync(dir)
      .filter((name) => /^(licen[cs]e|notice|third)/i.test(name))
      .map((name) => join(dir, name)),
  ]
  return ours.some((file) => readFileSync(file, 'utf8').includes(copyright))
}
