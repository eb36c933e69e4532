// Loaded before the tests of every vitest project. `vi.waitFor` and `vi.waitUntil` wait longer than
// vitest's own second: on a machine that builds six other things everything takes ten times as long.
// A test that checks a time passes its own timeout.
import { vi } from 'vitest'

/** vitest.config.ts gives the same to `expect.poll`. */
const WAIT_MS = 20_000

const patient = (options) =>
  typeof options === 'number' ? { timeout: options } : { timeout: WAIT_MS, ...options }
for (const name of ['waitFor', 'waitUntil']) {
  const wait = vi[name].bind(vi)
  vi[name] = (callback, options) => wait(callback, patient(options))
}
