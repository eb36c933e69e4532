// Licences: packages that reach a host's bundle must be permissive, and any other licence that is
// installed here must be named in docs/licences.md.
//
// `pnpm licenses list` follows no peers, and knows neither what a build bundled nor whether its
// notice is published, so this is ours.
//   node tools/checks/licences/check.mjs [--json FILE]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report } from '../pack/results.mjs'
import { at, root } from '../../run/lib/paths.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'
import { bundled, closure, keepsNotice } from './lib/closure.mjs'
import { exceptionFor, exceptions, installedPackages } from './lib/installed.mjs'
import { isAllowed } from './lib/spdx.mjs'

/** Installed by plugin authors beside their test tools, never by a host. */
const FOR_AUTHORS = new Set(['@latchkey/plugin-testkit', '@latchkey/testing'])

/** The complaints about one published package, in sentences. */
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

/**
 * Complaints about installed packages with another kind of licence that docs/licences.md does not
 * name, and about names there that nothing needs any more.
 */
export function problemsOfInstallation(installed, list, { complete }) {
  const foreign = installed.filter(({ licence }) => !isAllowed(licence))
  const used = foreign.map((one) => exceptionFor(list, one)?.pattern)
  const stale = complete ? [...list.keys()].filter((pattern) => !used.includes(pattern)) : []
  return [
    ...foreign
      .filter((_, index) => !used[index])
      .map((one) => `${one.name} ${one.version} is ${one.licence} and not in docs/licences.md`),
    ...stale.map(
      (name) => `docs/licences.md names ${name}, which is no longer installed under that licence`,
    ),
  ]
}

function main() {
  const { values } = parseArgs({ options: { json: { type: 'string' } } })
  const list = exceptions(readFileSync(at('docs/licences.md'), 'utf8'))
  const installed = installedPackages(root)
  // Other platforms install other binaries, so only this one can tell that an exception is stale.
  const complete = process.platform === 'linux' && process.arch === 'x64'
  const outcomes = [
    ...publishedPackages().map(({ name, dir }) => ({
      title: `what ${name} brings to ${FOR_AUTHORS.has(name) ? 'an author' : 'a host'} is permissive`,
      failures: problemsOf(dir, list, { forAuthors: FOR_AUTHORS.has(name) }),
    })),
    {
      title: `each of ${installed.length} installed packages is permissive or named in docs/licences.md`,
      failures: problemsOfInstallation(installed, list, { complete }),
    },
  ]
  report('licences', outcomes, values.json)
}

if (process.argv[1] === import.meta.filename) main()
