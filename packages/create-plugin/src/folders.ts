import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CreateError } from './CreateError.js'

/** Texts by their path, parts joined by slashes on every platform. */
export type Tree = ReadonlyMap<string, string>

const NOT_OURS = new Set(['node_modules', 'dist'])
/** A repository that was just made counts as empty: nothing of it is touched. */
const MAY_STAND = new Set(['.git'])
const SHOWN = 5

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

/** @throws CreateError `create.folder_not_empty`, `create.not_a_folder` */
export async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new CreateError(
      'create.not_a_folder',
      `${folder} cannot be used (${String(codeOf(error))}). Expected a folder that is empty or not there yet: choose another with --dir.`,
      error,
    )
  })
  const found = names.filter((name) => !MAY_STAND.has(name)).sort()
  if (!found.length) return
  const more = found.length > SHOWN ? ` and ${found.length - SHOWN} more` : ''
  throw new CreateError(
    'create.folder_not_empty',
    `${folder} is not empty: ${found.slice(0, SHOWN).join(', ')}${more}. Nothing was written. Choose another folder with --dir, or empty this one.`,
  )
}

/** Every file below a folder, but what is installed or built there. */
export async function readTree(folder: string): Promise<Tree> {
  const visit = async (path: readonly string[]): Promise<(readonly [string, string])[]> => {
    const entries = await readdir(join(folder, ...path), { withFileTypes: true })
    const wanted = entries
      .filter(({ name }) => !NOT_OURS.has(name))
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

/** Takes away what was made, newest first; what somebody else put beside it stays. */
async function undo(files: readonly string[], folders: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true })
  for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined)
}

/**
 * Writes files that are not there yet. All of them, or none.
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
      // Fails where a file is there: nothing is ever overwritten.
      await writeFile(file, text, { flag: 'wx' })
      files.push(file)
    }
  } catch (error) {
    await undo(files, folders)
    throw new CreateError(
      'create.write_failed',
      `Writing into ${folder} failed (${String(codeOf(error) ?? error)}); what was written is taken away again. Is there space, and may you write there?`,
      error,
    )
  }
}

/** The folders from the first that was made down to the last. */
function between(first: string, last: string): readonly string[] {
  const way: string[] = []
  for (let at = last; at.length >= first.length; at = dirname(at)) way.unshift(at)
  return way
}
