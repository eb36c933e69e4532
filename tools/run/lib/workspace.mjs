// The packages of the workspace and how they hang together, read from their package.json files.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { at, readJson, root } from './paths.mjs'

/** The folders whose children are packages; the same as `packages` in pnpm-workspace.yaml. */
export const FOLDERS = ['packages', 'plugins', 'plugins/_template', 'services', 'tools', 'apps']

const FIELDS = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies']

/** @typedef {{ name: string, dir: string, path: string, manifest: any, uses: string[], usesAtRuntime: string[] }} WorkspacePackage */

function describe(path, names) {
  const manifest = readJson(join(root, path, 'package.json'))
  const ours = (fields) =>
    [...new Set(fields.flatMap((field) => Object.keys(manifest[field] ?? {})))].filter(
      (name) => names.has(name) && name !== manifest.name,
    )
  return {
    name: manifest.name,
    dir: join(root, path),
    path,
    manifest,
    uses: ours(FIELDS),
    usesAtRuntime: ours(FIELDS.slice(0, 3)),
  }
}

/** @returns {WorkspacePackage[]} */
export function workspacePackages() {
  const paths = FOLDERS.flatMap((folder) =>
    existsSync(at(folder)) ? readdirSync(at(folder)).map((name) => `${folder}/${name}`) : [],
  )
    .filter((path) => existsSync(at(path, 'package.json')))
    .sort()
  const names = new Set(paths.map((path) => readJson(at(path, 'package.json')).name))
  return paths.map((path) => describe(path, names))
}

export const publishedPackages = () =>
  workspacePackages().filter(({ manifest }) => manifest.private !== true)

/**
 * Packages with what they use before them. Tests of a low package may use a higher one (a devDependency back up): such a
 * circle is broken by following only what is needed at run time.
 * @param {WorkspacePackage[]} packages
 * @returns {WorkspacePackage[]}
 */
export function inOrder(packages) {
  const byName = new Map(packages.map((one) => [one.name, one]))
  const done = new Set()
  const visit = (one, path) => {
    if (done.has(one.name) || path.includes(one.name)) return
    const inner = [...path, one.name]
    for (const name of one.usesAtRuntime) if (byName.has(name)) visit(byName.get(name), inner)
    for (const name of one.uses)
      if (byName.has(name) && !reaches(byName, name, one.name)) visit(byName.get(name), inner)
    done.add(one.name)
  }
  for (const one of packages) visit(one, [])
  return [...done].map((name) => byName.get(name))
}

/** Whether `from` needs `target` at run time, directly or through others. */
export function reaches(byName, from, target, seen = new Set()) {
  if (from === target) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (byName.get(from)?.usesAtRuntime ?? []).some((name) => reaches(byName, name, target, seen))
}
