#!/usr/bin/env node
// Says which source files the bytes of a host come from: node tools/sizes/explain.mjs [bare|kernel|ui|evm|send|all|…] [part of a chunk's name]
//
// The bytes of a minified chunk are traced to their sources, and the chunk's gzip size is shared out in proportion:
// good enough to see where to look, no substitute for measuring (node tools/sizes/check.mjs).
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { Explained, say } from '../run/lib/log.mjs'
import { FEATURE_HOSTS, HOSTS, buildHosts, installHost } from './host.mjs'
import { gzipSize, isCounted, ownerOf } from './weigh.mjs'

const SHOWN = 45
const [, , entry = 'evm', wanted = ''] = process.argv

/** Minified bytes by source: each stretch up to the next mapping belongs to the source at its start. */
const bytesBySource = (dir, file) => {
  const map = new SourceMap(JSON.parse(readFileSync(join(dir, `${file}.map`), 'utf8')))
  const bytes = new Map()
  readFileSync(join(dir, file), 'utf8')
    .split('\n')
    .forEach((text, line) => {
      for (let column = 0; column < text.length; column += 1) {
        const source = shorten(map.findEntry(line, column).originalSource)
        bytes.set(source, (bytes.get(source) ?? 0) + 1)
      }
    })
  return [...bytes].sort((a, b) => b[1] - a[1])
}

const shorten = (source) =>
  source?.replace(/^.*node_modules\//, '').replace(/^(?:\.\.?\/)+/, '') ?? '(glue of the bundler)'

const explain = (dir, chunk) => {
  const packed = gzipSize(dir, chunk.file)
  const sources = bytesBySource(dir, chunk.file)
  const total = sources.reduce((sum, [, bytes]) => sum + bytes, 0)
  say(
    `\n${chunk.file} (${ownerOf(chunk)}${chunk.entry ? ', eager' : ''}): ${total} B, gzip ${packed} B`,
  )
  for (const [source, bytes] of sources.slice(0, SHOWN))
    say(
      `${String(bytes).padStart(7)}  ~${String(Math.round((bytes * packed) / total)).padStart(5)}  ${source}`,
    )
}

try {
  const hosts = Object.keys({ ...HOSTS, ...FEATURE_HOSTS })
  if (!hosts.includes(entry))
    throw new Explained(`There is no host named ${entry}: choose ${hosts.join(', ')}.`)
  const { built, forget } = await buildHosts(await installHost(), [
    { name: entry, entry, grouped: true, explained: true },
  ])
  try {
    const { dir, chunks } = built.get(entry)
    const counted = chunks.filter(
      (chunk) =>
        isCounted({ owner: ownerOf(chunk) }) &&
        (wanted ? chunk.file.includes(wanted) : chunk.entry),
    )
    for (const chunk of counted) explain(dir, chunk)
  } finally {
    forget()
  }
} catch (error) {
  if (!(error instanceof Explained)) throw error
  say(error.message)
  process.exitCode = 1
}
