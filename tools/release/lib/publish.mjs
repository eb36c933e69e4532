// Packs the clone's packages as a release would, looks into the tarballs, and publishes them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../run/lib/children.mjs'
import { Explained } from '../../run/lib/log.mjs'
import { pnpm } from '../../run/lib/pnpm.mjs'

const FIELDS = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies']
const FOREIGN = /^(workspace|catalog|link|file|portal):/

export function manifestOf(tarball) {
  return JSON.parse(
    execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }),
  )
}

/** Dependencies that only mean something inside a workspace. */
export const workspaceOnly = (manifest) =>
  FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {})
      .filter(([, range]) => FOREIGN.test(range))
      .map(([name, range]) => `${field}.${name} is ${range}`),
  )

/** @returns {Promise<string[]>} the tarballs */
export async function packAt(folder, packages, destination) {
  mkdirSync(destination, { recursive: true })
  for (const path of packages) {
    const { code, output } = await pnpm(
      ['--config.verify-deps-before-run=false', 'pack', '--pack-destination', destination],
      { cwd: join(folder, path), quiet: true },
    )
    if (code !== 0) throw new Explained(`pnpm pack failed in ${path}:\n${output}`)
  }
  return readdirSync(destination)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(destination, name))
}

/** An .npmrc that sends our scope to the stand-in and everything else where the machine's npm goes. */
export function writeNpmrc(folder, scope, url) {
  writeFileSync(
    join(folder, '.npmrc'),
    `${scope}:registry=${url}\n${url.replace(/^https?:/, '')}:_authToken=rehearsal\n`,
  )
}

/**
 * @param {string[]} tarballs
 * @param {string} folder whose .npmrc holds
 * @param {{ provenance: boolean, env?: Record<string, string | undefined> }} options without an id-token npm refuses to publish with provenance
 * @throws {Explained} with what npm said
 */
export async function publish(tarballs, folder, { provenance, env }) {
  for (const tarball of tarballs) {
    const args = [
      'publish',
      tarball,
      `--provenance=${provenance}`,
      '--access',
      'public',
      '--ignore-scripts',
    ]
    const { code, output } = await run('npm', args, {
      cwd: folder,
      env,
      quiet: true,
      shell: process.platform === 'win32',
    })
    if (code !== 0) throw new Explained(`npm publish failed:\n${output}`)
  }
}
