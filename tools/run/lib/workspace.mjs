// The packages of the workspace, read from their package.json files.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readJson, root } from './paths.mjs'

/** The folders whose children are packages; the same as `packages` in pnpm-workspace.yaml. */
const FOLDERS = [
  'packages',
  'plugins',
  'plugins/_template',
  'services',
  'tools',
  'tools/tests',
  'apps',
]

/** @typedef {{ name: string, dir: string, path: string, manifest: any }} WorkspacePackage */

/** @param {string} [folder] of another copy of the workspace @returns {WorkspacePackage[]} */
export function workspacePackages(folder = root) {
  return FOLDERS.map((parent) => join(folder, parent))
    .flatMap((parent) =>
      existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [],
    )
    .filter((dir) => existsSync(join(dir, 'package.json')))
    .sort()
    .map((dir) => {
      const manifest = readJson(join(dir, 'package.json'))
      return {
        name: manifest.name,
        dir,
        path: relative(folder, dir).replaceAll('\\', '/'),
        manifest,
      }
    })
}

export const publishedPackages = (folder = root) =>
  workspacePackages(folder).filter(({ manifest }) => manifest.private !== true)
