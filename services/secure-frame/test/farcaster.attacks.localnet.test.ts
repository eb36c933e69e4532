import { type Farcaster, type FarcasterSwitches, startFarcaster } from '@latchkey-tools/localnet'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORIGIN, startTestFrame } from './harness.js'
import { resultOf } from './socialBench.js'
import { type Visitor } from './visitor.js'

let farcaster: Farcaster
let frame: Awaited<ReturnType<typeof startTestFrame>>
beforeAll(async () => {
  farcaster = await startFarcaster()
  const { relay, rpc } = farcaster
  const limits = { socials: 1_000 }
  frame = await startTestFrame({ farcaster: { relay, rpc }, limits })
})
afterAll(async () => {
  await frame.close()
  await farcaster.close()
})

const begin = async (visitor: Visitor) => {
  const asked = { projectId: 'shop', origin: ORIGIN }
  return (await visitor.post('/v1/farcaster/start', asked)).body as { login: string; uri: string }
}
const stranger = generatePrivateKey()
const registered = generatePrivateKey()
const OTHER_FID = 77

/** @returns whether the sign-in opened a session */
const signsIn = async (visitor: Visitor, login: string): Promise<boolean> => {
  const told = (await visitor.post('/v1/farcaster/wait', { login })).body
  if (told.uri === undefined) return false
  const body = { projectId: 'shop', ...resultOf(told.uri) }
  return (await visitor.post('/v1/social/verify', body)).status === 200
}

/** Approvals that a relay hands out in the place of an honest one. */
const LIES: Readonly<Record<string, (uri: string) => Promise<FarcasterSwitches>>> = {
  'a custody address without an id': async () => ({ key: stranger }),
  'the custody address of another id': async () => ({ key: registered }),
  'a false id': async () => ({ fid: OTHER_FID }),
  'id 0': async () => ({ key: stranger, fid: 0 }),
  'two ids': async () => ({ change: (text) => `${text}\n- farcaster://fid/${OTHER_FID}` }),
  'no id': async () => ({ change: (text) => text.replace(/\nResources:[^]*/, '') }),
  'another domain': async () => ({ channel: { domain: 'evil.example' } }),
  'another uri': async () => ({ channel: { siweUri: 'https://evil.example' } }),
  'another nonce': async () => ({ channel: { nonce: 'f'.repeat(32) } }),
  'another network': async () => ({ change: (text) => text.replace('ID: 10', 'ID: 1') }),
  'another statement': async () => ({ change: (text) => text.replace('Farcaster Auth', 'Pay') }),
  'a message that is over': async () => ({
    change: (text) =>
      text.replace('\nResources', '\nExpiration Time: 2020-01-01T00:00:00Z\nResources'),
  }),
  'a signature of another message': async () => ({ signs: 'I like this' }),
  'a signature that is forged': async (uri) => {
    const honest = await farcaster.approve(uri)
    return { approval: { ...honest, signature: `0x${'11'.repeat(65)}` } }
  },
  'a name that is another person’s, under their id': async (uri) => {
    const honest = await farcaster.approve(uri, { key: stranger })
    return { approval: { ...honest, fid: farcaster.fid, username: farcaster.username } }
  },
  'an approval of before': async () => {
    const visitor = await frame.newVisitor()
    return { approval: await farcaster.approve((await begin(visitor)).uri) }
  },
}

it('Nobody gets in by a false custody address, id, domain, nonce or signature, a replay or a lying relay', async ({
  task,
}) => {
  await farcaster.register(privateKeyToAccount(registered).address, OTHER_FID)
  const visitor = await frame.newVisitor()
  const gotIn: string[] = []
  for (const [name, lie] of Object.entries(LIES)) {
    const { login, uri } = await begin(visitor)
    await farcaster.approve(uri, await lie(uri))
    if (await signsIn(visitor, login)) gotIn.push(name)
  }
  const { login, uri } = await begin(visitor)
  await farcaster.approve(uri)
  const isHonestIn = await signsIn(visitor, login)
  task.meta.attack = {
    attack: 'farcaster: custody, id, domain, nonce, signature, replay, lying relay',
    tries: Object.keys(LIES).length,
    wanted: '0 in',
    seen: `${gotIn.length} in`,
  }
  expect([gotIn, isHonestIn]).toEqual([[], true])
})
