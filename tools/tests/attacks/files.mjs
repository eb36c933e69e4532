// Finds the files of attacks: `relay.attacks.test.ts`; where they need a service or a browser
// `boxes.attacks.redis.test.ts`, `flood.attacks.browser.test.tsx`.
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../../run/lib/paths.mjs'
import { workspacePackages } from '../../run/lib/workspace.mjs'

const ATTACKS = /\.attacks\.(?:(redis|browser|localnet)\.)?test\.tsx?$/
const NOT_OURS = new Set(['node_modules', 'dist', '.tmp', 'fixtures'])

/** The files below a folder whose name is of this pattern, without those that are installed there. */
export const below = (folder, pattern) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : below(path, pattern)
    return pattern.test(entry.name) ? [path] : []
  })

/** @returns {string[]} from the root, in order */
export const attackFiles = (folders = workspacePackages().map(({ dir }) => dir), base = root) =>
  [...new Set(folders.flatMap((folder) => below(folder, ATTACKS)))]
    .map((file) => relative(base, file).split(sep).join('/'))
    .sort()

/** The vitest project that runs a file. */
export const projectOf = (file) => ATTACKS.exec(file)?.[1] ?? 'unit'
