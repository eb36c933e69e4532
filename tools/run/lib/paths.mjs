// Paths of the repository. Other modules ask here instead of counting `..` themselves.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

/** A path inside the repository. */
export const at = (...parts) => join(root, ...parts)

export const resultsDir = at('test-results')

/** Notes that may be deleted at any time, such as that of the last install. */
export const cacheDir = at('node_modules', '.cache', 'latchkey')

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * The JavaScript file behind a package's command, so that it starts as `node file`: quicker than
 * npx, and without a shell on Windows.
 * @param {string} packageName a direct devDependency of the workspace root
 * @param {string} [command] when the package has more than one
 */
export function bin(packageName, command = packageName.split('/').pop()) {
  const folder = at('node_modules', packageName)
  const { bin: entry } = readJson(join(folder, 'package.json'))
  const file = typeof entry === 'string' ? entry : entry?.[command]
  if (!file) throw new Error(`${packageName} has no command named ${command}`)
  return join(folder, file)
}

/** Where the first of these programs is: commands, looked for along PATH, or whole paths. */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => (isAbsolute(name) ? name : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path))
}
