// How long the steps of the last whole run took, beside their shares: the table in docs/testing.md.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minutes } from './log.mjs'
import { cacheDir, readJson } from './paths.mjs'
import { BUILD_SHARE, STEPS, WHOLE_MINUTES } from './steps.mjs'

const FILE = join(cacheDir, 'times.json')
const LANES = 2
export const TABLE = /(?<=<!-- steps -->\n)[^]*(?=\n<!-- \/steps -->)/
const BUILD = 'install and build'
const WHOLE = 'the whole, two steps at a time'

/**
 * @param {{ build: number, whole: number }} times in milliseconds
 * @param {import('./runner.mjs').Outcome[]} outcomes of the steps
 */
export function rememberTimes(times, outcomes) {
  const steps = Object.fromEntries(outcomes.map(({ step, ms }) => [step.name, ms]))
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(FILE, JSON.stringify({ ...times, ...steps }))
}

/** Measured minutes by name: `build`, `whole`, and the steps. */
export function lastTimes() {
  const times = existsSync(FILE) ? readJson(FILE) : {}
  return new Map(Object.entries(times).map(([name, ms]) => [name, ms / 60_000]))
}

/**
 * The table, in Markdown.
 * @param {Map<string, number>} measured minutes by name
 */
export function stepTable(measured) {
  const row = (title, name, share) => {
    const taken = measured.has(name) ? minutes(measured.get(name)) : ''
    return `| ${title} | ${taken} | ${minutes(share)} |`
  }
  const given = BUILD_SHARE * LANES + STEPS.reduce((sum, { share }) => sum + share, 0)
  return [
    '| step | measured, min | share, min |',
    '|---|---|---|',
    row(BUILD, 'build', BUILD_SHARE),
    ...STEPS.map(({ name, what, share }) => row(`\`${name}\`: ${what}`, name, share)),
    row('not given out', '', WHOLE_MINUTES * LANES - given),
    row(WHOLE, 'whole', WHOLE_MINUTES),
  ].join('\n')
}

/** Measured minutes of a table that `stepTable` wrote. */
export function measuredIn(text) {
  const names = { [BUILD]: 'build', [WHOLE]: 'whole' }
  const rows = [...text.matchAll(/^\| (?:`([\w-]+)`:)?([^|]+) \| ([\d.]+) \|/gm)]
  return new Map(
    rows.map(([, step, title, value]) => [step ?? names[title] ?? title, Number(value)]),
  )
}
