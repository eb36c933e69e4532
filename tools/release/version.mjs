// `pnpm release:version`: gives out the versions that the changesets ask for, and what follows from them.
//   node tools/release/version.mjs [folder]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../run/lib/children.mjs'
import { Explained } from '../run/lib/log.mjs'
import { bin, readJson, root } from '../run/lib/paths.mjs'

const CONTRACT = 'packages/plugin-api'

/** KERNEL_API, which plugins are compared with at run time, is major.minor of the contract. */
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
export async function version(folder = root) {
  const { code, output } = await node(bin('@changesets/cli', 'changeset'), ['version'], {
    cwd: folder,
    quiet: true,
  })
  if (code !== 0) throw new Explained(`changeset version failed:\n${output}`)
  followContract(folder)
}

if (process.argv[1] === import.meta.filename) {
  await version(process.argv[2]).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
