// `pnpm attacks`: runs every attack at full size, and prints one table of attack, tries, wanted,
// seen. It fails where an attack does not hold, or where a file of attacks reports none. `npm test`
// runs the same files at a fraction. Those of a hostile page run in Playwright and need a built tree.
//   npx pnpm@12.21.0 attacks                  all
//   npx pnpm@12.21.0 attacks services/relay   those of a folder or file
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { node } from '../../run/lib/children.mjs'
import { say } from '../../run/lib/log.mjs'
import { bin, root } from '../../run/lib/paths.mjs'
import { lookForServices } from '../../run/lib/services.mjs'
import { attackFiles, projectOf } from './files.mjs'
import { rowsOf, rowsOfPages, table, verdict } from './table.mjs'

const HOURS = 2
const SERVICES = { redis: 'redis', postgres: 'postgres', browser: 'browser', localnet: 'anvil' }

/** The files of vitest's JSON; their tests carry their rows as `meta`. */
async function runAll(files) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
  const json = join(folder, 'attacks.json')
  const projects = [...new Set(files.map(projectOf))].flatMap((project) => ['--project', project])
  try {
    const args = [
      'run',
      ...projects,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${json}`,
      '--maxWorkers=1',
      `--test-timeout=${HOURS * 3_600_000}`,
      ...files,
    ]
    const { code } = await node(bin('vitest'), args, { env: { LATCHKEY_SOAK: '1' } })
    return { code, report: readJsonIfThere(json) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The attacks of a page, in Chromium against the real service. */
const PAGES = [
  'e2e/embeddedHostile.spec.ts',
  'e2e/embeddedCoverings.spec.ts',
  'e2e/analytics.spec.ts',
]

async function runPages(specs) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
  const json = join(folder, 'pages.json')
  try {
    const { code } = await node(
      bin('@playwright/test', 'playwright'),
      ['test', ...specs, '--reporter=list,json', '--workers=1', '--timeout=1200000'],
      { env: { LATCHKEY_SOAK: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: json } },
    )
    return { code, report: readJsonIfThere(json) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJsonIfThere(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { testResults: [], suites: [] }
  }
}

const wanted = process.argv.slice(2)
const isWanted = (file) => wanted.length === 0 || wanted.some((part) => file.startsWith(part))
const files = attackFiles().filter(isWanted)
const specs = PAGES.filter(isWanted)
const needs = files.flatMap((file) => SERVICES[projectOf(file)] ?? [])
if (specs.length) needs.push('browser')
const missing = await lookForServices([{ needs: [...new Set(needs)] }])
const nothing = { code: 0, report: {} }
const units = files.length ? await runAll(files) : nothing
const pages = specs.length ? await runPages(specs) : nothing
const rows = [
  ...rowsOf(units.report, (path) => relative(root, path)),
  ...rowsOfPages(pages.report).map((row) => ({ ...row, file: `e2e/${row.file}` })),
]
const { problems, held } = verdict(rows, [...files, ...specs])
say(`\n${table(rows)}\n\n${held} of ${rows.length} attacks held.`)
for (const problem of problems) say(`✗ ${problem}`)
for (const reason of missing.values()) say(`✗ ${reason}`)
const code = units.code || pages.code
if (code !== 0 && problems.length === 0) say(`✗ the tests ended with exit code ${code}`)
process.exitCode =
  code !== 0 || problems.length > 0 || missing.size > 0 || rows.length === 0 ? 1 : 0
