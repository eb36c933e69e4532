// Attacks on the giving out of names: each bad body is refused by the rule that it breaks.
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { expect, it } from 'vitest'
import { isNormal } from '../../src/names/rules.js'
import {
  ACCOUNT,
  alice,
  bob,
  LOCAL_COIN,
  NOW,
  refusalOf,
  registration,
  report,
  seconds,
  signed,
  somebody,
  startNames,
  wordsOf,
} from './names.js'

const SEED = 17
const BODIES = 5000

/** Each answer with the right signature for what was sent: only the rules are in the way. */
const byHand: [string, () => Promise<unknown> | unknown, number, string][] = [
  ['a taken name', () => registration('alice.shop.eth', bob), 409, 'name'],
  ['a reserved name', () => registration('support.shop.eth', bob), 409, 'name'],
  ['upper case', () => registration('Robert.shop.eth', bob), 400, 'name'],
  ['a zero-width joiner', () => registration('rob\u200dert.shop.eth', bob), 400, 'name'],
  ['mixed scripts', () => registration('rоbert.shop.eth', bob), 400, 'name'],
  ['a turn of direction', () => registration('robert\u202e.shop.eth', bob), 400, 'name'],
  ['Punycode', () => registration('xn--rbert-jua.shop.eth', bob), 400, 'name'],
  ['64 letters', () => registration(`${'r'.repeat(64)}.shop.eth`, bob), 400, 'name'],
  ['a hyphen first', () => registration('-robert.shop.eth', bob), 400, 'name'],
  ['two dots', () => registration('robert..shop.eth', bob), 400, 'name'],
  ['a foreign zone', () => registration('robert.evil.eth', bob), 400, 'name'],
  ['__proto__ as a name', () => registration('__proto__.shop.eth', bob), 400, 'name'],
  [
    'a clock 6 minutes behind',
    () => registration('robert.shop.eth', bob, {}, NOW - 360_000),
    400,
    'timestamp',
  ],
  [
    'a clock 6 minutes ahead',
    () => registration('robert.shop.eth', bob, {}, NOW + 360_000),
    400,
    'timestamp',
  ],
  [
    'a signature for another name',
    async () => {
      const { signature } = await registration('roberta.shop.eth', bob)
      return { ...(await registration('robert.shop.eth', bob)), signature }
    },
    401,
    'signature',
  ],
  [
    "another address's signature",
    async () => ({ ...(await registration('robert.shop.eth', alice)), address: bob.address }),
    401,
    'signature',
  ],
  [
    'a key twice in the message',
    () =>
      signed(
        `{"name":"alice.shop.eth","name":"robert.shop.eth","attributes":{},"timestamp":${seconds()}}`,
        bob,
      ),
    400,
    'message',
  ],
  [
    'a message of a megabyte',
    () =>
      signed(
        { name: 'robert.shop.eth', attributes: {}, timestamp: seconds(), x: 'x'.repeat(1 << 20) },
        bob,
      ),
    413,
    'body',
  ],
  ['a dot inside', () => registration('rob.ert.shop.eth', bob), 400, 'name'],
  ['three letters', () => registration('rob.shop.eth', bob), 400, 'name'],
  ['hyphens at the third place', () => registration('ro--bert.shop.eth', bob), 400, 'name'],
  ['an underscore', () => registration('rob_ert.shop.eth', bob), 400, 'name'],
  ['the zone alone', () => registration('shop.eth', bob), 400, 'name'],
  ['no JSON', () => signed('robert', bob), 400, 'message'],
  ['a list', () => signed([], bob), 400, 'message'],
  ['no timestamp', () => signed({ name: 'robert.shop.eth', attributes: {} }, bob), 400, 'message'],
  [
    'attributes',
    () => signed({ name: 'robert.shop.eth', attributes: { a: 1 }, timestamp: seconds() }, bob),
    400,
    'message',
  ],
  [
    'a key too many',
    () =>
      signed({ name: 'robert.shop.eth', attributes: {}, timestamp: seconds(), admin: true }, bob),
    400,
    'message',
  ],
  [
    '__proto__ as a key',
    () =>
      signed(
        `{"name":"robert.shop.eth","attributes":{"__proto__":{}},"timestamp":${seconds()}}`,
        bob,
      ),
    400,
    'message',
  ],
  [
    'a change in the place of a registration',
    () =>
      signed(
        { action: 'update', name: 'robert.shop.eth', attributes: {}, timestamp: seconds() },
        bob,
      ),
    400,
    'message',
  ],
  [
    'milliseconds',
    () => signed({ name: 'robert.shop.eth', attributes: {}, timestamp: NOW }, bob),
    400,
    'timestamp',
  ],
  ['nesting', () => signed(`${'['.repeat(4000)}${']'.repeat(4000)}`, bob), 400, 'message'],
  [
    'a chain id of 0',
    () => registration('robert.shop.eth', bob, { coin_type: 0x8000_0000 }),
    400,
    'coin_type',
  ],
  [
    'a chain id above 31 bits',
    () => registration('robert.shop.eth', bob, { coin_type: 2 ** 32 }),
    400,
    'coin_type',
  ],
  [
    'the coin of Bitcoin',
    () => registration('robert.shop.eth', bob, { coin_type: 0 }),
    400,
    'coin_type',
  ],
  [
    'a wrong checksum',
    () => registration('robert.shop.eth', bob, { address: `0x${'aB'.repeat(20)}` }),
    400,
    'address',
  ],
]

it.for(byHand)('Refused: %s', async ([attack, bodyOf, status, field], context) => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  const answer = await api.send('POST', ACCOUNT, await bodyOf())
  expect(refusalOf(answer)).toEqual([status, field])
  expect((await api.read('robert.shop.eth')).status).toBe(404)
  const { body } = await api.get(`/v1/profile/reverse/${bob.address}`)
  report(context, `a name by ${attack}`, 1, body.length)
})

it('A wrong clock is told by how much it is wrong', async () => {
  const api = await startNames()
  const late = await registration('robert.shop.eth', bob, {}, NOW - 7 * 60_000)
  expect(wordsOf(await api.send('POST', ACCOUNT, late))).toMatch(/^Your clock is 7 minutes off/)
})

it('Keys of the message may come in any order', async () => {
  const api = await startNames()
  const message = `{ "timestamp": ${seconds()}, "attributes": {}, "name": "robert.shop.eth" }`
  expect((await api.send('POST', ACCOUNT, await signed(message, bob))).status).toBe(200)
})

it('Of 1,000 who want one name at once, one gets it, and the name is that one’s', async (context) => {
  const api = await startNames()
  const all = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const from = somebody()
      return { from, body: await registration('alice.shop.eth', from) }
    }),
  )
  const answers = await Promise.all(
    all.map(async ({ from, body }) => ({ from, ...(await api.send('POST', ACCOUNT, body)) })),
  )
  const winners = answers.filter(({ status }) => status === 200)
  report(context, 'one name for many at once', all.length, winners.length, 1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(999)
  const { body } = await api.read('alice.shop.eth')
  expect(body.addresses['60'].address).toBe(winners[0]!.from.address)
})

it(`Of ${BODIES} hostile bodies none is taken, and a right one after them is`, async (context) => {
  const lines: unknown[] = []
  const api = await startNames({
    log: (level, ...line) => void (level === 'error' && lines.push(line)),
  })
  const right = await registration('robert.shop.eth', bob)
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('alice.shop.eth', '__proto__', 'constructor', '\0', '￿', '{', '[]'),
    fc.double(),
    fc.maxSafeInteger(),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const text = fc.oneof(
    odd.map((value) => JSON.stringify(value) ?? ''),
    fc.record({ name: odd, attributes: odd, timestamp: odd }).map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  const body = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ coin_type: odd, address: odd, message: odd, signature: odd }),
    fc.record({
      coin_type: fc.constantFrom(60, LOCAL_COIN, 2 ** 31, -1),
      address: fc.constantFrom(alice.address, bob.address, bob.address.toLowerCase()),
      message: fc.oneof(text, fc.constant(right.message)),
      signature: fc.oneof(
        fc.constantFrom('0x', '0x00', `${right.signature}${'6492'.repeat(16)}`),
        fc.uint8Array({ minLength: 65, maxLength: 65 }).map((bytes) => bytesToHex(bytes)),
      ),
    }),
    // One field of a right body is another one.
    fc
      .tuple(fc.constantFrom('address', 'message', 'signature'), odd)
      .filter(([field, value]) => value !== right[field as keyof typeof right])
      .map(([field, value]) => ({ ...right, [field]: value })),
  )
  const statuses = new Set<number>()
  let accepted = 0
  for (const value of fc.sample(body, { numRuns: BODIES, seed: SEED })) {
    const { status } = await api.send('POST', ACCOUNT, value)
    if (status === 200) accepted += 1
    else expect([400, 401, 409, 413]).toContain(status)
    statuses.add(status)
  }
  report(context, 'hostile registrations', BODIES, accepted)
  expect(statuses.has(400) && statuses.has(401)).toBe(true)
  expect(lines).toEqual([])
  for (const { address } of [alice, bob])
    expect((await api.get(`/v1/profile/reverse/${address}`)).body).toEqual([])
  expect((await api.send('POST', ACCOUNT, right)).status).toBe(200)
})

it.each([
  ['alice.shop.eth', true],
  ['ni‍ck.eth', false],
  ['Alice.eth', false],
  ['a_b.eth', false],
  ['_ab.eth', true],
  ['аlice.eth', false],
  ['алиса.eth', true],
  ['xn--abc.eth', false],
  ['alice..eth', false],
  ['.eth', false],
  ['alice.eth.', false],
  ['a b.eth', false],
  ['e\u0301.eth', false],
  ['\u00e9.eth', true],
  ['🚴‍♂️.eth', false],
  ['🚴‍♂.eth', true],
  ['١٢٣.eth', true],
  ['0x‎.eth', false],
  ['', false],
])('The normal form of %j (ENSIP-15): %s', (name, expected) => {
  expect(isNormal(name)).toBe(expected)
})
