#!/usr/bin/env node
// Compares public surfaces with their reviewed reports in etc/api.
//   npx pnpm@12.21.0 api [--update] [--json FILE]
import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report } from '../pack/results.mjs'
import { at } from '../../run/lib/paths.mjs'
import { workspacePackages } from '../../run/lib/workspace.mjs'
import { changedLines, surfacesOf, writeReport } from './report.mjs'

const UPDATE = 'npx pnpm@12.21.0 api --update'

const { values } = parseArgs({ options: { update: { type: 'boolean' }, json: { type: 'string' } } })

/** @returns {string[]} complaints */
const check = (surface) => {
  if (!existsSync(surface.entry))
    return [`${surface.entry.slice(at().length + 1)} is not there: run npm run build first`]
  const { text, problems } = writeReport(surface)
  if (problems.length > 0)
    return problems.map((problem) => `the extractor cannot read the declarations: ${problem}`)
  const file = `etc/api/${surface.name}.api.md`
  if (values.update) writeFileSync(at(file), text)
  if (!existsSync(at(file))) return [`${file} is missing: run ${UPDATE}, read it, commit it`]
  const changes = changedLines(at(file), text)
  if (changes.length === 0) return []
  const remedy = `if that is wanted, run ${UPDATE} and commit the report`
  return [`the surface differs from ${file}; ${remedy}:\n${changes.join('\n')}`]
}

const outcomes = workspacePackages()
  .filter(({ manifest }) => manifest.latchkey?.api)
  .flatMap(surfacesOf)
  .map((surface) => ({
    title: `${surface.name} is what its API report says`,
    failures: check(surface),
  }))
report('tools/checks/api', outcomes, values.json)
