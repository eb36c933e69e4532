// Breaks a line in several ways and measures how long a request then waits for its answer, in
// seconds. CAP stands for anything longer.
export const CAP = 30
/** The number of cuts, and the longest pause before and after each, in ms. */
const KILLS = 200
const BEFORE = 100
const AFTER = 200

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
/** Both clients get the same pauses: one before each cut and one after. */
const pauses = Array.from({ length: KILLS }, () => [Math.random() * BEFORE, Math.random() * AFTER])

/** Seconds until the work is done. A refused request counts as not done. */
async function timed(work) {
  const began = performance.now()
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve(CAP), CAP * 1000)))
  const done = work().then(
    () => (performance.now() - began) / 1000,
    () => CAP,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

async function until(condition) {
  while (!condition()) await wait(20)
}

const away =
  (seconds) =>
  async ({ side, proxy }) => {
    await proxy.goAway()
    const answer = side.ask()
    answer.catch(() => undefined)
    await wait(seconds * 1000)
    await proxy.comeBack()
    return { answered: await timed(() => answer) }
  }

/**
 * @typedef {{ side: import('./sides.mjs').Side, proxy: { kill(): void, blackhole(): void, goAway():
 * Promise<void>, comeBack(): Promise<void>, lines(): number } }} Line
 */
/**
 * By name of the fault: how often our client and the stock one meet it, and the figure with its
 * bound.
 */
export const FAULTS = [
  {
    name: 'socket killed, request 250 ms later',
    rounds: [9, 3],
    bounds: { answered: 2 },
    async run({ side, proxy }) {
      proxy.kill()
      await wait(250)
      return { answered: await timed(side.ask) }
    },
  },
  {
    name: 'socket killed, request in flight',
    rounds: [9, 3],
    bounds: { answered: 6 },
    async run({ side, proxy }) {
      const answer = timed(side.ask)
      // The line is cut while the request is on its way to the relay, at the relay, or on its way
      // back.
      await wait(Math.random() * 20)
      proxy.kill()
      return { answered: await answer }
    },
  },
  {
    name: 'half-open, nobody asks',
    rounds: [5, 2],
    bounds: { noticed: 10, answered: 12 },
    async run({ side, proxy }) {
      const lines = proxy.lines()
      proxy.blackhole()
      const noticed = await timed(() => until(() => proxy.lines() > lines))
      return noticed < CAP
        ? { noticed, answered: (await timed(side.ask)) + noticed }
        : { noticed, answered: CAP }
    },
  },
  {
    name: 'half-open, request into silence',
    rounds: [5, 2],
    bounds: { answered: 12 },
    async run({ side, proxy }) {
      proxy.blackhole()
      return { answered: await timed(side.ask) }
    },
  },
  { name: 'relay away 1 s', rounds: [7, 3], bounds: { answered: 5 }, run: away(1) },
  { name: 'relay away 10 s', rounds: [5, 3], bounds: { answered: 5 }, run: away(10) },
  { name: 'relay away 60 s', rounds: [2, 1], bounds: { answered: 5 }, run: away(60) },
  {
    name: `${KILLS} kills, a request with each`,
    rounds: [1, 1],
    bounds: { lost: 0, doubled: 0 },
    async run({ side, proxy }) {
      const before = side.requests.length
      const answers = []
      for (const [first, then] of pauses) {
        answers.push(timed(side.ask))
        await wait(first)
        proxy.kill()
        await wait(then)
      }
      const took = await Promise.all(answers)
      const reached = side.requests.slice(before)
      return {
        lost: took.filter((seconds) => seconds >= CAP).length,
        doubled: reached.length - new Set(reached).size,
        'slowest answer': Math.max(...took),
      }
    },
  },
]
