import {
  type Hex,
  decodeAbiParameters,
  encodeAbiParameters,
  namehash,
  recoverAddress,
  zeroAddress,
} from 'viem'
import { expect, it } from 'vitest'
import { answerHash } from '../../src/names/gateway.js'
import {
  ACCOUNT,
  ADDR,
  alice,
  type Api,
  ask,
  call,
  COIN,
  LOCAL_COIN,
  node,
  NOW,
  refusalOf,
  requestOf,
  RESOLVER,
  seconds,
  signed,
  SIGNER,
  SIGNER_KEY,
  startNames,
} from './names.js'

const RESPONSE = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const

/** The result of a call, after its signature was checked. */
const resultOf = async (api: Api, data: Hex, name = 'alice.shop.eth') => {
  const request = requestOf(name, data)
  const { status, body } = await ask(api, request)
  expect(status, JSON.stringify(body)).toBe(200)
  const [result, expires, signature] = decodeAbiParameters(RESPONSE, body.data)
  const hash = answerHash({ sender: RESOLVER, request, result, expires: Number(expires) })
  expect(await recoverAddress({ hash, signature })).toBe(SIGNER)
  return { result, expires: Number(expires) }
}
const decoded = async (api: Api, type: string, ...of: Parameters<typeof call>) =>
  decodeAbiParameters([{ type }], (await resultOf(api, call(...of))).result)[0]

it('Each record of a name is answered, signed for five minutes, and empty ones as empty', async () => {
  const api = await startNames()
  await api.register('alice.shop.eth', alice, { coin_type: LOCAL_COIN })
  const attributes = { avatar: 'ipfs://Qm0123456789', url: 'https://alice.example' }
  const change = { action: 'update', name: 'alice.shop.eth', attributes, timestamp: seconds() }
  const body = await signed(change, alice, { coin_type: LOCAL_COIN })
  expect((await api.send('PUT', `${ACCOUNT}/alice.shop.eth`, body)).status).toBe(200)
  expect(await decoded(api, 'address', 'addr', node)).toBe(alice.address)
  const small = alice.address.toLowerCase()
  for (const coin of [COIN, LOCAL_COIN, 0x8000_0000 + 137])
    expect(await decoded(api, 'bytes', 'addr', node, BigInt(coin))).toBe(small)
  expect(await decoded(api, 'bytes', 'addr', node, 0n)).toBe('0x')
  expect(await decoded(api, 'string', 'text', node, 'avatar')).toBe(attributes.avatar)
  expect(await decoded(api, 'string', 'text', node, 'url')).toBe(attributes.url)
  expect(await decoded(api, 'string', 'text', node, 'description')).toBe('')
  for (const key of ['email', '__proto__', 'constructor'])
    expect(await decoded(api, 'string', 'text', node, key)).toBe('')
  expect(await decoded(api, 'bytes', 'contenthash', node)).toBe('0x')
  const { result, expires } = await resultOf(
    api,
    call('multicall', [call('addr', node), call('text', node, 'url')]),
  )
  const [results] = decodeAbiParameters([{ type: 'bytes[]' }], result)
  expect(decodeAbiParameters([{ type: 'address' }], results[0]!)).toEqual([alice.address])
  expect(decodeAbiParameters([{ type: 'string' }], results[1]!)).toEqual([attributes.url])
  expect(expires).toBe(seconds() + 300)
})

it('A name that nobody has leads to the zero address, signed, and so does the zone itself', async () => {
  const api = await startNames()
  for (const name of ['alice.shop.eth', 'a.b.shop.eth', 'al.shop.eth', 'shop.eth']) {
    const { result } = await resultOf(api, call('addr', namehash(name)), name)
    expect(result).toBe(encodeAbiParameters([{ type: 'address' }], [zeroAddress]))
  }
})

it('A contract answers for its own chain alone', async () => {
  const api = await startNames()
  await api.store.names.register(
    {
      ...{ zone: 'shop.eth', label: 'alice', key: 'alice', address: alice.address },
      ...{ coinType: LOCAL_COIN, byKey: false, attributes: {}, signedAt: 1, createdAt: 1 },
    },
    { perAddress: 1, restedBefore: 0 },
  )
  expect(await decoded(api, 'address', 'addr', node)).toBe(zeroAddress)
  expect(await decoded(api, 'bytes', 'addr', node, BigInt(LOCAL_COIN))).toBe(
    alice.address.toLowerCase(),
  )
})

it('Any origin may ask, with no project, by GET and by POST, and no other route is open so', async () => {
  const api = await startNames({ projects: [{ id: 'shop', origins: ['https://shop.example'] }] })
  const origin = 'https://anybody.example'
  const path = `/v1/names/ccip/${RESOLVER}/${ADDR}.json`
  const got = await api.ask(path, { headers: { origin } })
  expect([got.status, got.headers.get('access-control-allow-origin')]).toEqual([200, origin])
  const post = await api.ask('/v1/names/ccip', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ sender: RESOLVER, data: ADDR }),
  })
  expect([post.status, post.headers.get('access-control-allow-origin')]).toEqual([200, origin])
  expect(await post.json()).toEqual(await got.json())
  const preflight = (to: string) => api.app.request(to, { method: 'OPTIONS', headers: { origin } })
  expect((await preflight('/v1/names/ccip')).headers.get('access-control-allow-origin')).toBe(
    origin,
  )
  for (const other of [ACCOUNT, `/v1/names/ccip/${RESOLVER}/x/y`, '/v1/supported-chains'])
    expect((await preflight(other)).headers.get('access-control-allow-origin'), other).toBeNull()
})

it('An answer is kept while it holds, is not signed again, and a changed name is seen at once', async () => {
  let now = NOW
  const api = await startNames({}, () => now)
  const zero = (await ask(api, ADDR)).body.data
  await api.register('alice.shop.eth')
  const first = (await ask(api, ADDR)).body.data
  expect(first).not.toBe(zero)
  now += 239_000
  expect((await ask(api, ADDR)).body.data).toBe(first)
  now += 2000
  expect((await ask(api, ADDR)).body.data).not.toBe(first)
})

it('The key that signs is in no line of the log, no answer and no page', async () => {
  const lines: unknown[] = []
  const api = await startNames({ log: (...line) => void lines.push(line) })
  await api.register('alice.shop.eth')
  const answers = [await ask(api, ADDR), await ask(api, '0x12'), await api.read('alice.shop.eth')]
  for (const path of ['/health', '/metrics', '/openapi.json'])
    answers.push((await (await api.app.request(path)).text()) as never)
  const secret = SIGNER_KEY.slice(2, 20)
  expect(JSON.stringify([lines, answers])).not.toContain(secret)
  expect(refusalOf(answers[1]!)).toEqual([400, 'data'])
})
