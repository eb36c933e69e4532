// Output for people. It is plain text: terminals, CI logs and scripts read it.

export const say = (text = '') => process.stdout.write(`${text}\n`)

export const header = (title) => say(`\n── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`)

/** @param {number} ms */
export function duration(ms) {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A share or a measured time, as the table in docs/testing.md writes it. @param {number} value */
export const minutes = (value) => String(Math.round(value * 10) / 10)

/** An error whose message already says what happened and what to do: printed without a stack. */
export class Explained extends Error {}

/** The text that is printed of an error. */
export const reasonOf = (error) => (error instanceof Explained ? error.message : error.stack)

/** Ends a program with an error that it cannot handle. */
export function fail(error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
