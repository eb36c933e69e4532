import { type Farcaster, startFarcaster } from '@latchkey-tools/localnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createFrameSide, done } from './frameSide.js'
import { ORIGIN, type TestFrame, startTestFrame } from './harness.js'
import { resultOf } from './socialBench.js'
import { type Visitor, reasonOf } from './visitor.js'

let farcaster: Farcaster
beforeAll(async () => {
  farcaster = await startFarcaster()
})
afterAll(() => farcaster.close())
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const start = async (changes: Parameters<typeof startTestFrame>[0] = {}): Promise<TestFrame> => {
  const { relay, rpc } = farcaster
  const frame = await startTestFrame({ farcaster: { relay, rpc }, ...changes })
  ending.push(frame.close)
  return frame
}
const begin = (visitor: Visitor) =>
  visitor.post('/v1/farcaster/start', { projectId: 'shop', origin: ORIGIN })
const wait = (visitor: Visitor, login: string, seen?: string) =>
  visitor.post('/v1/farcaster/wait', { login, ...(seen && { seen }) })
const verify = (visitor: Visitor, uri: string) =>
  visitor.post('/v1/social/verify', { projectId: 'shop', ...resultOf(uri) })

it('A person approves in their app, and is the id whose custody address signed', async () => {
  const frame = await start()
  const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
  const { body } = await begin(ada)
  expect((await wait(ada, body.login)).body).toEqual({ state: 'started' })
  expect(reasonOf(await wait(phone, body.login))).toEqual([404, 'missing'])
  const waiting = wait(ada, body.login, 'started')
  const { message } = await farcaster.approve(body.uri)
  expect(message.split('\n')[0]).toContain('shop.example wants you to sign in')
  const told = (await waiting).body
  expect(told.state).toBe('returned')
  const first = ada.keep(await verify(ada, told.uri))
  expect(first.body.user).toMatchObject({ userName: farcaster.username, signIns: ['farcaster'] })
  expect(first.body.user.email).toBeUndefined()
  expect(reasonOf(await verify(ada, told.uri))).toEqual([400, 'expired'])
  const again = await begin(phone)
  await farcaster.approve(again.body.uri, { username: 'another-name' })
  const second = await verify(phone, (await wait(phone, again.body.login)).body.uri)
  // The relay's word for the name changes nothing but the name.
  expect(second.body.user).toMatchObject({ id: first.body.user.id, userName: 'another-name' })
})

it('The same person confirms a sign-in by another approval', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const approved = async () => {
    const { body } = await begin(ada)
    await farcaster.approve(body.uri)
    return (await wait(ada, body.login)).body.uri as string
  }
  ada.keep(await verify(ada, await approved()))
  frame.pass(6 * 60_000)
  expect(reasonOf(await ada.ask('DELETE', '/v1/user'))).toEqual([403, 'fresh'])
  const result = resultOf(await approved())
  expect((await ada.post('/v1/social/confirm', result)).status).toBe(200)
  expect((await ada.ask('DELETE', '/v1/user')).status).toBe(200)
})

it('A relay that is away says so at the start, and is waited for afterwards', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  farcaster.setAway(true)
  expect(reasonOf(await begin(ada))).toEqual([502, 'provider_failed'])
  farcaster.setAway(false)
  const { body } = await begin(ada)
  farcaster.setAway(true)
  expect((await wait(ada, body.login)).body).toEqual({ state: 'started' })
  farcaster.setAway(false)
  await farcaster.approve(body.uri)
  expect((await wait(ada, body.login)).body.state).toBe('returned')
})

it('[FRAME-33] [FRAME-35] The frame answers the uri of Farcaster, waits for the approval and signs in', async () => {
  const service = await start()
  const frame = await createFrameSide(service.url)
  ending.push(frame.close)
  const { uri } = done(await frame.ask('get farcaster uri', undefined))
  expect(uri).toContain(farcaster.relay)
  let isConnected = false
  const connecting = frame.ask('connect farcaster', undefined)
  void connecting.then(() => (isConnected = true))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isConnected).toBe(false)
  await farcaster.approve(uri)
  expect(done(await connecting)).toEqual({ userName: farcaster.username })
  const { user } = done(await frame.ask('get user', { chainId: 1, preferredAccountType: 'eoa' }))
  expect(user).toMatchObject({
    userName: farcaster.username,
    address: expect.stringMatching(/^0x/),
  })
})

it('[FRAME-15] The success of connect farcaster carries the name of the approval', async () => {
  const frame = await createFrameSide((await start()).url)
  ending.push(frame.close)
  const { uri } = done(await frame.ask('get farcaster uri', undefined))
  await farcaster.approve(uri, { username: 'grace' })
  expect(done(await frame.ask('connect farcaster', undefined))).toEqual({ userName: 'grace' })
})

it('[FRAME-14] Both uris are of https where provider and relay are', async () => {
  const github = { clientId: 'shop-client', clientSecret: 'never-shown' }
  const frame = await createFrameSide((await start({ socials: { github } })).url)
  ending.push(frame.close)
  const social = done(await frame.ask('get social redirect uri', { provider: 'github' }))
  expect(new URL(social.uri).protocol).toBe('https:')
  farcaster.setLink('https://farcaster.example/~/siwf')
  const channel = done(await frame.ask('get farcaster uri', undefined))
  expect(new URL(channel.uri).origin).toBe('https://farcaster.example')
  farcaster.setLink('http://farcaster.example/~/siwf')
  expect(await frame.ask('get farcaster uri', undefined)).toMatchObject({
    isDone: false,
    failure: { reason: 'provider_failed' },
  })
  farcaster.setLink(undefined)
})

it('An approval that is false ends the sign-in with one reason', async () => {
  const frame = await createFrameSide((await start()).url)
  ending.push(frame.close)
  const { uri } = done(await frame.ask('get farcaster uri', undefined))
  await farcaster.approve(uri, { fid: 1 })
  expect(await frame.ask('connect farcaster', undefined)).toMatchObject({
    isDone: false,
    failure: { reason: 'provider_failed' },
  })
})
