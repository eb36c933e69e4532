// The few file system questions the rules ask. Fixtures answer them from memory.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'

/**
 * @typedef {object} Disk
 * @property {string} root absolute, with forward slashes
 * @property {(path: string) => string | undefined} readFile
 * @property {(path: string) => boolean} fileExists
 * @property {(path: string) => boolean} directoryExists
 * @property {(path: string) => { name: string, directory: boolean }[]} list
 * @property {(path: string) => string} realpath
 */

const slashes = (path) => (sep === '/' ? path : path.split(sep).join('/'))
const stat = (path) => statSync(path, { throwIfNoEntry: false })

/**
 * The real file system below a folder.
 * @param {string} root
 * @returns {Disk}
 */
export const createDisk = (root) => ({
  root: slashes(realpathSync(root)),
  readFile: (path) => (stat(path)?.isFile() ? readFileSync(path, 'utf8') : undefined),
  fileExists: (path) => Boolean(stat(path)?.isFile()),
  directoryExists: (path) => Boolean(stat(path)?.isDirectory()),
  list: (path) =>
    (existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []).map((entry) => ({
      name: entry.name,
      directory: entry.isDirectory(),
    })),
  realpath: (path) => (existsSync(path) ? slashes(realpathSync(path)) : path),
})

/** The path below the root, as it is printed: `packages/kernel/src/index.ts`. */
export const below = (root, path) => (isAbsolute(path) ? slashes(relative(root, path)) : path)

/** Joins with forward slashes on every platform. */
export const joinPath = (...parts) => slashes(join(...parts))
