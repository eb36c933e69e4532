// Writes the table of steps in docs/testing.md: shares as they stand in lib/steps.mjs, minutes as
// the last whole `npm test` took them, or as they were.
//   node tools/run/times.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { at } from './lib/paths.mjs'
import { TABLE, lastTimes, measuredIn, stepTable } from './lib/times.mjs'

const file = at('docs/testing.md')
const document = readFileSync(file, 'utf8')
const measured = new Map([...measuredIn(document), ...lastTimes()])
writeFileSync(file, document.replace(TABLE, stepTable(measured)))
