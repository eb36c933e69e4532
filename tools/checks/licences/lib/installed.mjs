// Every package that an installation of this workspace puts on the disk, tools included.
// `pnpm licenses list` guesses from texts where a manifest names no licence.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { licenceOf } from './spdx.mjs'

/**
 * @param {string} root of a workspace installed by pnpm
 * @returns {{ name: string, version: string, licence: string }[]} each name and version once
 */
export function installedPackages(root) {
  const store = join(root, 'node_modules', '.pnpm')
  const found = new Map()
  const children = (folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  const packages = readdirSync(store)
    .flatMap((entry) => children(join(store, entry, 'node_modules')))
    .flatMap((dir) => (/\/@[^/]*$/.test(dir) ? children(dir) : dir))
    .map((dir) => join(dir, 'package.json'))
  for (const file of packages.filter(existsSync)) {
    const { name, version, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    if (!name?.startsWith('@latchkey'))
      found.set(`${name}@${version}`, { name, version, licence: licenceOf(rest) })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The exceptions table of docs/licences.md: `| package | licence | where | reason | what a host can do |`.
 * @returns {Map<string, { licence: string, where: string }>} by package name; a name may end in `*`
 */
export function exceptions(markdown) {
  const cellsOf = ([row]) => row.split(/ *\| */).slice(1, -1)
  const rows = [...markdown.matchAll(/^\| `.*$/gm)].map(cellsOf)
  const bare = rows.find((cells) => cells.length !== 5 || cells.includes(''))
  if (bare)
    throw new Error(
      'docs/licences.md: an exception needs package, licence, where, reason and what a host can do: ' +
        bare.join(' | '),
    )
  return new Map(
    rows.map(([name, licence, where]) => [name.replaceAll('`', ''), { licence, where }]),
  )
}

/** The exception for a package, when there is one and it still has the licence that was judged. */
export function exceptionFor(list, { name, licence }) {
  for (const [pattern, exception] of list) {
    const fits = pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
    if (fits && exception.licence === licence) return { pattern, ...exception }
  }
  return undefined
}
