// Rehearses version bumps: writes a changeset, sets the versions, and reads the difference.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages } from '../../../../run/lib/workspace.mjs'
import { pinSnapshots, snapshotVersion, version } from '../../../../release/version.mjs'

/** The public packages of a workspace folder by name, each with its path and manifest. */
export const manifests = (folder) =>
  new Map(publishedPackages(folder).map((one) => [one.manifest.name, one]))

/** patch, minor or major, as the three numbers say. */
export function kindOfBump(before, after) {
  const [a, b] = [before, after].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? 'major' : a[1] !== b[1] ? 'minor' : 'patch'
}

/**
 * Writes the only changeset: the ones that wait for the next release would distort the rehearsal.
 */
function writeChangeset(folder, bumps) {
  const changesets = join(folder, '.changeset')
  for (const name of readdirSync(changesets))
    if (name.endsWith('.md') && name !== 'README.md') rmSync(join(changesets, name))
  const lines = Object.entries(bumps).map(([name, kind]) => `"${name}": ${kind}`)
  const text = ['---', ...lines, '---', '', 'A rehearsal.', ''].join('\n')
  writeFileSync(join(changesets, 'rehearsal.md'), text)
}

/**
 * @param {string} folder of the clone
 * @param {Record<string, 'patch' | 'minor' | 'major'>} bumps what the changeset asks for
 * @returns {Promise<Record<string, 'patch' | 'minor' | 'major'>>} what comes of it
 */
export async function rehearse(folder, bumps) {
  const before = manifests(folder)
  writeChangeset(folder, bumps)
  await version(folder)
  const kinds = [...manifests(folder)]
    .map(([name, { manifest }]) => [name, before.get(name).manifest.version, manifest.version])
    .filter(([, old, now]) => now !== old)
    .map(([name, old, now]) => [name, kindOfBump(old, now)])
  return Object.fromEntries(kinds)
}

/**
 * Rehearses a snapshot of a pull request with one changeset.
 * @returns {Promise<any[]>} manifests of the packages that get a version of it
 */
export async function rehearseSnapshot(folder, tag, bumps) {
  writeChangeset(folder, bumps)
  await snapshotVersion(tag, folder)
  pinSnapshots(tag, folder)
  return [...manifests(folder).values()]
    .map(({ manifest }) => manifest)
    .filter(({ version: made }) => made.includes(`-${tag}-`))
}
