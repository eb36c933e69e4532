// Everything that an installation of this workspace puts on the disk, tools included.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { licenceOf } from './spdx.mjs'

const packagesIn = (folder) =>
  readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@')
      ? readdirSync(join(folder, name)).map((inner) => join(folder, name, inner))
      : [join(folder, name)]
  })

/**
 * @param {string} root of a workspace installed by pnpm
 * @returns {{ name: string, version: string, licence: string }[]} each name and version once
 */
export function installedPackages(root) {
  const store = join(root, 'node_modules', '.pnpm')
  const found = new Map()
  for (const entry of readdirSync(store)) {
    const folder = join(store, entry, 'node_modules')
    if (!existsSync(folder)) continue
    for (const dir of packagesIn(folder)) {
      const file = join(dir, 'package.json')
      if (!existsSync(file)) continue
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      if (!manifest.name?.startsWith('@latchkey'))
        found.set(`${manifest.name}@${manifest.version}`, {
          name: manifest.name,
          version: manifest.version,
          licence: licenceOf(manifest),
        })
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The exceptions table of docs/licences.md: `| package | licence | where | reason | what a host can do |`.
 * @returns {Map<string, { licence: string, where: string }>} by package name; a name may end in `*`
 */
export function exceptions(markdown) {
  const rows = markdown
    .split('\n')
    .filter((text) => /^\| `/.test(text))
    .map((text) =>
      text
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const bare = rows.find((cells) => cells.length !== 5 || cells.some((cell) => cell === ''))
  if (bare)
    throw new Error(
      `docs/licences.md: an exception needs package, licence, where, reason and what a host can do: ${bare.join(' | ')}`,
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
