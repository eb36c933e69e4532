// The page docs/accessibility-report.md, and the same page with the results of a run.
import { principles } from './criteria.mjs'
import { readable, together } from './outcomes.mjs'
import { tests } from './tests.mjs'

/** Writes the report with the results in test-results/. */
export const COMMAND = 'node tools/checks/conformance/run.mjs'
/* eslint-disable max-len -- a paragraph of the page is one line */
const WITHOUT_RESULTS = `This page names the tests. What they said in a run is written by \`${COMMAND}\` after \`npm test\`: into \`test-results/accessibility-report.md\`, where a criterion with a test that failed reads **Fails**, and one with a test that did not run reads **Not run**.`
const WITH_RESULTS =
  'This page was written after a run of the tests: **Fails** stands where a test failed, **Not run** where none failed and one or more did not run.'

const intro = (counts, second) => `# Accessibility conformance report

<!-- Made by \`node tools/checks/docs/generate.mjs\` from tools/checks/conformance. Change the criteria there, then run it. -->

Every success criterion of [WCAG 2.2](https://www.w3.org/TR/WCAG22/), levels A and AA, with the clause of EN 301 549 V3.2.1 that asks for the same: for the modal, the buttons, the custom elements, and the frame of embedded wallets. 4.1.1 is obsolete in WCAG 2.2 and left out. Criteria that are new in WCAG 2.2 have no clause in that version of EN 301 549, whose chapters beside 9.1 to 9.4 are not treated here.

It is our own statement, made of tests; nobody outside has audited it. [Accessibility](accessibility.md) says in short what is built in and what is not tested.

${second}

| verdict | what it means | criteria |
|---|---|---|
| Supports | the named tests hold what stands under “tested”. No test proves a criterion wholly: what they leave out stands beside it, and has not been checked | ${counts.tests} |
| Checked by hand: not yet | no test can judge it. What has to be done stands there, and nobody has done it | ${counts['by hand']} |
| Not applicable | nothing in the modal falls under it | ${counts['not applicable']} |
`
/* eslint-enable max-len */

const SUPPORT = { passed: 'Supports', failed: '**Fails**', 'not run': '**Not run**' }

/** Numbers of the tests, in the order in which criteria name them. */
function numbered(all) {
  const keys = new Set(all.flatMap((criterion) => criterion.tests ?? []))
  return new Map([...keys].map((key, index) => [key, index + 1]))
}

/** The columns of a criterion after its clause. */
function verdictCells(criterion, numbers, outcome) {
  if (criterion.verdict === 'by hand') return ['Checked by hand: not yet', criterion.todo, '', '']
  if (criterion.verdict === 'not applicable') return ['Not applicable', criterion.why, '', '']
  const links = criterion.tests.map((key) => `[${numbers.get(key)}](#test-${numbers.get(key)})`)
  const support = SUPPORT[outcome ? together(criterion.tests.map(outcome)) : 'passed']
  return [support, criterion.covers, criterion.leaves, links.join(' ')]
}

const row = (cells) =>
  `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |')

function principleSection(name, list, numbers, outcome) {
  const rows = list.map((criterion) => {
    const { id, name: title, level, clause = '—' } = criterion
    return row([`${id} ${title}`, level, clause, ...verdictCells(criterion, numbers, outcome)])
  })
  const head =
    '| criterion | level | EN 301 549 | verdict | tested, to do, or why | left out | tests |'
  return [`## ${name}`, '', head, '|---|---|---|---|---|---|---|', ...rows, ''].join('\n')
}

function testSection(numbers, base, outcome) {
  const rows = [...numbers].map(([key, number]) => {
    const { file, title } = tests[key]
    const name = file.split('/').pop()
    return row([
      `<a id="test-${number}"></a>${number}`,
      readable(title),
      `[${name}](${base}${file})`,
      ...(outcome ? [outcome(key)] : []),
    ])
  })
  const head = outcome
    ? ['| | test | file | result |', '|---|---|---|---|']
    : ['| | test | file |', '|---|---|---|']
  const said = 'An ellipsis stands for what differs from case to case, such as the name of a view.'
  return ['## Tests', '', said, '', ...head, ...rows].join('\n')
}

/**
 * @param {(key: string) => import('./outcomes.mjs').Outcome} [outcome] of the test of this key in a
 * run; without it every tested criterion reads as its tests have it
 * @returns {string}
 */
export function accessibilityReport(outcome) {
  const all = Object.values(principles).flat()
  const numbers = numbered(all)
  const amounts = { tests: 0, 'by hand': 0, 'not applicable': 0 }
  for (const { verdict } of all) amounts[verdict] += 1
  const sections = Object.entries(principles).map(([name, list]) =>
    principleSection(name, list, numbers, outcome),
  )
  const parts = [
    intro(amounts, outcome ? WITH_RESULTS : WITHOUT_RESULTS),
    ...sections,
    testSection(numbers, '../', outcome),
  ]
  return `${parts.join('\n').trim()}\n`
}
