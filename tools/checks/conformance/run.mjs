#!/usr/bin/env node
// Writes the accessibility report with what the last run of the tests said. Ends with 1 where a
// criterion fails:
//   node tools/checks/conformance/run.mjs
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../../run/lib/log.mjs'
import { resultsDir } from '../../run/lib/paths.mjs'
import { readProgress } from '../../run/lib/progress.mjs'
import { criteria } from './criteria.mjs'
import { outcomeOf, together } from './outcomes.mjs'
import { accessibilityReport } from './report.mjs'
import { tests } from './tests.mjs'

mkdirSync(resultsDir, { recursive: true })
const journals = readdirSync(resultsDir).filter((name) => name.endsWith('.jsonl'))
// Two runners may have run one file: each entry is kept.
const entries = journals.flatMap((name) => [...readProgress(join(resultsDir, name))])
const outcome = (key) => outcomeOf(tests[key], entries)

const target = join(resultsDir, 'accessibility-report.md')
writeFileSync(target, accessibilityReport(outcome))

const amounts = { passed: 0, failed: 0, 'not run': 0 }
for (const criterion of criteria) {
  if (criterion.verdict !== 'tests') continue
  const verdict = together(criterion.tests.map(outcome))
  amounts[verdict] += 1
  if (verdict === 'failed') say(`${criterion.id} ${criterion.name} fails`)
}
say(
  `wrote ${target}: ${amounts.passed} criteria hold, ${amounts.failed} fail, ${amounts['not run']} were not wholly run`,
)
process.exitCode = amounts.failed > 0 ? 1 : 0
