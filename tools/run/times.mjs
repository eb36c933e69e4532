// Writes the table of steps in docs/testing.md: shares as they stand in lib/steps.mjs, minutes as the last whole `npm test` took them.
//   node tools/run/times.mjs [--shares]   --shares leaves the measured minutes as they are
import { readFileSync, writeFileSync } from 'node:fs'
import { at } from './lib/paths.mjs'
import { lastTimes, measuredIn, stepTable, withTable } from './lib/times.mjs'

const file = at('docs/testing.md')
const document = readFileSync(file, 'utf8')
const measured = process.argv.includes('--shares') ? measuredIn(document) : lastTimes()
writeFileSync(file, withTable(document, stepTable(measured)))
