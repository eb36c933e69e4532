// A journal of each test runner, one line for each event: the tests of a runner that is killed or
// crashes still count. Vitest and Playwright write it by the reporters in tools/tests/report, our
// own checks by `noteCheck`.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { countReport, countResultFile, reportedFile, resultFile } from './results.mjs'

/** Names the file to the runner; without it nothing is written. */
export const PROGRESS = 'LATCHKEY_PROGRESS'

/** How many names a message holds before it only counts. */
const NAMED = 20
/** How many letters of an error's message it holds. */
const SAID = 300

/**
 * @typedef {import('./results.mjs').Test} Test
 * @typedef {{ file: string, tests?: [id: string, title: string][], began?: string, ended?: string,
 * loaded?: false, over?: true } & Partial<Test>} Entry a file that will run; the `tests` found in
 * it; the id of a test that `began` or `ended`; a file that could not be `loaded`; a file that is
 * `over`
 * @typedef {{ tests: Map<string, Partial<Test> & { began?: true }>, over?: true, failure?: string }}
 * FileSoFar
 */

/** The journal of the runner that writes the results `name` at its end. */
export const progressFile = (name) => `${resultFile(name)}l`

/**
 * Writes an entry at once and in order, so that it outlives the process.
 * @param {Entry} entry
 */
export function note(entry, path = process.env[PROGRESS]) {
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`)
}

/**
 * Notes a check of ours that is done and does not belong to a test suite.
 * @param {string} file of the check
 * @param {Test} check
 */
export const noteCheck = (file, check) => note({ file, ended: check.title, ...check })

/** @param {Map<string, FileSoFar>} files @param {Entry} entry */
function take(files, { file: name, tests = [], began, ended, loaded, over, ...said }) {
  if (!files.has(name)) files.set(name, { tests: new Map() })
  const file = files.get(name)
  const learn = (id, more) => file.tests.set(id, { title: id, ...file.tests.get(id), ...more })
  for (const [id, title] of tests) learn(id, { title })
  if (began !== undefined) learn(began, { ...said, began: true })
  if (ended !== undefined) learn(ended, said)
  if (loaded === false) file.failure = said.message ?? 'could not be loaded'
  if (over) file.over = true
}

/**
 * @returns {Map<string, FileSoFar>} by the name of the file, in the order of their first mention
 */
export function readProgress(path) {
  const files = new Map()
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  for (const line of lines) {
    try {
      take(files, JSON.parse(line))
    } catch {
      // The last line may be half written.
    }
  }
  return files
}

/** The tests that ran, in vitest's shape. */
export function reportOf(files) {
  const all = [...files].map(([name, { tests, failure }]) =>
    reportedFile(
      name,
      [...tests.values()].filter(({ status }) => status),
      failure,
    ),
  )
  return {
    testResults: all.filter((one) => one.status === 'failed' || one.assertionResults.length > 0),
  }
}

/** The counts of a runner: of its results, or else of its journal so far. */
export const countSoFar = (name) =>
  countResultFile(name) ?? countReport(reportOf(readProgress(progressFile(name))))

const list = (title, items) => {
  if (items.length === 0) return []
  const more = items.length > NAMED ? [`  and ${items.length - NAMED} more`] : []
  return [title, ...items.slice(0, NAMED).map((item) => `  ${item}`), ...more]
}

/**
 * The tests of a file that had begun and gave no answer. A test that never lets go of its thread is
 * not even reported to have begun: then the first without an answer is named, because tests of a
 * file run in order.
 */
function hanging([name, { tests, over }]) {
  const open = over ? [] : [...tests.values()].filter(({ status }) => !status)
  const begun = open.filter(({ began }) => began)
  return (begun.length > 0 ? begun : open.slice(0, 1)).map(({ title }) => `${name}: ${title}`)
}

/** The words of a runner about a failure, in one short line without colours. */
const briefly = (message = '') =>
  stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, SAID)

/** Lines for people: the names of the tests and files that failed, and what was said of each. */
export function failures(files) {
  const line = (name, message) => [name, briefly(message)].filter(Boolean).join(' — ')
  const named = [...files].flatMap(([name, { tests, failure }]) => {
    const failed = [...tests.values()].filter(({ status }) => status === 'failed')
    return [
      ...(failure ? [line(name, failure)] : []),
      ...failed.map(({ title, message }) => line(`${name}: ${title}`, message)),
    ]
  })
  return list('Failed tests:', named)
}

/** Lines for people: which tests had not answered, which files had not begun. */
export function unanswered(files) {
  const waiting = [...files].filter(
    ([, { over, failure, tests }]) => !over && !failure && !tests.size,
  )
  return [
    ...list('Tests that had not answered:', [...files].flatMap(hanging)),
    ...list(
      'Files that had not begun:',
      waiting.map(([name]) => name),
    ),
  ]
}
