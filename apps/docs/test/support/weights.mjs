// The weight of a page before a reader does anything: its HTML, each script and each style that it names.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { outDir } from '../../build/settings.mjs'

const NAMED = /(?:src|href)="\/([^"]+\.(?:js|css))"/g

/** @returns {{ page: string, bytes: number, files: Record<string, number> }[]} the heaviest first */
export function weights() {
  const known = new Map()
  const weigh = (file) => {
    if (!known.has(file))
      known.set(file, gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length)
    return known.get(file)
  }
  return readdirSync(outDir, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html'))
    .map((page) => {
      const named = [...readFileSync(join(outDir, page), 'utf8').matchAll(NAMED)]
      const all = [...new Set([page, ...named.map(([, file]) => file)])]
      const files = Object.fromEntries(all.map((file) => [file, weigh(file)]))
      return { page, bytes: Object.values(files).reduce((sum, one) => sum + one), files }
    })
    .toSorted((a, b) => b.bytes - a.bytes)
}
