// Results of a check: printed for people, and written in the form that `npm test` adds up.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { say } from '../../run/lib/log.mjs'

/** @typedef {{ title: string, failures: string[] }} Outcome */

/**
 * @param {string} path of the JSON file
 * @param {string} suite name of the check
 * @param {Outcome[]} outcomes
 */
export const writeResults = (path, suite, outcomes) => {
  const assertionResults = outcomes.map(({ title, failures }) => ({
    title,
    fullName: `${suite} ${title}`,
    ancestorTitles: [],
    failureMessages: failures,
    status: failures.length > 0 ? 'failed' : 'passed',
  }))
  const results = { testResults: [{ name: suite, assertionResults }] }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`)
}

/**
 * Says how each outcome went, and ends this process with 1 where one failed.
 * @param {string} suite @param {Outcome[]} outcomes @param {string} [json] file for the results
 */
export const report = (suite, outcomes, json) => {
  for (const { title, failures } of outcomes) {
    say(`${failures.length === 0 ? 'ok  ' : 'FAIL'}  ${title}`)
    for (const failure of failures) say(failure.replace(/^/gm, '      '))
  }
  if (json) writeResults(json, suite, outcomes)
  process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0
}
