// Hosts outside the workspace: an example, copied, which takes our packages from tarballs.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../../../run/lib/paths.mjs'

/** Changes a JSON file. */
export function editJson(file, edit) {
  const value = JSON.parse(readFileSync(file, 'utf8'))
  edit(value)
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** The folders that installing and building leave in an example. */
const MADE =
  /node_modules|[\\/](?:dist|build|\.(?:angular|astro|expo|next|nuxt|output|svelte-kit|tanstack))$/

export const copyExample = (name, folder) =>
  cpSync(at('examples', name), folder, { recursive: true, filter: (from) => !MADE.test(from) })

/** @param {Map<string, string>} tarballs @returns {Record<string, string>} for package.json */
export const asFiles = (tarballs) =>
  Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))

/**
 * Our versions are not on a registry yet: package.json takes them from files, also those that
 * another package asks for.
 * @param {(manifest: any) => void} [edit] what else is to be changed
 */
export function useTarballs(folder, tarballs, edit) {
  const files = asFiles(tarballs)
  editJson(join(folder, 'package.json'), (manifest) => {
    edit?.(manifest)
    for (const wanted of [manifest.dependencies, manifest.devDependencies])
      for (const name of Object.keys(wanted ?? {})) wanted[name] = files[name] ?? wanted[name]
    manifest.overrides = { ...manifest.overrides, ...files }
  })
}
