// How long the steps of the last whole run took, beside their shares: the table in docs/testing.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minutes } from './log.mjs'
import { cacheDir, readJson } from './paths.mjs'
import { BUILD_SHARE, STEPS, WHOLE_MINUTES } from './steps.mjs'

const FILE = join(cacheDir, 'times.json')
const LANES = 2
export const TABLE = { begin: '<!-- steps -->', end: '<!-- /steps -->' }

/** @param {{ name: string, ms: number }[]} steps @param {number} ms of the whole run */
export function rememberTimes(steps, ms) {
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(FILE, JSON.stringify({ steps, ms }))
}

/** Measured minutes by name; `whole` is the run. */
export function lastTimes() {
  const { steps, ms } = readJson(FILE)
  return new Map([...steps.map((step) => [step.name, step.ms / 60_000]), ['whole', ms / 60_000]])
}

/** When the last step ends, where each lane takes the next as runner.mjs does. @param {(step: object) => number} take in minutes */
export function wholeOf(take, steps = STEPS) {
  const queues = [steps.filter(({ live }) => live), steps.filter(({ live }) => !live)]
  const lanes = [
    { at: 0, lists: queues },
    { at: 0, lists: [queues[1]] },
  ]
  for (;;) {
    const free = lanes
      .filter(({ lists }) => lists.some(({ length }) => length))
      .sort((a, b) => a.at - b.at)[0]
    if (!free) return Math.max(...lanes.map(({ at }) => at))
    free.at += take(free.lists.find(({ length }) => length).shift())
  }
}

/**
 * The table, in Markdown.
 * @param {Map<string, number>} measured minutes by name of the step
 */
export function stepTable(measured) {
  const cell = (name) => (measured.has(name) ? minutes(measured.get(name)) : '')
  const rows = [
    ['install and build', 'build', BUILD_SHARE],
    ...STEPS.map(({ name, what, share }) => [`\`${name}\`: ${what}`, name, share]),
  ].map(([title, name, share]) => `| ${title} | ${cell(name)} | ${minutes(share)} |`)
  const given = BUILD_SHARE * LANES + STEPS.reduce((sum, { share }) => sum + share, 0)
  const left = `| not given out | | ${minutes(WHOLE_MINUTES * LANES - given)} |`
  return [
    '| step | measured, min | share, min |',
    '|---|---|---|',
    ...rows,
    left,
    `| the whole, two steps at a time | ${cell('whole')} | ${WHOLE_MINUTES} |`,
  ].join('\n')
}

/** Measured minutes of a table that `stepTable` wrote. */
export function measuredIn(text) {
  const rows = [
    ...text.matchAll(/^\| (?:`([\w-]+)`|(install and build|the whole))[^|]*\| ([\d.]+) \|/gm),
  ]
  return new Map(
    rows.map(([, step, other, value]) => [
      step ?? (other === 'the whole' ? 'whole' : 'build'),
      Number(value),
    ]),
  )
}

/** A document with its table replaced. */
export function withTable(document, table) {
  const [before, rest] = document.split(TABLE.begin)
  const after = rest?.split(TABLE.end)[1]
  if (after === undefined) throw new Error(`the document has no ${TABLE.begin} … ${TABLE.end}`)
  return `${before}${TABLE.begin}\n${table}\n${TABLE.end}${after}`
}
