#!/usr/bin/env node
// Checks size budgets on Vite production hosts made from tarballs.
//   node tools/checks/sizes/check.mjs [--json FILE]
//
// Eager is every script that the browser fetches until the page is idle, for a visitor without a
// stored session; gzip level 9. A part is the difference between two hosts, one with it and one
// without. React and the host's own chain definitions are in chunks of their own and are not
// counted. Requests are counted on a host that Vite splits by itself.
//
// The page of the secure frame is weighed as its own service serves it, with gzip of its files.
//
// size-limit weighs files. It can express neither a difference between two hosts nor what a browser
// fetches in each phase, so this is ours.
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { report } from '../pack/results.mjs'
import { LAUNCH_ARGS, findBrowser } from '../../run/lib/browser.mjs'
import { Explained, say } from '../../run/lib/log.mjs'
import { measureFrame } from './frame.mjs'
import { budgets } from './hosts.mjs'
import { allHosts } from './install.mjs'
import { measure } from './measure.mjs'
import { judge, table } from './table.mjs'

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const hosts = allHosts()
const bounds = budgets(hosts)

const measureInBrowser = async () => {
  const found = await findBrowser()
  if (!found) throw new Explained('Sizes are measured in a real browser and none was found.')
  const browser = await chromium.launch({ executablePath: found.path, args: LAUNCH_ARGS })
  try {
    const measured = await measure(browser, hosts)
    return { ...measured, parts: { ...measured.parts, ...(await measureFrame(browser)) } }
  } finally {
    await browser.close()
  }
}

try {
  const { parts, apart, complaints } = await measureInBrowser()
  say(table(bounds, parts, apart))
  for (const complaint of complaints) say(`note: ${complaint}`)
  report('tools/checks/sizes', judge(bounds, parts), values.json)
} catch (error) {
  if (!(error instanceof Explained)) throw error
  const failures = [error.message]
  const outcomes = bounds.map(({ title }) => ({ title, failures }))
  report('tools/checks/sizes', outcomes, values.json)
}
