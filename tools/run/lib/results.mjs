// Result files: vitest's and Playwright's JSON, and vitest's shape for checks that are no test suite.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultsDir } from './paths.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export const zero = () => ({ passed: 0, failed: 0, skipped: 0 })

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

function countFile(file) {
  const counts = zero()
  for (const { status } of file.assertionResults ?? []) {
    if (status === 'passed') counts.passed += 1
    else if (status === 'failed') counts.failed += 1
    else counts.skipped += 1
  }
  // A file that could not even be loaded has no assertions, yet it failed.
  if (file.status === 'failed' && counts.failed === 0) counts.failed += 1
  return counts
}

/**
 * @param {any} report Playwright's JSON (`stats`), or vitest's (`testResults`)
 * @returns {Counts}
 */
export function countReport(report) {
  if (report.stats) {
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats
    // A test that passed only when it was tried again has failed once: that is a failure.
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped }
  }
  if (!Array.isArray(report.testResults))
    throw new Error('neither a vitest nor a Playwright report')
  return report.testResults.map(countFile).reduce(add, zero())
}

/** @returns {Counts | undefined} undefined when the file is missing or unreadable: its runner crashed */
export function countResultFile(name) {
  try {
    return countReport(JSON.parse(readFileSync(join(resultsDir, name), 'utf8')))
  } catch {
    return undefined
  }
}

export const resultFile = (name) => join(resultsDir, name)

/** Where the runner that writes `name` at its end says what it has done so far. */
export const progressFile = (name) => `${resultFile(name)}l`

/** In the place of what the runner itself wrote or did not; nothing is said of a runner that ran nothing. */
export function writeResults(name, report) {
  rmSync(resultFile(name), { force: true })
  if (report) writeFileSync(resultFile(name), `${JSON.stringify(report, null, 2)}\n`)
}

/** Removes old results, so that a runner that crashes cannot pass with yesterday's file. */
export function clearResults(names) {
  mkdirSync(resultsDir, { recursive: true })
  const old =
    names?.flatMap((name) => [name, `${name}l`]) ??
    readdirSync(resultsDir).filter((name) => /\.jsonl?$/.test(name))
  for (const name of old) rmSync(resultFile(name), { force: true })
}

/**
 * Checks in vitest's shape.
 * @param {{ step: string, title: string, status: 'passed' | 'failed' | 'skipped', message?: string, ms?: number }[]} checks
 */
export function checksReport(checks) {
  const assertionResults = checks.map(({ step, title, status, message, ms }) => ({
    ancestorTitles: [step],
    title,
    fullName: `${step} ${title}`,
    status,
    duration: ms ?? 0,
    failureMessages: status === 'failed' ? [message ?? title] : [],
  }))
  const counts = countFile({ assertionResults })
  return {
    numTotalTests: checks.length,
    numPassedTests: counts.passed,
    numFailedTests: counts.failed,
    numPendingTests: counts.skipped,
    success: counts.failed === 0,
    testResults: [
      { name: 'checks', status: counts.failed === 0 ? 'passed' : 'failed', assertionResults },
    ],
  }
}

export const writeChecks = (name, checks) => {
  mkdirSync(resultsDir, { recursive: true })
  writeFileSync(resultFile(name), `${JSON.stringify(checksReport(checks), null, 2)}\n`)
}
