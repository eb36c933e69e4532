// What comes along with a published package: its dependencies and peers, and theirs, as they are installed; and what its build has taken in.
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { licenceOf } from './spdx.mjs'

/** @typedef {{ name: string, version: string, licence: string, dir: string, via: string }} Found */

const readManifest = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))

/** The folder of a dependency, looked for as Node does. */
export function locate(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const dir = join(at, 'node_modules', name)
    if (existsSync(join(dir, 'package.json'))) return realpathSync(dir)
    if (dirname(at) === at) return undefined
  }
}

const optionalPeer = ({ peerDependenciesMeta = {} }, name) =>
  peerDependenciesMeta[name]?.optional === true

/**
 * @param {string} dir a package's folder
 * @returns {{ found: Found[], missing: string[] }} `missing`: needed but not installed, so nobody knows its licence
 */
export function closure(dir) {
  const found = new Map()
  const missing = []
  const visit = (folder, via) => {
    const manifest = readManifest(folder)
    const { dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifest
    for (const name of Object.keys({
      ...dependencies,
      ...peerDependencies,
      ...optionalDependencies,
    })) {
      const target = locate(name, folder)
      const path = `${via} > ${name}`
      if (target === undefined) {
        if (!optionalDependencies[name] && !optionalPeer(manifest, name)) missing.push(path)
      } else if (!found.has(target) && target !== realpathSync(dir)) {
        const { version, ...rest } = readManifest(target)
        found.set(target, { name, version, licence: licenceOf(rest), dir: target, via: path })
        visit(target, path)
      }
    }
  }
  visit(realpathSync(dir), readManifest(dir).name)
  return { found: [...found.values()], missing }
}

const ownName = (path) => {
  const parts = path.replaceAll('\\', '/').split('node_modules/')
  if (parts.length < 2) return undefined
  const [scope, name] = parts.pop().split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

const filesOf = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((name) => ending.test(name))
        .map((name) => join(folder, name))
    : []

/** The folder that a source came from: what is below a dependency is not found by its name. */
const originOf = (map, source) => {
  const folder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(
    join(dirname(map), source),
  )?.[1]
  return folder !== undefined && existsSync(join(folder, 'package.json'))
    ? realpathSync(folder)
    : undefined
}

/** Packages whose code the build has put into dist, by its source maps. @returns {Found[]} */
export function bundled(dir) {
  const found = new Map()
  for (const map of filesOf(join(dir, 'dist'), /\.js\.map$/)) {
    for (const source of JSON.parse(readFileSync(map, 'utf8')).sources) {
      const name = ownName(source)
      if (name !== undefined)
        found.set(name, found.get(name) ?? originOf(map, source) ?? locate(name, realpathSync(dir)))
    }
  }
  return [...found].map(([name, target]) => {
    if (target === undefined)
      return { name, version: '?', licence: 'not installed', dir: '', via: `${name}, inside dist` }
    const manifest = readManifest(target)
    return {
      name,
      version: manifest.version,
      licence: licenceOf(manifest),
      dir: target,
      via: `${name}, inside dist`,
    }
  })
}

/** Whether what we publish repeats the copyright line of a package that is inside dist, as its licence asks. */
export function keepsNotice(dir, { dir: theirs }) {
  const licence = readdirSync(theirs).find((name) => /^licen[cs]e/i.test(name))
  const copyright =
    licence &&
    readFileSync(join(theirs, licence), 'utf8')
      .split('\n')
      .map((text) => text.trim())
      .find((text) => /^copyright\b/i.test(text))
  if (!copyright) return true
  const ours = [
    ...filesOf(join(dir, 'dist'), /\.(js|txt|md)$/),
    ...readdirSync(dir)
      .filter((name) => /^(licen[cs]e|notice|third)/i.test(name))
      .map((name) => join(dir, name)),
  ]
  return ours.some((file) => readFileSync(file, 'utf8').includes(copyright))
}
