#!/usr/bin/env node
// Size budgets on a Vite production host made from tarballs: node tools/sizes/check.mjs [--json FILE]
//
// Eager is every script the browser fetches until the page is idle, for a visitor without a stored session; gzip level 9.
// A part is the difference between two hosts, one with it and one without; React and the host's own chain definitions are
// cut into chunks of their own and told apart. Requests are counted on a host that Vite cuts as it likes.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { writeResults } from '../pack/results.mjs'
import { LAUNCH_ARGS, findBrowser } from '../run/lib/browser.mjs'
import { Explained, say } from '../run/lib/log.mjs'
import { measure } from './measure.mjs'
import { judge, table } from './table.mjs'

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'))

const run = async () => {
  const found = await findBrowser()
  if (!found) throw new Explained('Sizes are measured in a real browser and none was found.')
  const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGS })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

try {
  const { parts, apart, complaints } = await run()
  const outcomes = judge(budgets, parts)
  say(table(budgets, parts, apart))
  for (const complaint of complaints) say(`note: ${complaint}`)
  for (const { failures } of outcomes) for (const failure of failures) say(`FAIL  ${failure}`)
  if (values.json) writeResults(values.json, 'tools/sizes', outcomes)
  process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
} catch (error) {
  if (!(error instanceof Explained)) throw error
  say(error.message)
  if (values.json)
    writeResults(
      values.json,
      'tools/sizes',
      budgets.map(({ title }) => ({ title, failures: [error.message] })),
    )
  process.exitCode = 1
}
