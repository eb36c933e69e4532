import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { type PageManifest, pageManifest } from './contract/index.js'
import { invalidOption } from './errors.js'

/** The page as its build left it. */
export interface BuiltPage {
  folder: string
  manifest: PageManifest
}

/**
 * @param folder absent: the one of this package
 * @returns `undefined` where the page was not built
 */
export async function readPage(
  folder = fileURLToPath(new URL('./page', import.meta.url)),
): Promise<BuiltPage | undefined> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return { folder, manifest: v.parse(pageManifest, JSON.parse(text)) }
  } catch {
    throw invalidOption(`The manifest of the page in ${folder} is not one.`)
  }
}
