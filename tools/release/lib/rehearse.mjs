// What changesets would do: a changeset is written, versions are given out, and the difference is read.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../version.mjs'

const FOLDERS = ['packages', 'plugins', 'services']

/** Public packages of a workspace folder: name -> where and its manifest. */
export function manifests(folder) {
  const paths = FOLDERS.flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => `${parent}/${name}`),
  ).filter((path) => existsSync(join(folder, path, 'package.json')))
  const all = paths.map((path) => ({
    path,
    manifest: JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')),
  }))
  return new Map(
    all.filter(({ manifest }) => manifest.private !== true).map((one) => [one.manifest.name, one]),
  )
}

const versions = (folder) =>
  new Map([...manifests(folder)].map(([name, { manifest }]) => [name, manifest.version]))

/** patch, minor or major, as the three numbers say. */
export function kindOfBump(before, after) {
  const [a, b] = [before, after].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? 'major' : a[1] !== b[1] ? 'minor' : 'patch'
}

/** The only changeset there is: those that wait for the next release would be mixed into the rehearsal. */
function writeChangeset(folder, bumps) {
  const waiting = readdirSync(join(folder, '.changeset')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  )
  for (const name of waiting) rmSync(join(folder, '.changeset', name))
  writeFileSync(
    join(folder, '.changeset/rehearsal.md'),
    `---\n${Object.entries(bumps)
      .map(([name, kind]) => `"${name}": ${kind}`)
      .join('\n')}\n---\n\nA rehearsal.\n`,
  )
}

/** Changes a JSON file of the clone. */
export function editJson(file, edit) {
  const value = JSON.parse(readFileSync(file, 'utf8'))
  edit(value)
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/**
 * @param {string} folder of the clone
 * @param {Record<string, 'patch' | 'minor' | 'major'>} bumps what the changeset asks for
 * @returns {Promise<Record<string, 'patch' | 'minor' | 'major'>>} what comes of it
 */
export async function rehearse(folder, bumps) {
  const before = versions(folder)
  writeChangeset(folder, bumps)
  await version(folder)
  const changed = [...versions(folder)].filter(([name, now]) => now !== before.get(name))
  return Object.fromEntries(changed.map(([name, now]) => [name, kindOfBump(before.get(name), now)]))
}
