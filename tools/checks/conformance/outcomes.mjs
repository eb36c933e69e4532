// Reads from the journals of a run how each named test went, and so each criterion.

/** @typedef {'passed' | 'failed' | 'not run'} Outcome */

const PLACEHOLDER = /%[sdifjo]|\$\{[^}]*\}/

/** A title for people: what is filled in stands as an ellipsis. */
export const readable = (title) => title.split(PLACEHOLDER).join('…')

/** Whether the name of a test in a journal, with those of its groups, is one of this title. */
function isNamed(title, name) {
  const parts = title.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^(?:.* [>›] )?${parts.join('[^]*')}$`).test(name)
}

/** The file of an entry in a journal, without the project that ran it: `[unit] a.test.ts`. */
const pathOf = (name) => name.replace(/^\[[^\]]*\] /, '')

/**
 * @param {import('./tests.mjs').NamedTest} test
 * @param {Map<string, import('../../run/lib/progress.mjs').FileSoFar>} files by the names of a journal
 * @returns {Outcome} `not run` also where the test was skipped or gave no answer
 */
export function outcomeOf({ file, title }, files) {
  const runs = [...files].filter(([name]) => pathOf(name) === file).map(([, run]) => run)
  const statuses = runs.flatMap(({ tests, failure }) => [
    ...(failure ? ['failed'] : []),
    ...[...tests.values()].filter((one) => isNamed(title, one.title)).map(({ status }) => status),
  ])
  if (statuses.includes('failed')) return 'failed'
  return statuses.length > 0 && statuses.every((status) => status === 'passed')
    ? 'passed'
    : 'not run'
}

/**
 * @param {Outcome[]} outcomes of the tests of a criterion
 * @returns {Outcome}
 */
export function together(outcomes) {
  if (outcomes.includes('failed')) return 'failed'
  return outcomes.includes('not run') ? 'not run' : 'passed'
}
