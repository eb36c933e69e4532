#!/usr/bin/env node
// A walk by keyboard in another browser's engine, under a strict policy: node tools/engines/check.mjs [--json FILE] firefox|webkit
import { parseArgs } from 'node:util'
import { writeResults } from '../pack/results.mjs'
import { Explained, say } from '../run/lib/log.mjs'
import { firefox } from './firefox.mjs'
import { serveHost } from './serve.mjs'
import { walk } from './walk.mjs'
import { webkit } from './webkit.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
})
const engine = { firefox, webkit }[positionals[0]]
if (!engine) throw new Explained('Which one? firefox or webkit.')

/** What fails ends the walk: what follows begins where it would have ended. */
async function visit({ name, launch }, url) {
  const browser = await launch()
  const outcomes = []
  try {
    for (const [title, check] of walk(browser, url)) {
      try {
        if (!outcomes.at(-1)?.failures.length) await check()
        outcomes.push({
          title: `${name} ${title}`,
          failures: outcomes.at(-1)?.failures.length ? ['not reached'] : [],
        })
      } catch (error) {
        outcomes.push({ title: `${name} ${title}`, failures: [error.message] })
      }
    }
  } finally {
    await browser.close()
  }
  return outcomes
}

const host = await serveHost()
const outcomes = await visit(engine, host.url).catch((error) => [
  { title: engine.name, failures: [error.message] },
])
await host.close()
for (const { title, failures } of outcomes)
  say(failures.length ? `✗ ${title}: ${failures.join('; ')}` : `✓ ${title}`)
if (values.json) writeResults(values.json, 'tools/engines', outcomes)
process.exitCode = outcomes.some(({ failures }) => failures.length) ? 1 : 0
