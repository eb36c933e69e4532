// Packs every published package once, into a folder named after what is packed.
// Same content, same tarball: whoever asks again, in this run or the next, gets what is there.
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
import { homedir, tmpdir, userInfo } from 'node:os'
import { join, relative } from 'node:path'
import { Explained } from '../run/lib/log.mjs'
import { at } from '../run/lib/paths.mjs'
import { PNPM, pnpm } from '../run/lib/pnpm.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'

/**
 * @typedef {{ name: string, path: string, manifest: any, file: string, key: string }} Tarball
 *   `path` of the package below the root, `file` absolute, `key` changes with the content
 */

const AT_ONCE = 2
const KEPT_DAYS = 3
/** Files that change every tarball: versions of the catalog and of the packer. */
const SHARED = [at('pnpm-workspace.yaml')]

/** A folder of ours for things that may be thrown away, outside the workspace: nothing there finds our node_modules. */
export const temporary = (...parts) => join(tmpdir(), `latchkey-${userName()}`, ...parts)

/**
 * The tarballs of all published packages.
 * @param {import('../run/lib/workspace.mjs').WorkspacePackage[]} [packages]
 * @returns {Promise<Tarball[]>}
 * @throws {Explained} when a package is not built or pnpm fails
 */
export const packEach = async (packages = publishedPackages()) => {
  const versions = packages.map(({ name, manifest }) => `${name}@${manifest.version}`).join(' ')
  forgetOld(temporary('pack'))
  const queue = packages.map((one) => () => packOnce(one, versions))
  const tarballs = []
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) tarballs.push(await job())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return tarballs.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Where the tarball of each published package is, by its name.
 * @returns {Promise<Map<string, string>>}
 */
export const packAll = async () => new Map((await packEach()).map(({ name, file }) => [name, file]))

const packOnce = async ({ name, dir, path, manifest }, versions) => {
  const key = contentKey(dir, manifest, versions)
  const folder = temporary('pack', key)
  if (!existsSync(folder)) await packInto(folder, dir, path)
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  return { name, path, manifest, file: join(folder, tarball), key }
}

/** Packs beside the folder and moves it into place, so that nobody sees half of it. */
const packInto = async (folder, dir, path) => {
  mkdirSync(temporary('pack'), { recursive: true })
  const draft = mkdtempSync(temporary('pack', 'draft-'))
  const { code, output } = await pnpm(['pack', '--pack-destination', draft], {
    cwd: dir,
    quiet: true,
  })
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Explained(
      `pnpm pack failed in ${path}:\n${output.trim()}\nMend its package.json, or install and build again (npm run build).`,
    )
  }
  try {
    renameSync(draft, folder)
  } catch (cause) {
    if (!existsSync(folder)) throw cause
    rmSync(draft, { recursive: true, force: true }) // somebody else was quicker
  }
}

const contentKey = (dir, manifest, versions) => {
  const dist = join(dir, 'dist')
  if (manifest.files?.includes('dist') && !existsSync(dist)) {
    throw new Explained(
      `${relative(at(), dir)} is not built: there is no dist to pack. Run npm run build first.`,
    )
  }
  const hash = createHash('sha256').update(PNPM).update(versions)
  for (const file of SHARED) hash.update(readFileSync(file))
  for (const file of contents(dir))
    hash.update(`\0${relative(dir, file)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 24)
}

function* contents(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (entry.name === 'node_modules' || entry.name === '.tmp') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* contents(path)
    else if (entry.isFile()) yield path
  }
}

/** Removes what nobody has asked for in some days. */
export const forgetOld = (folder, days = KEPT_DAYS) => {
  if (!existsSync(folder)) return
  const oldest = Date.now() - days * 86_400_000
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest)
      rmSync(path, { recursive: true, force: true })
  }
}

/** Paths of this machine that must not stand in anything published. */
export const localPaths = () => [at(), homedir()]

const userName = () => {
  try {
    return userInfo().username.replace(/\W/g, '_')
  } catch {
    return 'user'
  }
}
