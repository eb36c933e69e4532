// The secure frame in its own process, and its clients in this one: sign-ins by email, releases of
// shares, start and memory. Its page is measured by embeddedFrame.mjs and embeddedApprove.mjs.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startSecureFrame } from '../localnet/secureFrame.mjs'
import { benchEmbeddedApprove } from './embeddedApprove.mjs'
import { benchInstances, benchRestarts } from './embeddedFleet.mjs'
import { benchFrameConnect, benchFrameReady } from './embeddedFrame.mjs'
import { benchSocial } from './embeddedSocial.mjs'
import { judge, median, quantile } from './lib/figures.mjs'
import { PAGES, asFastAs, ask, atRate, createWallet, newPerson, signIn } from './lib/frameLoad.mjs'
import { startMailSink } from './lib/mailSink.mjs'

const UNLIMITED = {
  LIMIT_ADDRESS_REQUESTS: '100000000',
  LIMIT_MAIL_PAUSE: '0',
  LIMIT_MAIL_HOUR: '1000000',
  LIMIT_MAIL_DAY: '1000000',
  LIMIT_MAIL_CLIENT: '100000000',
  LIMIT_MAIL_PROJECT: '100000000',
  LIMIT_SHARES: '100000000',
}
const SIGN_INS = { rate: 100, seconds: 20, p99: 400 }
const SHARES = { rate: 300, seconds: 20, p99: 200 }
const WARM_UP = 300
const STARTS = 5

const PARTS = {
  ready: benchFrameReady,
  connect: benchFrameConnect,
  social: benchSocial,
  approve: benchEmbeddedApprove,
  signIns: benchSignIns,
  shares: benchShares,
  memory: benchMemory,
  start: benchStart,
  instances: () => benchInstances({ env: UNLIMITED }),
  restarts: () => benchRestarts({ env: UNLIMITED }),
}
export const EMBEDDED_PARTS = Object.keys(PARTS)

/**
 * @param {{ browser: import('playwright').Browser, only?: string, rounds?: number, slower?: number }} options
 * `only`: parts; `rounds` and `slower` are those of the parts in a browser
 * @returns {Promise<boolean>} whether all bounds hold
 */
export async function benchEmbedded({ browser, only, rounds, slower }) {
  const wanted = only?.split(',') ?? EMBEDDED_PARTS
  let good = true
  for (const name of EMBEDDED_PARTS)
    if (wanted.includes(name)) good = (await PARTS[name]({ browser, rounds, slower })) && good
  return good
}

const persons = (count, name) =>
  Array.from({ length: count }, (_, at) => newPerson(`${name}${at}@shop.example`))

/** Runs with a new service and a mail server. */
async function withFrame(run) {
  const mail = await startMailSink()
  const frame = await startSecureFrame({ mailUrl: mail.url, pages: PAGES, env: UNLIMITED })
  try {
    return await run(frame, mail)
  } finally {
    await frame.close()
    mail.close()
  }
}

/** Memory of the process in MB: now, or the highest so far (Linux only). */
const memoryMb = ({ pid }, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) /
  1024

/** The figures of a load at a steady rate. */
async function measureRate({ rate, seconds, p99 }, what, run) {
  const own = monitorEventLoopDelay({ resolution: 1 })
  own.enable()
  const count = rate * seconds
  const { latencies, failures, seconds: took } = await atRate(rate, count, run)
  own.disable()
  if (failures.length) console.log(`  the first failure: ${failures[0]}`)
  return [
    { name: `${what}: not done`, value: count - latencies.length, bound: 0 },
    { name: `${what}: done a second`, value: latencies.length / took, note: `(of ${rate} begun)` },
    { name: `${what}: median`, value: median(latencies), unit: ' ms' },
    { name: `${what}: p99`, value: quantile(latencies, 0.99), bound: p99, unit: ' ms' },
    {
      name: "delay of the clients' own loop, p99",
      value: own.percentile(99) / 1e6,
      unit: ' ms',
      note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
    },
  ]
}

function benchSignIns() {
  return withFrame(async (frame, mail) => {
    const { rate, seconds } = SIGN_INS
    const all = persons(rate * seconds + WARM_UP, 'new')
    const run = (at) => signIn(frame, mail, all[at])
    await asFastAs(16, WARM_UP, run)
    const fresh = await measureRate(SIGN_INS, 'new device', (at) => run(WARM_UP + at))
    const known = await measureRate(SIGN_INS, 'known device', (at) => run(WARM_UP + at))
    const others = persons(1000, 'more')
    const most = await asFastAs(32, 1000, (at) => signIn(frame, mail, others[at]))
    return judge(`embedded: ${rate} complete sign-ins by email a second for ${seconds} s`, [
      ...fresh,
      ...known,
      { name: 'new devices, 32 at once: a second', value: most },
    ])
  })
}

function benchShares() {
  return withFrame(async (frame, mail) => {
    const { rate, seconds } = SHARES
    const all = persons(100, 'owner')
    for (const person of all) {
      await signIn(frame, mail, person)
      await createWallet(frame, person)
    }
    const run = (at) => ask(frame, all[at % all.length], '/v1/wallet/share')
    await asFastAs(16, WARM_UP, run)
    const rows = await measureRate(SHARES, 'shares', run)
    const most = await asFastAs(32, 3000, run)
    return judge(`embedded: ${rate} shares of the service a second for ${seconds} s`, [
      ...rows,
      { name: '32 at once: a second', value: most },
    ])
  })
}

function benchMemory() {
  return withFrame(async (frame, mail) => {
    const [rate, seconds] = [50, 30]
    const all = persons(rate * seconds, 'guest')
    const { failures } = await atRate(rate, all.length, (at) => signIn(frame, mail, all[at]))
    return judge(`embedded: ${rate} sign-ins a second for ${seconds} s, from the start`, [
      { name: 'not done', value: failures.length, bound: 0 },
      { name: 'memory at the end', value: memoryMb(frame, 'VmRSS'), unit: ' MB' },
      { name: 'memory, highest', value: memoryMb(frame, 'VmHWM'), bound: 250, unit: ' MB' },
    ])
  })
}

async function benchStart() {
  const times = []
  for (let round = 0; round < STARTS; round += 1)
    await withFrame(async ({ startMs }) => times.push(startMs))
  return judge(`embedded: start of the service, ${STARTS} times, with a new database`, [
    { name: 'median', value: median(times), unit: ' ms' },
    { name: 'longest', value: Math.max(...times), bound: 1000, unit: ' ms' },
  ])
}
