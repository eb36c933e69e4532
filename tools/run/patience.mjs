// Loaded before the tests of every vitest project. How long a test waits for something that will come is no figure that it
// checks: on a machine that builds six other things it takes ten times as long. A test that checks a time names it.
import { vi } from 'vitest'

/** The same for `expect.poll`, in vitest.config.ts. */
const PATIENCE_MS = 20_000

const patient = (options) =>
  typeof options === 'number' ? { timeout: options } : { timeout: PATIENCE_MS, ...options }
for (const name of ['waitFor', 'waitUntil']) {
  const wait = vi[name].bind(vi)
  vi[name] = (callback, options) => wait(callback, patient(options))
}
