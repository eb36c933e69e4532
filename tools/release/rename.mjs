// `pnpm rename`: gives every file the name and the scope that packages/plugin-api/src/brand.ts says now,
// in place of those that it said in the last commit.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { node, outputOf } from '../run/lib/children.mjs'
import { Explained, fail, say } from '../run/lib/log.mjs'
import { at, bin, root } from '../run/lib/paths.mjs'
import { BRAND_FILE, brandComplaints, createRename, readBrand } from './lib/rename.mjs'

const MOST_BYTES = 256 * 1024 * 1024
const git = (cwd, ...args) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: MOST_BYTES })
const filesOf = (cwd) =>
  git(cwd, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(cwd, path)))

/** The text of a file; undefined where it has none, such as a picture. */
function textOf(file) {
  const bytes = readFileSync(file)
  return bytes.includes(0) ? undefined : bytes.toString('utf8')
}

/** @throws {Explained} where the new name is a word that stands in files already: it could not be told apart */
function requireFresh(cwd, files, { name }) {
  const word = name.toLowerCase()
  const holding = files.filter(
    (path) => path !== BRAND_FILE && textOf(join(cwd, path))?.toLowerCase().includes(word),
  )
  if (holding.length > 0)
    throw new Explained(
      `"${name}" stands in ${holding.length} files already, such as ${holding[0]}: ` +
        'choose a name that does not, or put back what an earlier run has written.',
    )
}

/** Renames in the files of a folder. @returns {string[]} their new paths */
function renameFiles(cwd, files, rename) {
  return files.flatMap((path) => {
    const text = textOf(join(cwd, path))
    const to = rename(path)
    const renamed = text === undefined ? undefined : rename(text)
    if (to === path && renamed === text) return []
    if (renamed !== text) writeFileSync(join(cwd, path), renamed)
    if (to !== path) {
      mkdirSync(dirname(join(cwd, to)), { recursive: true })
      renameSync(join(cwd, path), join(cwd, to))
    }
    return [to]
  })
}

/**
 * Renames what stands in the files, and the files.
 * @param {string} [cwd] the workspace
 * @returns {Promise<string[]>} the files that were changed
 * @throws {Explained} before anything is written, where the new name cannot be used
 */
export async function renameIn(cwd = root) {
  const old = await readBrand(git(cwd, 'show', `HEAD:${BRAND_FILE}`))
  const wanted = await readBrand(readFileSync(join(cwd, BRAND_FILE), 'utf8'))
  if (JSON.stringify(old) === JSON.stringify(wanted))
    throw new Explained(`${BRAND_FILE} says what it said in the last commit: change it first.`)
  const complaints = brandComplaints(old, wanted)
  if (complaints.length > 0) throw new Explained(complaints.join('\n'))
  const files = filesOf(cwd)
  if (wanted.name !== old.name) requireFresh(cwd, files, wanted)
  return renameFiles(cwd, files, createRename(old, wanted))
}

/** Lines are longer or shorter now, and lists that are sorted by name have another order. */
async function tidy(changed) {
  const options = { quiet: true }
  const prettier = ['--write', '--log-level=warn', '--ignore-unknown', ...changed]
  await outputOf('prettier', node(bin('prettier'), prettier, options))
  await outputOf('generate.mjs', node(at('tools/checks/docs/generate.mjs'), [], options))
}

async function main() {
  const changed = await renameIn()
  await tidy(changed)
  say(
    `Renamed in ${changed.length} files. Next: npm test, which installs again; ` +
      'npx pnpm@12.21.0 api --update; and read the difference before you commit it.',
  )
}

if (process.argv[1] === import.meta.filename) await main().catch(fail)
