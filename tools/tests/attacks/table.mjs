// One table of all attacks: what each test wrote into its `meta` (src/taskMeta.d.ts), and whether
// the test passed.

/**
 * @typedef {{ file: string, attack: string, tries: number | undefined, wanted: string, seen:
 * string, held: boolean }} Row
 */

const ofOneLine = (text) => String(text).replace(/\s+/g, ' ').trim()
/** The first line of a failed test: it may have failed before it wrote its figure down. */
const firstWords = ({ failureMessages }) =>
  ofOneLine(failureMessages?.[0] ?? 'failed').slice(0, 100)

function rowOf(file, test) {
  const held = test.status === 'passed'
  const { attack = test.title, tries, wanted = test.title, seen = '' } = test.meta?.attack ?? {}
  return {
    file,
    attack,
    tries,
    wanted,
    seen: held ? seen : [seen, firstWords(test)].filter(Boolean).join('; '),
    held,
  }
}

/**
 * A row for each test that reported an attack, and for each that failed, whether it did or not.
 * @param {any} report vitest's JSON
 * @param {(path: string) => string} [name] of a file
 * @returns {Row[]}
 */
export const rowsOf = (report, name = (path) => path) =>
  (report.testResults ?? []).flatMap(({ name: path, assertionResults = [] }) =>
    assertionResults
      .filter(({ status, meta }) => meta?.attack || status === 'failed')
      .map((test) => rowOf(name(path), test)),
  )

/**
 * The rows of Playwright's JSON, whose tests carry theirs as annotations.
 * @param {any} report
 * @returns {Row[]}
 */
export const rowsOfPages = ({ suites = [] }) =>
  suites.flatMap(({ file, ...suite }) => inSuite(file, suite))

const inSuite = (file, { suites = [], specs = [] }) => [
  ...specs.flatMap(({ title, ok, tests }) => {
    const found = tests
      .flatMap(({ annotations = [] }) => annotations)
      .filter(({ type }) => type === 'attack')
      .map(({ description }) => ({ file, ...JSON.parse(description), held: ok }))
    const failed = {
      file,
      attack: title,
      tries: undefined,
      wanted: title,
      seen: 'failed',
      held: ok,
    }
    return found.length || ok ? found : [failed]
  }),
  ...suites.flatMap((inner) => inSuite(file, inner)),
]

/**
 * The problems in words: attacks that did not hold, rows that say nothing, files that ran none.
 * @param {Row[]} rows
 * @param {string[]} files that should have reported
 */
export function verdict(rows, files) {
  const broken = rows
    .filter(({ held }) => !held)
    .map(({ file, attack }) => `${file}: "${attack}" did not hold`)
  const empty = rows
    .filter(({ held, tries, seen }) => held && (!(tries > 0) || !ofOneLine(seen)))
    .map(
      ({ file, attack }) => `${file}: "${attack}" does not say how often it tried, or what it saw`,
    )
  const silent = files
    .filter((file) => !rows.some((row) => row.file === file))
    .map((file) => `${file} reported no attack`)
  return {
    problems: [...broken, ...empty, ...silent],
    held: rows.filter(({ held }) => held).length,
  }
}

const HEAD = ['attack', 'tries', 'wanted', 'seen', '']
const toNumber = (tries) => (tries === undefined ? '' : tries.toLocaleString('en'))
const cell = (text) => ofOneLine(text).replaceAll('|', '\\|')

/** The table in Markdown, columns in line. @param {Row[]} rows */
export function table(rows) {
  const cells = rows.map(({ attack, tries, wanted, seen, held }) => [
    cell(attack),
    toNumber(tries),
    cell(wanted),
    cell(seen),
    held ? 'held' : 'NOT HELD',
  ])
  const widths = HEAD.map((head, column) =>
    Math.max(3, head.length, ...cells.map((row) => row[column].length)),
  )
  const pad = (text, column) =>
    column === 1 ? text.padStart(widths[1]) : text.padEnd(widths[column])
  const line = (row) => `| ${row.map((text, column) => pad(text, column)).join(' | ')} |`
  const rule = widths.map((width, column) =>
    column === 1 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(HEAD), line(rule), ...cells.map(line)].join('\n')
}
