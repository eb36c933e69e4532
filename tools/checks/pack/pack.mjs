// Packs published packages into folders named after a hash of the tarball: pnpm makes the same tarball
// of the same content, so a run finds what an earlier one installed from it.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Explained } from '../../run/lib/log.mjs'
import { pnpm } from '../../run/lib/pnpm.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'

/**
 * @typedef {{ name: string, path: string, manifest: any, file: string, key: string }} Tarball
 *   `path` of the package below the root, `file` absolute, `key` changes with the content
 */

const AT_ONCE = 2
const KEPT_DAYS = 3

/**
 * A folder for temporary files outside the workspace, where nothing finds our node_modules.
 */
export const temporary = (...parts) =>
  join(tmpdir(), `latchkey-${process.getuid?.() ?? 'user'}`, ...parts)

/**
 * The tarballs of all published packages.
 * @param {import('../../run/lib/workspace.mjs').WorkspacePackage[]} [packages]
 * @returns {Promise<Tarball[]>}
 * @throws {Explained} when a package is not built or pnpm fails
 */
export const packEach = async (packages = publishedPackages()) => {
  forgetOld(temporary('pack'))
  const queue = [...packages]
  const tarballs = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) tarballs.push(await packOnce(next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return tarballs.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Where the tarball of each published package is, by its name.
 * @returns {Promise<Map<string, string>>}
 */
export const packAll = async () => new Map((await packEach()).map(({ name, file }) => [name, file]))

const packOnce = async ({ name, dir, path, manifest }) => {
  if (manifest.files?.includes('dist') && !existsSync(join(dir, 'dist')))
    throw new Explained(`${path} is not built: there is no dist to pack. Run npm run build first.`)
  const draft = draftIn(temporary('pack'))
  const args = ['pack', '--pack-destination', draft]
  const { code, output } = await pnpm(args, { cwd: dir, quiet: true })
  if (code !== 0) {
    rmSync(draft, { recursive: true })
    throw new Explained(
      `pnpm pack failed in ${path}:\n${output.trim()}\n` +
        'Mend its package.json, or install and build again (npm run build).',
    )
  }
  const [tarball] = readdirSync(draft)
  const key = createHash('sha256')
    .update(readFileSync(join(draft, tarball)))
    .digest('hex')
  const folder = temporary('pack', key.slice(0, 24))
  settle(draft, folder)
  return { name, path, manifest, file: join(folder, tarball), key }
}

/** A new folder inside another, to be filled and then settled. */
export const draftIn = (folder) => {
  mkdirSync(folder, { recursive: true })
  return mkdtempSync(join(folder, 'draft-'))
}

/** Moves a draft into place, so that nobody finds half of it; another run may have been quicker. */
export const settle = (draft, folder) => {
  try {
    renameSync(draft, folder)
  } catch (cause) {
    if (!existsSync(folder)) throw cause
    rmSync(draft, { recursive: true })
  }
}

/** Removes entries that were made some days ago. */
export const forgetOld = (folder) => {
  if (!existsSync(folder)) return
  const oldest = Date.now() - KEPT_DAYS * 86_400_000
  for (const path of readdirSync(folder).map((name) => join(folder, name)))
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest)
      rmSync(path, { recursive: true, force: true })
}
