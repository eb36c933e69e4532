#!/usr/bin/env node
// Builds the documentation site into apps/docs/dist.
//   npx pnpm@12.21.0 site [--base /0.1/]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '../../../tools/run/lib/log.mjs'
import { at } from '../../../tools/run/lib/paths.mjs'

const { values } = parseArgs({ options: { base: { type: 'string' } } })
if (values.base) process.env.LATCHKEY_SITE_BASE = values.base

/** Writes the files beside the pages: Markdown, files for machines, headers. */
async function finish({ pages, groups }) {
  const { headersFile, hashesOf } = await import('./policy.mjs')
  const { llmsFile, llmsFullFile } = await import('./machines.mjs')
  const { outDir } = await import('./settings.mjs')
  const write = (path, text) => {
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    writeFileSync(join(outDir, path), text)
  }
  for (const { path, text } of pages) write(path, text)
  const api = groups.find(({ text }) => text === 'API')?.entries ?? []
  write('llms.txt', llmsFile(api))
  write('llms-full.txt', llmsFullFile(pages, groups))
  write('_headers', headersFile(hashesOf(readFileSync(join(outDir, 'index.html'), 'utf8'))))
  return outDir
}

const began = performance.now()
process.chdir(at('apps/docs'))
const { stage } = await import('./stage.mjs')
const staged = stage()
const stagedAt = performance.now()
const { build } = await import('vitepress')
await build(at('apps/docs'))
const outDir = await finish(staged)
const { user, system } = process.cpuUsage()
const figures = {
  pages: staged.pages.length,
  seconds: Math.round(performance.now() - began) / 1000,
  // The time of a machine that does nothing else.
  processorSeconds: Math.round((user + system) / 1000) / 1000,
  sourcesSeconds: Math.round(stagedAt - began) / 1000,
}
writeFileSync(at('apps/docs/.tmp/figures.json'), JSON.stringify(figures, null, 2))
say(
  `${figures.pages} pages in ${figures.seconds} s ` +
    `(processor: ${figures.processorSeconds} s; their sources: ${figures.sourcesSeconds} s): ${outDir}`,
)
