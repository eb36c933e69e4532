#!/usr/bin/env node
// Compares the public surface with its reviewed report: node tools/api/check.mjs [--update] [--json FILE]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeResults } from '../pack/results.mjs'
import { say } from '../run/lib/log.mjs'
import { at } from '../run/lib/paths.mjs'
import { changedLines } from './compare.mjs'
import { normalise, writeReport } from './report.mjs'

const SURFACES = [
  {
    name: 'plugin-api',
    folder: at('packages/plugin-api'),
    entry: at('packages/plugin-api/dist/index.d.ts'),
  },
  {
    name: 'plugin-api-describe',
    folder: at('packages/plugin-api'),
    entry: at('packages/plugin-api/dist/describe.d.ts'),
  },
  {
    name: 'plugin-api-links',
    folder: at('packages/plugin-api'),
    entry: at('packages/plugin-api/dist/links.d.ts'),
  },
  {
    name: 'plugin-api-nodes',
    folder: at('packages/plugin-api'),
    entry: at('packages/plugin-api/dist/nodes.d.ts'),
  },
  {
    name: 'plugin-api-origins',
    folder: at('packages/plugin-api'),
    entry: at('packages/plugin-api/dist/origins.d.ts'),
  },
  {
    name: 'plugin-api-wallet',
    folder: at('packages/plugin-api'),
    entry: at('packages/plugin-api/dist/walletEdge.d.ts'),
  },
  {
    name: 'ui-react-kit',
    folder: at('packages/ui-react'),
    entry: at('packages/ui-react/dist/kit/index.d.ts'),
  },
  {
    name: 'ui-react-testing',
    folder: at('packages/ui-react'),
    entry: at('packages/ui-react/dist/testing/index.d.ts'),
  },
  {
    name: 'plugin-testkit',
    folder: at('packages/plugin-testkit'),
    entry: at('packages/plugin-testkit/dist/index.d.ts'),
  },
  {
    name: 'plugin-testkit-wallets',
    folder: at('packages/plugin-testkit'),
    entry: at('packages/plugin-testkit/dist/wallets/index.d.ts'),
  },
]
const UPDATE = 'node tools/api/check.mjs --update'

const { values } = parseArgs({ options: { update: { type: 'boolean' }, json: { type: 'string' } } })

/** @returns {string[]} complaints */
const check = (surface) => {
  if (!existsSync(surface.entry))
    return [`${surface.entry.slice(at().length + 1)} is not there: run npm run build first`]
  const { text, problems } = writeReport(surface)
  if (problems.length > 0)
    return problems.map((problem) => `the extractor cannot read the declarations: ${problem}`)
  const file = `etc/api/${surface.name}.api.md`
  if (values.update) return update(file, text)
  if (!existsSync(at(file))) return [`${file} is missing: run ${UPDATE}, read it, commit it`]
  const changes = changedLines(normalise(readFileSync(at(file), 'utf8')), text)
  return changes.length === 0
    ? []
    : [
        `the surface differs from ${file}; if that is wanted, run ${UPDATE} and commit the report:\n${changes.join('\n')}`,
      ]
}

const update = (file, text) => {
  mkdirSync(at('etc/api'), { recursive: true })
  writeFileSync(at(file), text)
  say(`wrote ${file}, ${text.split('\n').length} lines`)
  return []
}

const outcomes = SURFACES.map((surface) => ({
  title: `${surface.name} is what its API report says`,
  failures: check(surface),
}))
for (const { title, failures } of outcomes) {
  say(`${failures.length === 0 ? 'ok  ' : 'FAIL'}  ${title}`)
  for (const failure of failures) say(failure.replace(/^/gm, '      '))
}
if (values.json) writeResults(values.json, 'tools/api', outcomes)
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
