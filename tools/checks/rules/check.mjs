#!/usr/bin/env node
// Checks the import rules of the architecture.
//   npx pnpm@12.21.0 rules [--json FILE] [--root DIR]
import { realpathSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report } from '../pack/results.mjs'
import { say } from '../../run/lib/log.mjs'
import { root as repository } from '../../run/lib/paths.mjs'
import { RULES } from './config.mjs'
import { checkRules } from './cruise.mjs'

const { values } = parseArgs({ options: { json: { type: 'string' }, root: { type: 'string' } } })
const { modules, packages, violations } = await checkRules(realpathSync(values.root ?? repository))
const outcomes = RULES.map(({ name, says }) => ({
  title: `${name}: ${says}`,
  failures: violations
    .filter(({ rule }) => rule === name)
    .map(({ file, line, what, mend }) => `${file}:${line} ${what}\n  mend: ${mend}`),
}))
const held = outcomes.filter(({ failures }) => failures.length === 0).length
report('tools/checks/rules', outcomes, values.json)
say(`${held} of ${outcomes.length} rules hold over ${modules} modules in ${packages} packages`)
