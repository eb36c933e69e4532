// Packs packages as a release does, inspects the tarballs, and publishes them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { must, outputOf } from '../../run/lib/children.mjs'
import { pnpm } from '../../run/lib/pnpm.mjs'

/** pnpm in a package. It is told not to install first: a rehearsal's clone borrows its modules. */
export const pnpmAt = (folder, ...args) =>
  outputOf(
    `pnpm ${args[0]} in ${folder}`,
    pnpm(['--config.verify-deps-before-run=false', ...args], { cwd: folder, quiet: true }),
  )

const FIELDS = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies']
const FOREIGN = /^(workspace|catalog|link|file|portal):/

export const manifestOf = (tarball) =>
  JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))

/** Dependencies with a range that means something only inside a workspace. */
export const workspaceOnly = (manifest) =>
  FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {})
      .filter(([, range]) => FOREIGN.test(range))
      .map(([name, range]) => `${field}.${name} is ${range}`),
  )

/** @returns {Promise<string[]>} the tarballs */
export async function packAt(folder, packages, destination) {
  mkdirSync(destination, { recursive: true })
  for (const path of packages)
    await pnpmAt(join(folder, path), 'pack', '--pack-destination', destination)
  return readdirSync(destination).map((name) => join(destination, name))
}

/**
 * @param {string[]} tarballs
 * @param {string} cwd whose .npmrc holds
 * @param {{ provenance: boolean, tag?: string, env?: Record<string, string | undefined> }} options
 * without an id-token npm refuses to publish with provenance
 * @throws {Explained} with what npm said
 */
export async function publish(tarballs, cwd, { provenance, tag = 'latest', env }) {
  const how = [`--provenance=${provenance}`, '--access', 'public', '--ignore-scripts', '--tag', tag]
  for (const tarball of tarballs) await must('npm', ['publish', tarball, ...how], { cwd, env })
}
