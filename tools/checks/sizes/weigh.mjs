// Bytes of scripts, and whose they are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Chunks of their own, which are not counted. */
const APART = ['react', 'host-chains']

/** Bytes of a file of a build, gzip level 9. */
export const gzipSize = (dir, path) => gzipSync(readFileSync(join(dir, path)), { level: 9 }).length

/** @param {import('./visit.mjs').Asked} asked */
export const isScript = ({ path, type }) =>
  path !== undefined && (type === 'script' || path.endsWith('.js'))
/** @param {import('./visit.mjs').Asked} asked */
export const isStyle = ({ path, type }) =>
  path !== undefined && (type === 'stylesheet' || path.endsWith('.css'))

/**
 * The package that a chunk belongs to: the one that most of its bytes come from; `react` and
 * `host-chains` by the chunk's name.
 * @param {import('./install.mjs').Chunk | undefined} chunk
 */
export const ownerOf = (chunk) => {
  if (!chunk) return 'host'
  if (APART.includes(chunk.name)) return chunk.name
  const bytes = {}
  for (const [id, { renderedLength }] of Object.entries(chunk.modules))
    bytes[packageIn(id)] = (bytes[packageIn(id)] ?? 0) + renderedLength
  return Object.entries(bytes).sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'host'
}

/** The package that a module comes from: `@latchkey/kernel`. */
export const packageIn = (id) =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll('\\', '/'))?.[1] ?? 'host'

/**
 * Files of a build with their size and owner.
 * @param {{ dir: string, chunks: import('./install.mjs').Chunk[] }} built
 * @param {string[]} files
 * @returns {{ path: string, bytes: number, owner: string }[]}
 */
export const weighFiles = ({ dir, chunks }, files) =>
  files.map((path) => ({
    path,
    bytes: gzipSize(dir, path),
    owner: ownerOf(chunks.find(({ fileName }) => fileName === path)),
  }))

/** The scripts among what a page asked for, each once. @param {import('./visit.mjs').Asked[]} asked */
export const weighScripts = (built, asked) =>
  weighFiles(built, [...new Set(asked.filter(isScript).map(({ path }) => path))])

/** @param {{ bytes: number }[]} scripts */
export const sum = (scripts) => scripts.reduce((total, { bytes }) => total + bytes, 0)

/** @param {{ owner: string }} script */
export const isCounted = ({ owner }) => !APART.includes(owner)
