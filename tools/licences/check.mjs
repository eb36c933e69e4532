// Licences: what reaches a host's bundle must be permissive, and what is merely installed here is known.
//   node tools/licences/check.mjs [--json FILE] [--list]
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { at, root } from '../run/lib/paths.mjs'
import { checksReport } from '../run/lib/results.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'
import { bundled, closure, keepsNotice } from './lib/closure.mjs'
import { exceptionFor, exceptions, installedPackages } from './lib/installed.mjs'
import { isAllowed } from './lib/spdx.mjs'

/** Published for those who write plugins: installed beside their test tools, never by a host. */
const FOR_AUTHORS = new Set(['@latchkey/plugin-testkit'])

/** What is wrong with one published package, in sentences. */
export function problemsOf(dir, allowedExceptions = new Map(), { forAuthors = false } = {}) {
  const { found, missing } = closure(dir)
  const inside = bundled(dir)
  const excepted = (one) =>
    (forAuthors ? ['host', 'tool'] : ['host']).includes(exceptionFor(allowedExceptions, one)?.where)
  return [
    ...[...found, ...inside]
      .filter((one) => !isAllowed(one.licence) && !excepted(one))
      .map(({ name, version, licence, via }) => `${name} ${version} is ${licence} (${via})`),
    ...missing.map((via) => `not installed, so its licence is unknown: ${via}`),
    ...inside
      .filter((one) => one.dir !== '' && !keepsNotice(dir, one))
      .map(
        ({ name }) =>
          `the copyright notice of ${name}, which is inside dist, is not in the package`,
      ),
  ]
}

/** What is installed under a licence of another kind and not named in docs/licences.md; and what is named there in vain. */
export function problemsOfInstallation(installed, list, { complete }) {
  const foreign = installed.filter(({ licence }) => !isAllowed(licence))
  const used = new Set()
  const unnamed = foreign.filter((one) => {
    const exception = exceptionFor(list, one)
    if (exception) used.add(exception.pattern)
    return exception === undefined
  })
  const stale = complete ? [...list.keys()].filter((pattern) => !used.has(pattern)) : []
  return [
    ...unnamed.map(
      ({ name, version, licence }) =>
        `${name} ${version} is ${licence} and not in docs/licences.md`,
    ),
    ...stale.map(
      (pattern) =>
        `docs/licences.md names ${pattern}, which is not installed under that licence any more`,
    ),
  ]
}

function counted(installed) {
  const counts = new Map()
  for (const { licence } of installed) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([licence, count]) => `${licence} ${count}`)
    .join(', ')
}

function main() {
  const { values } = parseArgs({ options: { json: { type: 'string' }, list: { type: 'boolean' } } })
  const list = exceptions(readFileSync(at('docs/licences.md'), 'utf8'))
  const installed = installedPackages(root)
  const results = publishedPackages().map(({ name, dir }) => ({
    title: `what ${name} brings to ${FOR_AUTHORS.has(name) ? 'an author' : 'a host'} is permissive`,
    problems: problemsOf(dir, list, { forAuthors: FOR_AUTHORS.has(name) }),
  }))
  // Other platforms install other binaries, so only one of them can say that an exception is no longer needed.
  const complete = process.platform === 'linux' && process.arch === 'x64'
  results.push({
    title: 'what is installed here is permissive or named in docs/licences.md',
    problems: problemsOfInstallation(installed, list, { complete }),
  })
  for (const { title, problems } of results)
    process.stdout.write(
      `${problems.length === 0 ? '✓' : '✗'} ${title}\n${problems.map((text) => `    ${text}\n`).join('')}`,
    )
  process.stdout.write(`Installed: ${installed.length} packages (${counted(installed)}).\n`)
  if (values.list)
    for (const { name, version, licence } of installed)
      process.stdout.write(`${licence.padEnd(30)} ${name} ${version}\n`)
  const checks = results.map(({ title, problems }) => ({
    step: 'licences',
    title,
    status: problems.length === 0 ? 'passed' : 'failed',
    message: problems.join('\n'),
  }))
  if (values.json) writeFileSync(values.json, JSON.stringify(checksReport(checks), null, 2))
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0
}

if (process.argv[1] === import.meta.filename) main()
