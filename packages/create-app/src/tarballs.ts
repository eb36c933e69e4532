import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createError } from './CreateError.js'

/** The name that packing gives a package of ours. */
const PACKED = /^latchkey-(.+)-\d+\.\d+\.\d+(?:-[\w.]+)?\.tgz$/

/**
 * Packed packages of ours in a folder, by name, as `package.json` takes them.
 * @throws CreateError `create.no_tarballs`
 */
export async function tarballsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder).catch(() => [])
  const found = Object.fromEntries(
    names.flatMap((name) => {
      const [, part] = PACKED.exec(name) ?? []
      return part === undefined ? [] : [[`@latchkey/${part}`, `file:${resolve(folder, name)}`]]
    }),
  )
  if (found['@latchkey/kernel'] !== undefined) return found
  throw createError(
    'create.no_tarballs',
    `There is no packed @latchkey/kernel in ${folder}, so nothing was written: pack the packages first.`,
  )
}
