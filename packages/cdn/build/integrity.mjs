import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * The hash of a file, as an `integrity` attribute takes it.
 * @param {Buffer | string} bytes
 * @returns {string} such as `sha384-…`
 */
export const integrityOf = (bytes) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * The hashes of all scripts below a folder.
 * @param {string} folder
 * @returns {Record<string, string>} by the path below the folder, with slashes
 */
export const integrityTable = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => [name, integrityOf(readFileSync(join(folder, name)))]),
  )
