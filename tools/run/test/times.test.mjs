import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { BUILD_SHARE, STEPS, WHOLE_MINUTES } from '../lib/steps.mjs'
import { TABLE, measuredIn, stepTable } from '../lib/times.mjs'

const document = readFileSync(at('docs/testing.md'), 'utf8')

/** When the last step ends, where each lane takes the next as runner.mjs does. */
function wholeOf(steps) {
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
    free.at += free.lists.find(({ length }) => length).shift().share
  }
}

describe('the time of npm test', () => {
  it('The shares of the steps fit into the whole when two steps run at a time', () => {
    expect(BUILD_SHARE + wholeOf(STEPS)).toBeLessThanOrEqual(WHOLE_MINUTES)
  })

  it('The whole ends with the last step, live steps first in a lane of their own', () => {
    const step = (name, share, live) => ({ name, share, ...(live && { live }) })
    const steps = [
      step('a', 1),
      step('b', 10, true),
      step('c', 4),
      step('d', 2, true),
      step('e', 20),
    ]
    // The first lane runs b and d, then the rest. The second runs a, c, e.
    expect(wholeOf(steps)).toBe(25)
    expect(wholeOf([])).toBe(0)
  })

  it('docs/testing.md has every step with its share', () => {
    expect(document.match(TABLE)?.[0]).toBe(stepTable(measuredIn(document)))
  })

  it('The measured times of docs/testing.md stay within their shares', () => {
    const measured = measuredIn(document)
    expect(
      STEPS.filter(({ name, share }) => measured.get(name) > share).map(({ name }) => name),
    ).toEqual([])
    expect(measured.get('build') ?? 0).toBeLessThanOrEqual(BUILD_SHARE)
    expect(measured.get('whole')).toBeLessThanOrEqual(WHOLE_MINUTES)
  })

  it('A written table is read again', () => {
    const times = { build: 2, unit: 7.25, whole: 20 }
    const table = stepTable(new Map(Object.entries(times)))
    expect(Object.fromEntries(measuredIn(table))).toEqual({ ...times, unit: 7.3 })
  })
})

describe('steps that can repeat', () => {
  const commands = STEPS.flatMap((step) => step.commands)
  it('No step asks for a soak or for every example', () => {
    const names = commands.flatMap(({ env = {} }) => Object.keys(env))
    expect(names.filter((name) => /^LATCHKEY_(SOAK|EXAMPLES)$/.test(name))).toEqual([])
  })
})
