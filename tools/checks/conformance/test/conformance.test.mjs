// The accessibility report names every criterion of WCAG 2.2 A and AA, and only tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../../../run/lib/paths.mjs'
import { criteria } from '../criteria.mjs'
import { outcomeOf, readable, together } from '../outcomes.mjs'
import { accessibilityReport } from '../report.mjs'
import { tests } from '../tests.mjs'

/** The numbers of WCAG 2.2, levels A and AA, as https://www.w3.org/TR/WCAG22/ has them. */
const A = `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1
2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`
const AA = `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7
2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`
const numbers = (text) => text.split(/\s+/)
const idsOf = (level) => criteria.filter((one) => one.level === level).map(({ id }) => id)

describe('The criteria of the accessibility report', () => {
  it('All 55 criteria of the levels A and AA are there, once, in order', () => {
    expect(idsOf('A')).toEqual(numbers(A))
    expect(idsOf('AA')).toEqual(numbers(AA))
    expect(criteria).toHaveLength(55)
  })

  it('Each criterion of WCAG 2.1 has its clause of EN 301 549, and a new one has none', () => {
    const without = criteria.filter(({ clause }) => !clause).map(({ id }) => id)
    expect(without).toEqual(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'])
    for (const { id, clause } of criteria) if (clause) expect(clause).toBe(`9.${id}`)
  })

  it('Each verdict says in sentences what it rests on', () => {
    for (const { id, covers, leaves, todo, why } of criteria)
      for (const said of [covers, leaves, todo, why])
        if (said !== undefined) expect(said, id).toMatch(/^[^|]+\.$/)
    for (const { id, verdict, tests: named } of criteria)
      if (verdict === 'tests') expect(named.length, id).toBeGreaterThan(0)
  })

  it('Criteria name only tests that are listed, and every listed test is named', () => {
    const named = new Set(criteria.flatMap((one) => one.tests ?? []))
    expect([...named].sort()).toEqual(Object.keys(tests).sort())
  })

  it.each(Object.entries(tests))('The test %s stands in its file under its title', (_, test) => {
    expect(existsSync(at(test.file)), test.file).toBe(true)
    const source = readFileSync(at(test.file), 'utf8')
    const quoted = ["'", '"', '`'].map((quote) => quote + test.title + quote)
    expect(
      quoted.some((title) => source.includes(title)),
      `${test.file}: ${test.title}`,
    ).toBe(true)
  })
})

const ran = (file, ...outcomes) => [
  file,
  { tests: new Map(outcomes.map(([title, status], id) => [id, { title, status }])) },
]
const test = { file: 'a/b.test.ts', title: 'The %s fits (${width} px)' }

describe('The results of a run', () => {
  it('A test with cases has passed when all of them have, in any project and group', () => {
    const passed = ran(
      '[browser (chromium)] a/b.test.ts',
      ['Views > The card fits (320 px)', 'passed'],
      ['The list fits (360 px)', 'passed'],
      ['The list fits', 'failed'],
    )
    expect(outcomeOf(test, [passed])).toBe('passed')
    const again = ran('[other] a/b.test.ts', ['The card fits (1 px)', 'failed'])
    expect(outcomeOf(test, [passed, again])).toBe('failed')
  })

  it('A test that was skipped, gave no answer or is not there has not run', () => {
    for (const status of ['skipped', undefined])
      expect(outcomeOf(test, [ran('a/b.test.ts', ['The card fits (1 px)', status])])).toBe(
        'not run',
      )
    expect(outcomeOf(test, [ran('c.test.ts', ['The card fits (1 px)', 'passed'])])).toBe('not run')
  })

  it('A file that could not be loaded fails its tests', () =>
    expect(outcomeOf(test, [['[unit] a/b.test.ts', { tests: new Map(), failure: 'gone' }]])).toBe(
      'failed',
    ))

  it('A criterion fails by one test, and holds by all', () => {
    expect(together(['passed', 'not run', 'failed'])).toBe('failed')
    expect(together(['passed', 'not run'])).toBe('not run')
    expect(together(['passed', 'passed'])).toBe('passed')
  })

  it('The report says of each criterion whether its tests failed or did not run', () => {
    const line = (page, id) => page.split('\n').find((row) => row.startsWith(`| ${id} `))
    const outcome = (key) => ({ targets: 'failed', obscured: 'not run' })[key] ?? 'passed'
    const page = accessibilityReport(outcome)
    expect(line(page, '2.5.8')).toContain('**Fails**')
    expect(line(page, '2.4.11')).toContain('**Not run**')
    expect(line(page, '2.1.1')).toContain('| Supports |')
    expect(line(page, '1.2.1')).toContain('| Not applicable |')
    expect(line(page, '1.3.3')).toContain('| Checked by hand: not yet |')
    expect(page).toContain(`${readable(tests.targets.title)} | `)
    expect(accessibilityReport()).not.toContain('| **Fails** |')
  })
})
