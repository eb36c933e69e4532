#!/usr/bin/env node
// Checks the import rules of the architecture: node tools/rules/check.mjs [--json FILE] [--root DIR]
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeResults } from '../pack/results.mjs'
import { createDisk } from './disk.mjs'
import { readGraph } from './graph.mjs'
import { RULES } from './rules/index.mjs'

const { values } = parseArgs({ options: { json: { type: 'string' }, root: { type: 'string' } } })
const root = resolve(values.root ?? fileURLToPath(new URL('../..', import.meta.url)))
const graph = readGraph(createDisk(root))
const outcomes = RULES.map((rule) => ({ rule, violations: rule.check(graph) }))

for (const { rule, violations } of outcomes) {
  console.log(violations.length === 0 ? `ok    ${rule.name}` : `FAIL  ${rule.name}: ${rule.says}`)
  for (const violation of violations)
    console.log(`      ${place(violation)}  ${violation.what}\n        mend: ${violation.mend}`)
}
const broken = outcomes.filter(({ violations }) => violations.length > 0)
const modules = [...graph.imports.keys()].length
console.log(
  `${RULES.length - broken.length} of ${RULES.length} rules hold over ${modules} modules in ${graph.packages.length} packages`,
)

if (values.json) {
  writeResults(
    values.json,
    'tools/rules',
    outcomes.map(({ rule, violations }) => ({
      title: `${rule.name}: ${rule.says}`,
      failures: violations.map((violation) => `${place(violation)} ${violation.what}`),
    })),
  )
}
process.exitCode = broken.length > 0 ? 1 : 0

function place({ file, line }) {
  return `${file}:${line}`
}
