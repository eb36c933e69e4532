// What the browser asked for, in bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes of a file of a build, gzip level 9. */
export const gzipSize = (dir, path) => gzipSync(readFileSync(join(dir, path)), { level: 9 }).length

/** @param {import('./visit.mjs').Asked} asked */
export const isScript = ({ path, type }) =>
  path !== undefined && (type === 'script' || path.endsWith('.js'))
/** @param {import('./visit.mjs').Asked} asked */
export const isStyle = ({ path, type }) =>
  path !== undefined && (type === 'stylesheet' || path.endsWith('.css'))

/**
 * Who a chunk belongs to: the package most of its bytes come from; `react` and `host-chains` by name.
 * @param {import('./host.mjs').Chunk | undefined} chunk
 */
export const ownerOf = (chunk) => {
  if (!chunk) return 'host'
  if (chunk.name === 'react' || chunk.name === 'host-chains') return chunk.name
  const bytes = new Map()
  for (const [id, length] of Object.entries(chunk.modules)) {
    const name = packageOf(id)
    bytes.set(name, (bytes.get(name) ?? 0) + length)
  }
  return [...bytes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'host'
}

const packageOf = (id) => {
  const parts = id.replaceAll('\\', '/').split('/node_modules/').at(-1).split('/')
  if (!id.replaceAll('\\', '/').includes('/node_modules/')) return 'host'
  return parts.slice(0, parts[0].startsWith('@') ? 2 : 1).join('/')
}

/**
 * The scripts among what was asked for, each once, with size and owner.
 * @param {{ dir: string, chunks: import('./host.mjs').Chunk[] }} built
 * @param {import('./visit.mjs').Asked[]} asked
 * @returns {{ path: string, bytes: number, owner: string }[]}
 */
export const weighScripts = ({ dir, chunks }, asked) =>
  [...new Set(asked.filter(isScript).map(({ path }) => path))].map((path) => ({
    path,
    bytes: gzipSize(dir, path),
    owner: ownerOf(chunks.find((chunk) => chunk.file === path)),
  }))

/** @param {{ bytes: number }[]} scripts */
export const sum = (scripts) => scripts.reduce((total, { bytes }) => total + bytes, 0)

const APART = ['react', 'host-chains']
/** @param {{ owner: string }} script */
export const isCounted = ({ owner }) => !APART.includes(owner)
