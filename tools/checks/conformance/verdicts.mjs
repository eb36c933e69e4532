// The three verdicts on a success criterion.

/** Criteria that are new in WCAG 2.2. EN 301 549 V3.2.1 takes its clauses from WCAG 2.1. */
const NEW = new Set(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'])

/**
 * @typedef {{ id: string, level: 'A' | 'AA', name: string, clause: string | undefined }} Heading
 * `clause` of EN 301 549 V3.2.1
 * @typedef {Heading & { verdict: 'tests', tests: string[], covers: string, leaves: string }} Tested
 * `tests` by their keys in tests.mjs; `leaves`: what they do not cover
 * @typedef {Heading & { verdict: 'by hand', todo: string }} ByHand `todo`: what somebody has to do
 * @typedef {Heading & { verdict: 'not applicable', why: string }} NotApplicable
 * @typedef {Tested | ByHand | NotApplicable} Criterion
 */

const heading = (id, level, name) => ({
  id,
  level,
  name,
  clause: NEW.has(id) ? undefined : `9.${id}`,
})

/** @returns {Tested} */
export const tested = (id, level, name, tests, covers, leaves) => ({
  ...heading(id, level, name),
  verdict: 'tests',
  tests,
  covers,
  leaves,
})

/** @returns {ByHand} */
export const byHand = (id, level, name, todo) => ({
  ...heading(id, level, name),
  verdict: 'by hand',
  todo,
})

/** @returns {NotApplicable} */
export const notApplicable = (id, level, name, why) => ({
  ...heading(id, level, name),
  verdict: 'not applicable',
  why,
})
