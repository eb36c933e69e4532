// The first opening of hosts as strangers have them: our packages from tarballs, beside a plain
// dialog on wagmi (the floor) and RainbowKit, in the same run and in turns.
import { openModal } from '../checks/sizes/visit.mjs'
import { gzipSize, isScript, isStyle } from '../checks/sizes/weigh.mjs'
import { judgeTable, median, quantile } from './lib/figures.mjs'
import { buildStranger, installStrangers, serveStranger } from './lib/strangers.mjs'
import { WAYS, firstOpening } from './lib/visit.mjs'

const OUR_BUTTON = 'latchkey-button, button'
const FLOOR = 'wagmi dialog'
const RIVAL = 'RainbowKit'

/**
 * `times`: bounds of the three ways, in multiples of the floor; `natural`: requests and kilobytes of an
 * opening without help of the bundler; `helped`: requests with `@latchkey/vite`.
 */
const OURS = {
  walletconnect: { times: [6, 3, 2.6], natural: [10, 65], helped: 2 },
  everything: { times: [8, 3.6, 4], natural: [16, 95], helped: 2 },
}

const contestants = [
  { name: FLOOR, entry: 'wagmi', button: 'button', ways: WAYS.slice(0, 1) },
  { name: RIVAL, entry: 'rainbowkit', button: 'button', ways: WAYS },
  ...Object.entries(OURS).flatMap(([entry, bounds]) =>
    [false, true].map((help) => ({
      name: help ? `${entry} + @latchkey/vite` : entry,
      entry,
      help,
      bounds,
      button: OUR_BUTTON,
      ways: WAYS,
    })),
  ),
]

/** The hosts that `--only` knows. */
export const OPENING_HOSTS = [...new Set(contestants.map(({ entry }) => entry))]

/**
 * Every way of every host once in each round, so that a busy minute slows all of them, each round in
 * another order. The round before the first warms the browser up and does not count.
 */
async function race(browser, hosts, { rounds, slower }) {
  const results = new Map()
  const visits = hosts.flatMap((host) => host.ways.map((way) => ({ ...host, way })))
  for (let round = 0; round <= rounds; round++) {
    const first = (round * 5) % visits.length
    for (const { name, url, button, way } of [...visits.slice(first), ...visits.slice(0, first)]) {
      const key = `${name}, ${way}`
      const result = await firstOpening(browser, { url, button, slower }, way)
      if (round > 0) results.set(key, [...(results.get(key) ?? []), result])
    }
  }
  return (name, way, figure) => results.get(`${name}, ${way}`)?.map((result) => result[figure])
}

const times = (value) => `${value.toFixed(1)} x`
const spread = (values) =>
  `${median(values).toFixed(0)} [${quantile(values, 0.25).toFixed(0)}-${quantile(values, 0.75).toFixed(0)}]`

/** One figure of all hosts, in milliseconds and as multiples of the floor. */
function timeRows(hosts, read, figure) {
  const floor = median(read(FLOOR, WAYS[0], figure))
  return hosts.flatMap(({ name, ways, bounds }) =>
    ways.map((way) => {
      const values = read(name, way, figure)
      const value = median(values) / floor
      const bound = bounds?.times[WAYS.indexOf(way)]
      return {
        name: `${name}, ${way}`,
        cells: [spread(values), times(value)],
        ...(bound !== undefined && { value, bound, unit: ' x' }),
      }
    }),
  )
}

/** When the first wallet's name is painted: before RainbowKit's, by the same way. */
const paintRows = (hosts, read) =>
  hosts.flatMap(({ name, ways, bounds }) =>
    ways.map((way) => {
      const values = read(name, way, 'painted')
      const rival = read(RIVAL, way, 'painted')
      return {
        name: `${name}, ${way}`,
        cells: [spread(values)],
        ...(bounds &&
          rival && { value: median(values), bound: Math.round(median(rival)), unit: ' ms' }),
      }
    }),
  )

/** Requests and bytes of an opening, of each of our hosts. */
async function weighRows(browser, hosts) {
  const rows = []
  for (const { name, built, bounds, help } of hosts.filter((host) => host.bounds)) {
    const { loaded, opened, complaints } = await openModal(browser, built, { views: false })
    if (!opened) throw new Error(`${name}: ${complaints.join('; ')}`)
    const files = (asked) => [
      ...new Set(asked.filter((one) => isScript(one) || isStyle(one)).map(({ path }) => path)),
    ]
    const bytes = (list) => list.reduce((sum, file) => sum + gzipSize(built.dir, file), 0) / 1_000
    const late = files(opened)
    rows.push(
      {
        name: `${name}, requests`,
        cells: [String(late.length)],
        value: late.length,
        bound: help ? bounds.helped : bounds.natural[0],
      },
      {
        name: `${name}, gzip`,
        cells: [`${bytes(late).toFixed(1)} kB`],
        value: bytes(late),
        bound: help ? undefined : bounds.natural[1],
        unit: ' kB',
      },
      { name: `${name}, before it, gzip`, cells: [`${bytes(files(loaded)).toFixed(1)} kB`] },
    )
  }
  return rows
}

/**
 * @param {{ browser: import('playwright').Browser, rounds: number, slower: number, only?: string[] }}
 * options `only`: of {@link OPENING_HOSTS}; the floor is always among them
 * @returns {Promise<boolean>} whether all bounds hold
 */
export async function benchOpening({ browser, rounds, slower, only }) {
  const chosen = contestants.filter(
    ({ name, entry }) => !only || name === FLOOR || only.includes(entry),
  )
  const folder = await installStrangers()
  const hosts = []
  try {
    for (const one of chosen) {
      const built = await buildStranger(folder, one.entry, one)
      hosts.push({ ...one, built, ...(await serveStranger(built)) })
    }
    const weighed = await weighRows(browser, hosts)
    const read = await race(browser, hosts, { rounds, slower })
    const settings = `CPU ${slower} times slower, ${rounds} rounds in turns, median [quartiles]`
    const ms = 'ms'
    return [
      judgeTable(
        `First opening, click to clickable, wall time; ${settings}`,
        [ms, 'of the floor'],
        timeRows(hosts, read, 'clickable'),
      ),
      judgeTable(
        `The same, time of the main thread; ${settings}`,
        [ms, 'of the floor'],
        timeRows(hosts, read, 'thread'),
      ),
      judgeTable(
        "The first wallet's name is painted, against RainbowKit's",
        [ms],
        paintRows(hosts, read),
      ),
      judgeTable('What an opening fetches', [''], weighed),
    ].every(Boolean)
  } finally {
    await Promise.all(hosts.flatMap(({ built, close }) => [close(), built.forget()]))
  }
}
