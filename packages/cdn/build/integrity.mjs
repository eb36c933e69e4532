import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** @param {Buffer | string} bytes @returns {string} as an `integrity` attribute has it */
export const integrityOf = (bytes) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * The hash of every script below a folder, by its path in it.
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export const integrityTable = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => [name, integrityOf(readFileSync(join(folder, name)))]),
  )
