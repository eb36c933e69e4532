// Two instances of the secure frame over one PostgreSQL and one Redis, behind a balancer: what they do
// beside one over a file, and whether a sign-in fails while they are started anew one after the other.
import { startBalancer, startPostgres, startRedis } from '@latchkey-tools/localnet'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSecureFrame } from '../localnet/secureFrame.mjs'
import { at } from '../run/lib/paths.mjs'
import { freePort } from '../run/lib/ports.mjs'
import { judge, median } from './lib/figures.mjs'
import { PAGES, asFastAs, atRate, newPerson, signIn } from './lib/frameLoad.mjs'
import { startMailSink } from './lib/mailSink.mjs'

const TURNS = 5
/** Each of two instances gets half of the sign-ins, and is warm later. */
const WARM_UPS = 3
const AT_ONCE = 16
const SIGN_INS = 400
const RESTARTS = 20
const RATE = 50
/** The balancer looks this often, and an instance that ends serves on for longer than two looks. */
const LOOKS_EVERY_MS = 200
const DRAIN_SECONDS = '1'

const persons = (count, name) =>
  Array.from({ length: count }, (_, index) => newPerson(`${name}${index}@shop.example`))

/** Starts instances that share all they have, behind a balancer. */
async function startFleet(mailUrl, env, count = 2) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-fleet-'))
  const keys = join(folder, 'keys.json')
  writeFileSync(
    keys,
    execFileSync(process.execPath, [at('services/secure-frame/bin.js'), 'keys']),
    { mode: 0o600 },
  )
  const postgres = await startPostgres()
  const redis = await startRedis()
  const ports = []
  for (let index = 0; index < count; index += 1) ports.push(await freePort())
  const balancer = await startBalancer(ports, { looksEveryMs: LOOKS_EVERY_MS })
  const shared = {
    ...env,
    DRAIN_SECONDS,
    DATABASE_URL: await postgres.create({ isBySocket: true }),
    REDIS_URL: redis.url,
    KEYS: `file:${keys}`,
  }
  const publicUrl = `http://${balancer.authority}`
  const start = (port) => startSecureFrame({ mailUrl, pages: PAGES, env: shared, publicUrl, port })
  const instances = []
  for (const port of ports) instances.push(await start(port))
  return {
    frame: instances[0],
    async restart(index) {
      await instances[index].close()
      instances[index] = await start(ports[index])
    },
    async close() {
      for (const instance of instances) await instance.close()
      await balancer.close()
      await redis.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** @param {{ env: Record<string, string> }} options */
export async function benchInstances({ env }) {
  const mail = await startMailSink()
  const one = await startSecureFrame({ mailUrl: mail.url, pages: PAGES, env })
  const fleet = await startFleet(mail.url, env)
  let turn = 0
  let failed = 0
  const measure = (frame) => {
    const all = persons(SIGN_INS, `turn${(turn += 1)}-`)
    return asFastAs(AT_ONCE, SIGN_INS, (index) =>
      signIn(frame, mail, all[index]).catch(() => void (failed += 1)),
    )
  }
  try {
    for (let count = 0; count < WARM_UPS; count += 1) {
      await measure(one)
      await measure(fleet.frame)
    }
    const turns = []
    for (let count = 0; count < TURNS; count += 1)
      turns.push({ one: await measure(one), two: await measure(fleet.frame) })
    return judge('embedded: two instances, PostgreSQL and Redis, beside one over a file', [
      { name: 'one, sign-ins a second', value: median(turns.map((of) => of.one)) },
      { name: 'two, sign-ins a second', value: median(turns.map((of) => of.two)) },
      {
        name: 'one / two',
        value: median(turns.map((of) => of.one / of.two)),
        bound: 1 / 0.6,
        note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
      },
      { name: 'failed', value: failed, bound: 0 },
    ])
  } finally {
    await fleet.close()
    await one.close()
    mail.close()
  }
}

/** @param {{ env: Record<string, string> }} options */
export async function benchRestarts({ env }) {
  const mail = await startMailSink()
  const fleet = await startFleet(mail.url, env)
  let isOver = false
  const failures = []
  let done = 0
  const load = async () => {
    for (let round = 0; !isOver; round += 1) {
      const all = persons(RATE, `round${round}-`)
      const { latencies, failures: some } = await atRate(RATE, RATE, (index) =>
        signIn(fleet.frame, mail, all[index]),
      )
      done += latencies.length
      failures.push(...some)
    }
  }
  try {
    const loading = load()
    for (let count = 0; count < RESTARTS; count += 1) await fleet.restart(count % 2)
    isOver = true
    await loading
    if (failures.length) console.log(`  the first failure: ${failures[0]}`)
    return judge(`embedded: ${RESTARTS} restarts under ${RATE} sign-ins a second`, [
      { name: 'signed in', value: done },
      { name: 'failed', value: failures.length, bound: 0 },
    ])
  } finally {
    await fleet.close()
    mail.close()
  }
}
