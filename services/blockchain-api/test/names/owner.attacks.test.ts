// Attacks on the changes of owners: each bad body changes nothing, and is refused by the rule that it breaks.
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { expect, it } from 'vitest'
import {
  ACCOUNT,
  alice,
  bob,
  change,
  leaving,
  LOCAL_COIN,
  refusalOf,
  registration,
  report,
  seconds,
  signed,
  startNames,
} from './names.js'

const SEED = 17
const BODIES = 2000
const NAME = 'alice.shop.eth'
const PATH = `${ACCOUNT}/${NAME}`
const TEXTS = { url: 'https://alice.example', description: 'Hello' }
const OTHER = { url: 'https://evil.example' }

/** Alice has a name with texts, and bob has another one. */
async function start() {
  const api = await startNames()
  await api.register(NAME)
  await api.register('robert.shop.eth', bob)
  expect((await api.send('PUT', PATH, await change(NAME, TEXTS))).status).toBe(200)
  const isUnchanged = async (): Promise<boolean> => {
    const { status, body } = await api.read(NAME)
    return status === 200 && JSON.stringify(body.attributes) === JSON.stringify(TEXTS)
  }
  return { ...api, isUnchanged }
}

const at = { timestamp: seconds() }
type Attack = [attack: string, method: 'PUT' | 'DELETE', () => unknown, number, string]
const byHand: Attack[] = [
  ['a stranger', 'PUT', () => change(NAME, OTHER, bob), 404, 'name'],
  ['a stranger', 'DELETE', () => leaving(NAME, bob), 404, 'name'],
  [
    "a stranger under the owner's address",
    'PUT',
    async () => ({ ...(await change(NAME, OTHER, bob)), address: alice.address }),
    401,
    'signature',
  ],
  [
    "a stranger under the owner's address",
    'DELETE',
    async () => ({ ...(await leaving(NAME, bob)), address: alice.address }),
    401,
    'signature',
  ],
  ['the text of another name', 'PUT', () => change('robert.shop.eth', OTHER), 400, 'message'],
  ['the text of another name', 'DELETE', () => leaving('robert.shop.eth'), 400, 'message'],
  ['a leaving', 'PUT', () => leaving(NAME), 400, 'message'],
  ['a change', 'DELETE', () => change(NAME, OTHER), 400, 'message'],
  ['a registration', 'PUT', () => registration(NAME), 400, 'message'],
  ['a registration', 'DELETE', () => registration(NAME), 400, 'message'],
  [
    'a clock 6 minutes behind',
    'PUT',
    () => change(NAME, OTHER, alice, late(-360)),
    400,
    'timestamp',
  ],
  ['a clock 6 minutes ahead', 'DELETE', () => leaving(NAME, alice, late(360)), 400, 'timestamp'],
  ['a key too many', 'PUT', () => change(NAME, OTHER, alice, { admin: true }), 400, 'message'],
  ['a key too many', 'DELETE', () => leaving(NAME, alice, { attributes: {} }), 400, 'message'],
  [
    'a key twice',
    'PUT',
    () =>
      signed(
        `{"action":"update","name":"${NAME}","attributes":{"url":"https://a.example","url":"https://b.example"},"timestamp":${at.timestamp}}`,
      ),
    400,
    'message',
  ],
  [
    '__proto__ as a text',
    'PUT',
    () =>
      signed(
        `{"action":"update","name":"${NAME}","attributes":{"__proto__":"x"},"timestamp":${at.timestamp}}`,
      ),
    400,
    'message',
  ],
  ['texts in a list', 'PUT', () => change(NAME, ['https://evil.example']), 400, 'message'],
  ['no texts at all', 'PUT', () => signed({ action: 'update', name: NAME, ...at }), 400, 'message'],
  ['another chain of the registration', 'PUT', () => onChain(change(NAME, OTHER)), 404, 'name'],
  ['another chain of the registration', 'DELETE', () => onChain(leaving(NAME)), 404, 'name'],
  ...[
    { url: 'javascript:alert(1)' },
    { url: 'http://alice.example' },
    { url: 'https://alice.example/ a' },
    { url: 'https://' },
    { url: `https://alice.example/${'a'.repeat(1024)}` },
    { avatar: 'javascript:alert(1)' },
    { avatar: 'data:text/html,<script>' },
    { avatar: 'file:///etc/passwd' },
    { description: 'two\nlines' },
    { description: 'a\u0000b' },
    { description: 'x'.repeat(281) },
    { description: 7 },
    { email: 'a@b.example' },
  ].map((texts): Attack => [
    `the text ${JSON.stringify(texts).slice(0, 40)}`,
    'PUT',
    () => change(NAME, texts),
    400,
    'message',
  ]),
]
function late(secondsOff: number) {
  return { timestamp: seconds() + secondsOff }
}
async function onChain(body: Promise<object>) {
  return { ...(await body), coin_type: LOCAL_COIN }
}

it.for(byHand)('Refused: %s by %s', async ([attack, method, bodyOf, status, field], context) => {
  const { send, isUnchanged } = await start()
  const answer = await send(method, PATH, await bodyOf())
  expect(refusalOf(answer)).toEqual([status, field])
  report(context, `${method} of a name by ${attack}`, 1, (await isUnchanged()) ? 0 : 1)
})

it('A change that is played back after the name was given up changes nothing', async (context) => {
  const { send, read } = await start()
  const old = await change(NAME, OTHER)
  expect((await send('DELETE', PATH, await leaving(NAME))).status).toBe(200)
  const answer = await send('PUT', PATH, old)
  expect(refusalOf(answer)).toEqual([404, 'name'])
  report(
    context,
    'a change of a name that was given up',
    1,
    (await read(NAME)).status === 200 ? 1 : 0,
  )
})

it(`Of ${BODIES} hostile bodies none changes a name, and a right one after them does`, async (context) => {
  const { send, isUnchanged } = await start()
  const right = { PUT: await change(NAME, OTHER), DELETE: await leaving(NAME) }
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(NAME, '__proto__', 'update', 'release', '\0', '{', '[]'),
    fc.maxSafeInteger(),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const text = fc.oneof(
    odd.map((value) => JSON.stringify(value) ?? ''),
    fc
      .record({ action: odd, name: odd, attributes: odd, timestamp: odd })
      .map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  const method = fc.constantFrom<'PUT' | 'DELETE'>('PUT', 'DELETE')
  const attempt = fc.oneof(
    fc.tuple(method, fc.jsonValue({ maxDepth: 3 })),
    fc.tuple(method, fc.record({ coin_type: odd, address: odd, message: odd, signature: odd })),
    // One field of a right body is another one, or the body is that of the other method.
    fc
      .tuple(
        method,
        fc.constantFrom<'PUT' | 'DELETE'>('PUT', 'DELETE'),
        fc.constantFrom('address', 'message', 'signature'),
        fc.oneof(odd, text, fc.uint8Array({ minLength: 65, maxLength: 65 }).map(bytesOf)),
      )
      .filter(([, of, field, value]) => value !== right[of][field as 'message'])
      .map(([by, of, field, value]) => [by, { ...right[of], [field]: value }] as const),
  )
  const statuses = new Set<number>()
  let accepted = 0
  for (const [by, body] of fc.sample(attempt, { numRuns: BODIES, seed: SEED })) {
    const { status } = await send(by, PATH, body)
    if (status === 200) accepted += 1
    else expect([400, 401, 404, 413]).toContain(status)
    statuses.add(status)
  }
  report(context, 'hostile changes of a name', BODIES, accepted)
  expect(statuses.has(400) && statuses.has(401)).toBe(true)
  expect(await isUnchanged()).toBe(true)
  expect((await send('PUT', PATH, right.PUT)).status).toBe(200)
  expect((await send('DELETE', PATH, right.DELETE)).status).toBe(200)
})

function bytesOf(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}
