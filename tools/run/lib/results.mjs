// Result files: vitest's and Playwright's JSON, and vitest's shape for checks outside a test suite.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultsDir } from './paths.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ title: string, status: 'passed' | 'failed' | 'skipped', message?: string, ms?: number
 * }} Test
 */

export const zero = () => ({ passed: 0, failed: 0, skipped: 0 })

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** @param {{ status: string }[]} tests every status but passed and failed is one of skipped */
export function countTests(tests) {
  const counts = zero()
  for (const { status } of tests) counts[status in counts ? status : 'skipped'] += 1
  return counts
}

function countFile({ status, assertionResults = [] }) {
  const counts = countTests(assertionResults)
  // A file that could not even be loaded has no assertions, yet it failed.
  return status === 'failed' && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/**
 * @param {any} report Playwright's JSON (`stats`), or vitest's (`testResults`)
 * @returns {Counts}
 */
export function countReport(report) {
  if (report.stats) {
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats
    // A test that passed only at the second try has failed once: that counts as a failure.
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped }
  }
  if (!Array.isArray(report.testResults))
    throw new Error('neither a vitest nor a Playwright report')
  return report.testResults.map(countFile).reduce(add, zero())
}

export const resultFile = (name) => join(resultsDir, name)

/**
 * @returns {Counts | undefined} undefined when the file is missing or unreadable: its runner
 * crashed
 */
export function countResultFile(name) {
  try {
    return countReport(JSON.parse(readFileSync(resultFile(name), 'utf8')))
  } catch {
    return undefined
  }
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
 * A file of tests in vitest's shape.
 * @param {string} name
 * @param {Test[]} tests
 * @param {string} [failure] why it could not be loaded
 */
export const reportedFile = (name, tests, failure) => ({
  name,
  status: failure || countTests(tests).failed > 0 ? 'failed' : 'passed',
  message: failure ?? '',
  assertionResults: tests.map(({ title, status, message, ms }) => ({
    ancestorTitles: [],
    title,
    fullName: title,
    status,
    duration: ms ?? 0,
    failureMessages: status === 'failed' ? [message ?? title] : [],
  })),
})

/** @param {{ testResults: object[] }} report */
export function writeResults(name, report) {
  mkdirSync(resultsDir, { recursive: true })
  writeFileSync(resultFile(name), `${JSON.stringify(report, null, 2)}\n`)
}
