// `pnpm release:version`: sets the versions that the changesets ask for, and the contract's version
// in the source.
//   node tools/release/version.mjs [folder]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, outputOf } from '../run/lib/children.mjs'
import { Explained, fail } from '../run/lib/log.mjs'
import { bin, readJson, root } from '../run/lib/paths.mjs'

const CONTRACT = 'packages/plugin-api'

/** Sets KERNEL_API, which plugins are compared with at run time, to the contract's major.minor. */
export function followContract(folder) {
  const file = join(folder, CONTRACT, 'src/brand.ts')
  const [major, minor] = readJson(join(folder, CONTRACT, 'package.json')).version.split('.')
  const before = readFileSync(file, 'utf8')
  const after = before.replace(/(KERNEL_API = )'[^']*'/, `$1'${major}.${minor}'`)
  if (!after.includes(`KERNEL_API = '${major}.${minor}'`))
    throw new Explained(`${file} has no KERNEL_API`)
  writeFileSync(file, after)
}

/** @throws {Explained} with what changesets said */
export async function version(cwd = root) {
  const options = { cwd, quiet: true }
  await outputOf(
    'changeset version',
    node(bin('@changesets/cli', 'changeset'), ['version'], options),
  )
  followContract(cwd)
}

if (process.argv[1] === import.meta.filename) await version(process.argv[2]).catch(fail)
