import {
  type Hex,
  bytesToHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  namehash,
  recoverAddress,
  zeroAddress,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterEach, expect, it, vi } from 'vitest'
import { answerHash } from '../../src/names/gateway.js'
import { recordAbi, resolverAbi } from '../../src/names/resolverAbi.js'
import {
  alice,
  ACCOUNT,
  COIN,
  LOCAL_COIN,
  NOW,
  refusalOf,
  RESOLVER,
  seconds,
  signed,
  SIGNER,
  SIGNER_KEY,
  startNames,
} from './names.js'

afterEach(() => vi.restoreAllMocks())

const node = namehash('alice.shop.eth')
const call = (functionName: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: recordAbi, functionName, args } as never)
const requestOf = (name: string, data: Hex): Hex =>
  encodeFunctionData({
    abi: resolverAbi,
    functionName: 'resolve',
    args: [bytesToHex(packetToBytes(name)), data],
  })
const ADDR = requestOf('alice.shop.eth', call('addr', node))
const RESPONSE = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const

type Api = Awaited<ReturnType<typeof startNames>>
const ask = (api: Api, request: Hex, sender: string = RESOLVER) =>
  api.send('POST', '/v1/names/ccip', { sender, data: request })
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

const WORD = 'ff'.repeat(32)
it.each<[string, Hex, number, string?]>([
  ['another selector', '0x12345678', 400],
  ['an empty call', '0x', 400],
  ['a half call', ADDR.slice(0, 80) as Hex, 400],
  ['offsets out of the call', `0x9061b923${WORD}${WORD}` as Hex, 400],
  ['a record of another kind', requestOf('alice.shop.eth', '0x691f3431'), 400],
  ['the record of another name', requestOf('robert.shop.eth', call('addr', node)), 400],
  [
    'a name of no zone',
    requestOf('alice.other.eth', call('addr', namehash('alice.other.eth'))),
    400,
  ],
  ['a dot inside of a label', withDot(), 400],
  ['a resolver that is not ours', ADDR, 404, `0x${'66'.repeat(20)}`],
  ['a multicall in a multicall', nested(1), 400],
  ['multicalls nested 100 deep', nested(100), 400],
  [
    '51 calls at once',
    requestOf('alice.shop.eth', call('multicall', Array(51).fill(call('addr', node)))),
    400,
  ],
])('The gateway refuses %s', async (_, request, status, sender) => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  expect((await ask(api, request, sender)).status).toBe(status)
})

function withDot(): Hex {
  const name: Hex = `0x0a${Buffer.from('alice.shop').toString('hex')}03${Buffer.from('eth').toString('hex')}00`
  const args = [name, call('addr', node)] as const
  return encodeFunctionData({ abi: resolverAbi, functionName: 'resolve', args })
}

function nested(depth: number): Hex {
  let data = call('addr', node)
  for (let level = 0; level <= depth; level += 1) data = call('multicall', [data])
  return requestOf('alice.shop.eth', data)
}

it('A megabyte of call is refused before it is read', async () => {
  const api = await startNames()
  expect((await ask(api, `0x${'00'.repeat(1 << 20)}`)).status).toBe(413)
  const path = `/v1/names/ccip/${RESOLVER}/0x${'00'.repeat(1 << 20)}.json`
  expect((await api.get(path)).status).toBe(414)
})

it('Of calls with bytes changed at random none fails, and none is answered for another name', async () => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  let state = 17
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const full = requestOf('alice.shop.eth', call('multicall', [call('text', node, 'url')]))
  for (let time = 0; time < 1000; time += 1) {
    const bytes = Buffer.from((time % 2 ? ADDR : full).slice(2), 'hex')
    for (let flips = 0; flips <= random(4); flips += 1) bytes[random(bytes.length)] = random(256)
    const { status } = await ask(api, `0x${bytes.toString('hex')}`)
    expect([200, 400]).toContain(status)
  }
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
