import { describe, expect, it } from 'vitest'
import { GENERAL_FIXTURES } from '../fixtures/everywhere.mjs'
import { house } from '../fixtures/house.mjs'
import { PACKAGE_FIXTURES } from '../fixtures/packages.mjs'
import { PLUGIN_FIXTURES } from '../fixtures/plugins.mjs'
import { readGraph } from '../graph.mjs'
import { RULES } from '../rules/index.mjs'

interface Fixture {
  title: string
  files: Record<string, string | undefined>
  and?: Record<string, string>
  at?: string[]
}
interface Violation {
  file: string
  line: number
  what: string
  mend: string
}
interface Rule {
  name: string
  check(graph: unknown): Violation[]
}

const FIXTURES: Record<string, { breaks: Fixture[]; allows: Fixture[] }> = {
  ...PACKAGE_FIXTURES,
  ...PLUGIN_FIXTURES,
  ...GENERAL_FIXTURES,
}
const rules = RULES as Rule[]

const check = (rule: Rule, fixture?: Fixture) =>
  rule.check(readGraph(house({ ...fixture?.files, ...fixture?.and })))
const places = (violations: Violation[]) =>
  violations.map(({ file, line }) => `${file}:${line}`).sort()

describe.each(rules)('rule $name', (rule) => {
  const { breaks, allows } = FIXTURES[rule.name] ?? { breaks: [], allows: [] }

  it(`${rule.name} has a fixture that breaks it and one that does not`, () => {
    expect(breaks.length).toBeGreaterThan(0)
    expect(allows.length).toBeGreaterThan(0)
  })

  it(`${rule.name} holds in the small house`, () => expect(check(rule)).toEqual([]))

  it.each(breaks)(`${rule.name} is broken by $title`, (fixture) => {
    const violations = check(rule, fixture)
    expect(places(violations)).toEqual([...(fixture.at ?? [])].sort())
    for (const { what, mend } of violations)
      expect(Math.min(what.length, mend.length)).toBeGreaterThan(10)
  })

  it.each(allows)(`${rule.name} allows $title`, (fixture) =>
    expect(check(rule, fixture)).toEqual([]),
  )
})
