#!/usr/bin/env node
// A walk by keyboard in another browser's engine, under a strict policy, and one with the embedded
// wallet. `node tools/engines/check.mjs` is the same.
//   npx pnpm@12.21.0 engines firefox|webkit [--json FILE]
import { parseArgs } from 'node:util'
import { writeResults } from '../../checks/pack/results.mjs'
import { Explained, say } from '../../run/lib/log.mjs'
import { startWorld, walkEmbedded } from './embedded.mjs'
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

/** The first failure ends the walk: each check begins where the one before it ended. */
async function visit({ name, launch }, walkIn) {
  const browser = await launch()
  const outcomes = []
  try {
    for (const [title, check] of walkIn(browser)) {
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

const walks = [
  [serveHost, (browser, host) => walk(browser, host.url)],
  [startWorld, walkEmbedded],
]
const outcomes = []
for (const [startHost, walkIn] of walks) {
  const host = await startHost()
  const seen = await visit(engine, (browser) => walkIn(browser, host)).catch((error) => [
    { title: engine.name, failures: [error.message] },
  ])
  outcomes.push(...seen)
  await host.close()
}
for (const { title, failures } of outcomes)
  say(failures.length ? `✗ ${title}: ${failures.join('; ')}` : `✓ ${title}`)
if (values.json) writeResults(values.json, 'tools/tests/engines', outcomes)
process.exitCode = outcomes.some(({ failures }) => failures.length) ? 1 : 0
