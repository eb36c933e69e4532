// @vitest-environment happy-dom
// Heap and listeners that thousands of sign-ins and sign-outs in one page leave behind.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { RIGHT_CODE } from './fakeFrame.js'
import { arrive } from './frameWindow.js'
import { apiOf, EMAIL, openSite } from './site.js'

// A fiftieth of the full run, which `pnpm soak` does.
const [WARM_UP, SIGN_INS] = process.env['LATCHKEY_SOAK'] ? [300, 1_000] : [20, 20]
/** ms after which nothing of a disconnect waits any more. */
const RELEASE_MS = 3_500
const MEGABYTE = 1_048_576
/** Beyond the cooldown of a mail. */
const BETWEEN_MS = 31_000
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Bytes in use once all that can be collected is. */
async function heap(): Promise<number> {
  // The records of calls that the spies keep.
  vi.clearAllMocks()
  // A disconnect's own limit of 3 s holds its connection until it has passed.
  const passed = AbortSignal.timeout(RELEASE_MS)
  await vi.waitUntil(() => passed.aborted, { timeout: 60_000 })
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed
}

/** Counts listeners of the page that are taken and not given back. */
function watch(): () => number {
  const held = new Map<unknown, number>()
  const note = (target: unknown, by: number): void =>
    void held.set(target, (held.get(target) ?? 0) + by)
  for (const target of [window, document]) {
    const own = [target.addEventListener, target.removeEventListener].map((each) =>
      each.bind(target),
    ) as ((...args: unknown[]) => void)[]
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (...args: unknown[]) => (note(target, 1), own[0]!(...args)),
    )
    vi.spyOn(target, 'removeEventListener').mockImplementation(
      (...args: unknown[]) => (note(target, -1), own[1]!(...args)),
    )
  }
  return () => [...held.values()].reduce((sum, count) => sum + count, 0)
}

it('Sign-ins and sign-outs in one page keep no listener, and less than a megabyte of heap', async () => {
  const listeners = watch()
  const { kernel, content } = await openSite()
  vi.useFakeTimers({ toFake: ['Date'] })
  let time = 1_000_000
  const round = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      vi.setSystemTime((time += BETWEEN_MS))
      await apiOf(kernel).signIn(EMAIL)
      await apiOf(kernel).submitCode(RIGHT_CODE)
      expect(kernel.ports.connections.get().connections).toHaveLength(1)
      await kernel.disconnect()
      expect(content.page.isSignedIn).toBe(false)
      // Records of the tests' own frame do not count.
      content.page.seen.length = content.page.cancelled.length = content.offers.length = 0
    }
    await arrive()
  }
  // Code that is compiled, caches that are filled.
  await round(WARM_UP)
  const [before, start] = [listeners(), await heap()]
  await round(SIGN_INS)
  const growth = (await heap()) - start
  console.info(
    `${SIGN_INS} sign-ins: heap ${(growth / 1024).toFixed(0)} kB more, ${listeners() - before} listeners`,
  )
  expect(listeners()).toBe(before)
  expect(growth).toBeLessThan(MEGABYTE)
})
