// Results of a check in the shape that the test runner adds up.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * @param {string} path of the JSON file
 * @param {string} suite name of the check
 * @param {{ title: string, failures: string[], skipped?: boolean }[]} outcomes
 */
export const writeResults = (path, suite, outcomes) => {
  const assertionResults = outcomes.map(({ title, failures, skipped }) => ({
    title,
    fullName: `${suite} ${title}`,
    ancestorTitles: [],
    failureMessages: failures,
    status: statusOf(failures, skipped),
  }))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    `${JSON.stringify({ testResults: [{ name: suite, assertionResults }] }, undefined, 2)}\n`,
  )
}

const statusOf = (failures, skipped) => {
  if (failures.length > 0) return 'failed'
  return skipped ? 'skipped' : 'passed'
}
