#!/usr/bin/env node
// Writes what is made of the packages and their sources: node tools/checks/docs/generate.mjs
import { writeFileSync } from 'node:fs'
import { accessibilityReport } from '../conformance/report.mjs'
import { plugins } from '../pack/plugins.mjs'
import { say } from '../../run/lib/log.mjs'
import { at, readJson } from '../../run/lib/paths.mjs'
import { analyticsPage } from './analytics.mjs'
import { errorCatalogue } from './errorCatalogue.mjs'
import { errorsPage } from './errors.mjs'
import { llms } from './llms.mjs'
import { readme } from './readme.mjs'

const RANGE = 'workspace:^'
export const COMMAND = 'node tools/checks/docs/generate.mjs'

const PLAYGROUND = 'apps/playground/package.json'
/** The playground finds plugins by a glob; named here, they are built before it. */
function playground() {
  const { dependencies, ...manifest } = readJson(at(PLAYGROUND))
  const all = { ...dependencies, ...Object.fromEntries(plugins().map(({ name }) => [name, RANGE])) }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ ...manifest, dependencies: sorted }, null, 2)}\n`
}

/** Files of the repository, and what makes each. @type {Record<string, () => string>} */
export const GENERATED = {
  'docs/errors.md': () => errorsPage(errorCatalogue()),
  'docs/accessibility-report.md': () => accessibilityReport(),
  'docs/analytics.md': () => analyticsPage(),
  'README.md': () => readme(),
  'llms.txt': () => llms(),
  [PLAYGROUND]: playground,
}

if (process.argv[1] === import.meta.filename)
  for (const [file, make] of Object.entries(GENERATED)) {
    writeFileSync(at(file), make())
    say(`wrote ${file}`)
  }
