import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { BUILD_SHARE, STEPS, WHOLE_MINUTES } from '../lib/steps.mjs'
import { TABLE, measuredIn, stepTable, wholeOf, withTable } from '../lib/times.mjs'

const document = readFileSync(at('docs/testing.md'), 'utf8')

describe('the time of npm test', () => {
  it('is given out in shares that fit into the whole when two steps run at a time', () => {
    expect(BUILD_SHARE + wholeOf(({ share }) => share)).toBeLessThanOrEqual(WHOLE_MINUTES)
  })

  it('ends with the last step, live ones first in a lane of their own', () => {
    const step = (name, share, live) => ({ name, share, ...(live && { live }) })
    const steps = [
      step('a', 1),
      step('b', 10, true),
      step('c', 4),
      step('d', 2, true),
      step('e', 20),
    ]
    // The first lane: b, d, then what is left. The second: a, c, e.
    expect(wholeOf(({ share }) => share, steps)).toBe(25)
    expect(wholeOf(({ share }) => share, [])).toBe(0)
  })

  it('stands in docs/testing.md step by step, with the shares that the steps have', () => {
    expect(withTable(document, stepTable(measuredIn(document)))).toBe(document)
  })

  it('stood there within its shares when it was measured', () => {
    const measured = measuredIn(document)
    expect(
      STEPS.filter(({ name, share }) => measured.get(name) > share).map(({ name }) => name),
    ).toEqual([])
    expect(measured.get('build') ?? 0).toBeLessThanOrEqual(BUILD_SHARE)
    expect(measured.get('whole')).toBeLessThanOrEqual(WHOLE_MINUTES)
  })

  it('is replaced in its place only', () => {
    expect(withTable(`before\n${TABLE.begin}\nold\n${TABLE.end}\nafter`, 'new')).toBe(
      `before\n${TABLE.begin}\nnew\n${TABLE.end}\nafter`,
    )
    expect(() => withTable('no table', 'new')).toThrow('steps')
    expect(
      measuredIn(
        stepTable(
          new Map([
            ['unit', 7.25],
            ['whole', 20],
          ]),
        ),
      ),
    ).toEqual(
      new Map([
        ['unit', 7.3],
        ['whole', 20],
      ]),
    )
  })
})

describe('what repeats', () => {
  const commands = STEPS.flatMap((step) => step.commands)
  it('runs at a fraction: no step asks for a soak, or for every example', () => {
    for (const { args = [], env = {} } of commands) {
      expect(args).not.toContain('--all')
      expect(
        Object.keys(env).filter((name) => /^LATCHKEY_(SOAK|ALL_EXAMPLES)$/.test(name)),
      ).toEqual([])
    }
  })
})
