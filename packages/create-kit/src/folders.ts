import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CreateError } from './CreateError.js'

/** Texts by path. Paths have slashes on every platform. */
export type Tree = ReadonlyMap<string, string>

/** Folders that are installed or built, and not copied. */
const SKIPPED = new Set(['node_modules', 'dist'])
/** A new repository counts as empty. It is not touched. */
const IGNORED = new Set(['.git'])
/** Names that an error lists. */
const MAX_LISTED = 5

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

/** @throws CreateError `create.folder_not_empty`, `create.not_a_folder` */
export async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new CreateError(
      'create.not_a_folder',
      `${folder} cannot be used (${String(codeOf(error))}). Expected a new or empty folder: choose another with --dir.`,
      error,
    )
  })
  const found = names.filter((name) => !IGNORED.has(name)).sort()
  if (!found.length) return
  const more = found.length > MAX_LISTED ? ` and ${found.length - MAX_LISTED} more` : ''
  throw new CreateError(
    'create.folder_not_empty',
    `${folder} is not empty: ${found.slice(0, MAX_LISTED).join(', ')}${more}. Nothing was written. ` +
      'Choose another folder with --dir, or empty this one.',
  )
}

/** All files below a folder, without what is installed or built. */
export async function readTree(folder: string): Promise<Tree> {
  const visit = async (path: readonly string[]): Promise<(readonly [string, string])[]> => {
    const entries = await readdir(join(folder, ...path), { withFileTypes: true })
    const wanted = entries
      .filter(({ name }) => !SKIPPED.has(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const found = await Promise.all(
      wanted.map(async (entry) => {
        const inner = [...path, entry.name]
        if (entry.isDirectory()) return visit(inner)
        return [
          [
            inner.join('/'),
            (await readFile(join(folder, ...inner), 'utf8')).replaceAll('\r\n', '\n'),
          ] as const,
        ]
      }),
    )
    return found.flat()
  }
  return new Map(await visit([]))
}

/** Removes the files and then the empty folders, newest first. Files of others stay. */
async function undo(files: readonly string[], folders: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true })
  for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined)
}

/**
 * Writes all files, or none. It overwrites nothing.
 * @throws CreateError `create.write_failed`
 */
export async function writeTree(folder: string, tree: Tree): Promise<void> {
  const files: string[] = []
  const folders: string[] = []
  try {
    for (const [path, text] of tree) {
      const file = join(folder, ...path.split('/'))
      const first = await mkdir(dirname(file), { recursive: true })
      if (first !== undefined) folders.push(...between(first, dirname(file)))
      // `wx` fails where the file exists.
      await writeFile(file, text, { flag: 'wx' })
      files.push(file)
    }
  } catch (error) {
    await undo(files, folders)
    throw new CreateError(
      'create.write_failed',
      `Writing into ${folder} failed (${String(codeOf(error) ?? error)}); what was written was removed. ` +
        'Check the free space and your rights there.',
      error,
    )
  }
}

/** The folders from the first that was made down to the last. */
function between(first: string, last: string): readonly string[] {
  const path: string[] = []
  for (let at = last; at.length >= first.length; at = dirname(at)) path.unshift(at)
  return path
}
