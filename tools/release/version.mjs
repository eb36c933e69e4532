// `pnpm release:version`: sets the versions that the changesets ask for, and the contract's version
// in the source.
//   node tools/release/version.mjs [folder]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, outputOf } from '../run/lib/children.mjs'
import { Explained, fail } from '../run/lib/log.mjs'
import { bin, readJson, root } from '../run/lib/paths.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'

const CONTRACT = 'packages/plugin-api'
const VERSION = /^( *"version": )"[^"]*"/m

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

function setVersion({ dir }, version) {
  const file = join(dir, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(VERSION, `$1"${version}"`))
}

/**
 * The version from which a minor leads to this one. Others depend on a package before it is
 * released, by ranges that begin with its first version; so the manifest has that version from the
 * start, and it is set back while changesets count.
 */
export function versionBefore(first) {
  const [major, minor, patch] = first.split('.').map(Number)
  if (!(minor > 0) || patch !== 0)
    throw new Explained(`A first version has to be a minor such as 0.1.0, and not ${first}.`)
  return `${major}.${minor - 1}.0`
}

/** Packages that were never released: they have no change log yet. */
const unreleased = (folder) =>
  publishedPackages(folder).filter(({ dir }) => !existsSync(join(dir, 'CHANGELOG.md')))

/** @throws {Explained} where the changesets made another version than the first one of a package */
function requireFirstVersions(packages) {
  const wrong = packages
    .map(({ dir, name, manifest }) => {
      const { version } = readJson(join(dir, 'package.json'))
      return { name, version, wanted: manifest.version }
    })
    .filter(({ version, wanted }) => version !== wanted)
  if (wrong.length === 0) return
  const lines = wrong.map(
    ({ name, version, wanted }) => `${name} would be released first as ${version}, not ${wanted}.`,
  )
  throw new Explained(
    [...lines, 'A package needs a changeset with "minor" that tells readers what it is.'].join(
      '\n',
    ),
  )
}

const changesetVersion = (cwd, ...args) =>
  outputOf(
    'changeset version',
    node(bin('@changesets/cli', 'changeset'), ['version', ...args], { cwd, quiet: true }),
  )

/**
 * Each package that was never released gets the version that stands in its manifest.
 * @throws {Explained} with what changesets said
 */
export async function version(cwd = root) {
  const first = unreleased(cwd)
  for (const one of first) setVersion(one, versionBefore(one.manifest.version))
  await changesetVersion(cwd)
  requireFirstVersions(first)
  followContract(cwd)
}

/**
 * Versions of a pull request, such as `0.0.0-pr-12-20260102030405`: nobody gets them unasked, and
 * none is given out twice. KERNEL_API stays, because npm does not compare it.
 * @param {string} tag `pr-12`
 */
export const snapshotVersion = (tag, cwd = root) => changesetVersion(cwd, '--snapshot', tag)

/**
 * Has packages of a snapshot name each other by exact versions, once they are packed: by `^` npm would
 * take the snapshot of a later pull request too.
 */
export function pinSnapshots(tag, cwd = root) {
  for (const { dir, manifest } of publishedPackages(cwd)) {
    if (!manifest.version.includes(`-${tag}-`)) continue
    const pinned = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [
      name,
      range === 'workspace:^' ? 'workspace:*' : range,
    ])
    const text = JSON.stringify({ ...manifest, dependencies: Object.fromEntries(pinned) }, null, 2)
    writeFileSync(join(dir, 'package.json'), `${text}\n`)
  }
}

if (process.argv[1] === import.meta.filename) await version(process.argv[2]).catch(fail)
