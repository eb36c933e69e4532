// Requests that are known from thefts and audits, each with what its preview must say.
// LATCHKEY_TABLE=1 prints them: pnpm corpus.
import { afterAll, describe, expect, it } from 'vitest'
import type { Case, Corpus, Told } from './case.js'

const FAMILIES = ['evm', 'solana', 'bitcoin', 'cosmos', 'polkadot']
const LEAST = 120

const load = async (family: string): Promise<Corpus> =>
  (
    (await import(
      /* @vite-ignore */ new URL(`../../../../plugins/${family}/test/corpus.ts`, import.meta.url)
        .pathname
    )) as { corpus: Corpus }
  ).corpus

/**
 * A request without its figures: addresses, keys and numbers are figures; methods, names, types,
 * flags and what a call is are not.
 */
const withoutFigures = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint' || typeof part === 'number') return '#'
    if (typeof part !== 'string') return part
    return part
      .replace(/0x([0-9a-f]{8})(?=(?:[0-9a-f]{64})+\b)[0-9a-f]+/gi, 'call $1')
      .replace(/0x[0-9a-f]*/gi, '#')
      .replace(
        /\b(?:[1-9A-HJ-NP-Za-km-z]{32,}|(?:bc|tb|cosmos|osmo|noble)[a-z]*1[0-9a-z]{6,})/g,
        '@',
      )
      .replace(/\d+/g, '#')
  })

const warningsOf = (told: Told): string[] => told.rows.flatMap(({ warning }) => warning ?? [])
/** The parts that are missing. */
function gaps({ says }: Case, told: Told | undefined): string[] {
  if (!told) return ['nothing is said']
  const has = (row: Case['says']['rows'][number]): boolean =>
    told.rows.some(({ label, value }) =>
      typeof row === 'string' ? label === row : label === row[0] && value.includes(row[1]),
    )
  return [
    ...(told.title === says.title ? [] : [`title ${says.title}, not ${told.title}`]),
    ...says.warnings
      .filter((warning) => !warningsOf(told).includes(warning))
      .map((warning) => `warning ${warning}`),
    ...says.rows.filter((row) => !has(row)).map((row) => `row ${String(row)}`),
    ...(told.complete === says.complete ? [] : [`complete ${says.complete}`]),
  ]
}

const corpora = await Promise.all(
  FAMILIES.map(async (family) => ({ family, corpus: await load(family) })),
)
const table: string[] = []
afterAll(() => {
  if (process.env['LATCHKEY_TABLE'])
    console.info(
      [
        `${'family'.padEnd(10)}${'request'.padEnd(72)}${'headline'.padEnd(48)}warnings`,
        ...table,
        `${table.length} requests.`,
      ].join('\n'),
    )
})

describe.each(corpora)('$family', ({ family, corpus }) => {
  it.each(corpus.cases.map((each) => [each.name, each] as const))(
    'The preview of %s says what it is (audit M6)',
    async (_, each) => {
      const told = await corpus.describe(each.request)
      expect(gaps(each, told)).toEqual([])
      const keys = [told!.title, ...warningsOf(told!)]
      // A person reads it: every key has its text.
      for (const key of keys) expect(corpus.texts).toHaveProperty([key])
      const headline = corpus.texts[told!.title]!.slice(0, 46).padEnd(48)
      const warnings = [...new Set(warningsOf(told!))].map((key) => corpus.texts[key]).join('; ')
      const part = told!.complete ? '' : ' (partly read)'
      table.push(
        `${family.padEnd(10)}${each.name.slice(0, 70).padEnd(72)}${headline}${warnings}${part}`,
      )
    },
  )
})

it(`The corpus holds at least ${LEAST} requests of five families, no two alike but for figures (audit M6)`, () => {
  const all = corpora.flatMap(({ family, corpus }) =>
    corpus.cases.map((each) => ({
      name: `${family}: ${each.name}`,
      shape: `${family} ${withoutFigures(each.request)}`,
      from: each.from,
    })),
  )
  const alike = all
    .filter(({ shape }, index) => all.findIndex((other) => other.shape === shape) !== index)
    .map(({ name }) => name)
  expect([
    alike,
    all.filter(({ from }) => from.length < 4),
    new Set(all.map(({ name }) => name)).size,
  ]).toEqual([[], [], all.length])
  expect(all.length).toBeGreaterThanOrEqual(LEAST)
  for (const { family, corpus } of corpora)
    expect([family, corpus.cases.length >= 12]).toEqual([family, true])
})

it('Each case has a warning or says that it is not fully read: none is complete and silent (audit M6)', () => {
  for (const { corpus } of corpora)
    for (const { name, says } of corpus.cases)
      expect([name, says.warnings.length > 0 || !says.complete]).toEqual([name, true])
})
