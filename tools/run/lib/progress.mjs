// What a runner of tests has done so far, a line for each event, so that a runner that is killed or crashes still counts for what it ran.
// Vitest and Playwright write it by the reporters in tools/run/report, our own checks by `noteCheck`.
import { appendFileSync, readFileSync } from 'node:fs'

/** Names the file to the runner; without it nothing is written. */
export const PROGRESS = 'LATCHKEY_PROGRESS'

/** How many names a message holds before it only counts. */
const NAMED = 20

/**
 * @typedef {'passed' | 'failed' | 'skipped'} Status
 * @typedef {{ file: string, tests?: [id: string, title: string][], began?: string, ended?: string, title?: string, status?: Status, ms?: number, message?: string, loaded?: false, over?: true }} Entry
 *   a file that will run; the `tests` found in it; the id of a test that `began` or `ended`; a file that could not be `loaded`; a file that is `over`
 * @typedef {{ title: string, began: boolean, status?: Status, ms?: number, message?: string }} TestSoFar
 * @typedef {{ tests: Map<string, TestSoFar>, over: boolean, failure?: string }} FileSoFar
 */

/**
 * Written at once and in order: what is said here outlives the process.
 * @param {Entry} entry
 */
export function note(entry, path = process.env[PROGRESS]) {
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`)
}

/**
 * A check of ours that is no test of a suite, when it is done.
 * @param {string} file of whoever checks
 * @param {{ title: string, status: Status, message?: string, ms?: number }} check
 */
export const noteCheck = (file, { title, status, message, ms }) =>
  note({ file, ended: title, title, status, message, ms })

/** The last line may be half written. */
function* entriesOf(text) {
  for (const line of text.split('\n')) {
    try {
      yield JSON.parse(line)
    } catch {
      /* no whole line */
    }
  }
}

/** @param {Map<string, FileSoFar>} files @param {Entry} entry */
function take(files, entry) {
  if (!files.has(entry.file)) files.set(entry.file, { tests: new Map(), over: false })
  const file = files.get(entry.file)
  const test = (id, title = id) =>
    file.tests.get(id) ?? file.tests.set(id, { title, began: false }).get(id)
  for (const [id, title] of entry.tests ?? []) test(id, title)
  if (entry.began !== undefined) test(entry.began, entry.title).began = true
  if (entry.ended !== undefined)
    Object.assign(test(entry.ended, entry.title), {
      status: entry.status,
      ms: entry.ms,
      message: entry.message,
    })
  if (entry.loaded === false) file.failure = entry.message ?? 'could not be loaded'
  if (entry.over) file.over = true
}

/** @returns {Map<string, FileSoFar>} by the name of the file, in the order of their first mention */
export function readProgress(path) {
  const files = new Map()
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    /* it wrote nothing */
  }
  for (const entry of entriesOf(text)) take(files, entry)
  return files
}

/** What ran, in vitest's shape; undefined when nothing did. */
export function reportOf(files) {
  const testResults = [...files]
    .map(([name, { tests, failure }]) => ({
      name,
      status:
        failure || [...tests.values()].some(({ status }) => status === 'failed')
          ? 'failed'
          : 'passed',
      message: failure ?? '',
      assertionResults: [...tests.values()]
        .filter(({ status }) => status)
        .map(({ title, status, ms, message }) => ({
          ancestorTitles: [],
          title,
          fullName: title,
          status,
          duration: ms ?? 0,
          failureMessages: status === 'failed' ? [message ?? title] : [],
        })),
    }))
    .filter(({ status, assertionResults }) => status === 'failed' || assertionResults.length > 0)
  return testResults.length > 0 ? { testResults } : undefined
}

const list = (items) => [
  ...items.slice(0, NAMED).map((item) => `  ${item}`),
  ...(items.length > NAMED ? [`  and ${items.length - NAMED} more`] : []),
]

/**
 * The tests of a file that had begun and gave no answer. A test that never lets go of its thread cannot even be said to
 * have begun: then the first without an answer is named, because tests of a file run in order.
 */
function hanging(name, { tests, over }) {
  const open = [...tests.values()].filter(({ status }) => !status)
  if (over || open.length === 0) return []
  const begun = open.filter(({ began }) => began)
  return (begun.length > 0 ? begun : open.slice(0, 1)).map(({ title }) => `${name}: ${title}`)
}

/** Lines for people: which tests had not answered, which files had not ended. */
export function unanswered(files) {
  const open = [...files].filter(
    ([, { over, failure, tests }]) =>
      !over && !failure && ![...tests.values()].some(({ status }) => status),
  )
  const tests = [...files].flatMap(([name, file]) => hanging(name, file))
  const named = new Set(tests.map((text) => text.slice(0, text.indexOf(': '))))
  const waiting = open.map(([name]) => name).filter((name) => !named.has(name))
  return [
    ...(tests.length > 0 ? ['Tests that had not answered:', ...list(tests)] : []),
    ...(waiting.length > 0 ? ['Files that had not begun:', ...list(waiting)] : []),
  ]
}
