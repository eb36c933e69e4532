import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SecureFrameOptions } from '../src/index.js'
import { ORIGIN, type TestFrame, startTestFrame, testKeys } from './harness.js'

const TOKEN = 'a token of the operator'
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const DAY_MS = 86_400_000

let folder = ''
const frames: TestFrame[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-analytics-'))
})
afterEach(async () => {
  for (const frame of frames.splice(0)) await frame.close()
  await rm(folder, { recursive: true })
})

const start = async (changes: Partial<SecureFrameOptions> = {}) => {
  const databaseUrl = `file:${join(folder, 'frame.db')}`
  const frame = await startTestFrame({ databaseUrl, analyticsToken: TOKEN, ...changes })
  frames.push(frame)
  const send = (body: object, { project = 'shop', origin = ORIGIN } = {}) =>
    fetch(`${frame.url}/e?projectId=${project}&st=latchkey&sv=0.1.0`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    })
  const counts = async () => {
    const day = new Date().toISOString().slice(0, 10)
    const path = `/v1/analytics/funnel?projectId=shop&from=${day}&to=${day}`
    const headers = { authorization: `Bearer ${TOKEN}` }
    return (await (await fetch(`${frame.url}${path}`, { headers })).json()).counts
  }
  return { frame, send, counts }
}
const opened = (eventId: string, more: object = {}) => ({
  ...{ eventId, url: `${ORIGIN}/cart?coupon=secret`, domain: 'shop.example', timestamp: 1 },
  props: { event: 'MODAL_OPEN', ...more },
})
/** Everything that is in the folder of the database. */
const written = async (): Promise<string> => {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('')
}

it('Events of the pages of a project are counted, and a second one with the same id is not', async () => {
  const { send, counts } = await start()
  for (const id of ['a', 'b', 'a']) expect((await send(opened(id))).status).toBe(202)
  await expect.poll(async () => (await counts()).opened).toBe(2)
})

it('A page of the project reads the answer, also to the question before; another page is refused by name', async () => {
  const { frame, send } = await start()
  const asked = await fetch(`${frame.url}/e`, { method: 'OPTIONS', headers: { origin: ORIGIN } })
  expect(asked.headers.get('access-control-allow-headers')).toBe('content-type')
  const taken = await send(opened('a'))
  expect(taken.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(taken.headers.get('set-cookie')).toBeNull()
  const evil = 'https://evil.example'
  for (const [where, why] of [
    [{ origin: evil }, 'Unauthorized: origin not allowed'],
    [{ project: 'other' }, 'Unauthorized: invalid key'],
  ] as const) {
    const refused = await send(opened('b'), where)
    expect(refused.status).toBe(403)
    expect((await refused.json()).reasons).toEqual([{ name: 'projectId', description: why }])
  }
  expect((await send(opened('c'), { origin: 'https://www.shop.example' })).status).toBe(202)
})

it('An event that waits is in the database when the service has ended, without address and query', async () => {
  const { frame, send } = await start()
  await send(opened('last-one', { address: ADDRESS, text: `by ${ADDRESS.toLowerCase()}` }))
  await frame.close()
  const bytes = await written()
  expect(bytes).toContain('last-one')
  expect(bytes).toContain(`"url":"${ORIGIN}/cart"`)
  for (const secret of [ADDRESS.slice(-12), 'coupon', '127.0.0.1'])
    expect(bytes.toLowerCase()).not.toContain(secret.toLowerCase())
})

it('An operator may keep addresses', async () => {
  const { frame, send } = await start({ keepEventAddresses: true })
  await send(opened('a', { address: ADDRESS }))
  await frame.close()
  expect(await written()).toContain(ADDRESS)
})

it('The code of an address is the same after a restart, and another one with other keys', async () => {
  const codeWith = async (keys: SecureFrameOptions['keys'], id: string) => {
    const { frame, send } = await start({ keys, databaseUrl: `file:${join(folder, `${id}.db`)}` })
    await send(opened(id, { address: ADDRESS }))
    await frame.close()
    return new RegExp(`"eventId":"${id}".*?"address":"(#[\\da-f]{16})"`).exec(await written())?.[1]
  }
  const keys = testKeys()
  const first = await codeWith(keys, 'first')
  expect(first).toBeDefined()
  expect(await codeWith(keys, 'second')).toBe(first)
  expect(await codeWith(testKeys(), 'third')).not.toBe(first)
})

it('Events of 30 days ago are counts after a start, and the funnel is the same', async () => {
  const keys = testKeys()
  const first = await start({ keys })
  await first.send(opened('folded-one'))
  await first.frame.close()
  const later = await start({ keys, now: () => Date.now() + 31 * DAY_MS })
  await expect.poll(later.counts).toMatchObject({ opened: 1 })
  await later.frame.close()
  expect(await written()).not.toContain('folded-one')
  const again = await start({ keys })
  expect(await again.counts()).toMatchObject({ opened: 1 })
})

it('The counts are at no path without the token, and events are in the metrics', async () => {
  const { frame, send } = await start()
  await send(opened('a'))
  const path = '/v1/analytics/funnel?projectId=shop&from=2026-11-01&to=2026-11-28'
  expect((await fetch(`${frame.url}${path}`)).status).toBe(404)
  const metrics = await (await fetch(`${frame.url}/metrics`)).text()
  expect(metrics).toContain('latchkey_secure_frame_events_total{outcome="taken"} 1')
  expect(metrics).toMatch(/latchkey_secure_frame_events_waiting \d/)
})
