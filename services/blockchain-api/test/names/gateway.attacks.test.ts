// Attacks on the gateway: calls that no client of ENS makes.
import { type Hex, encodeFunctionData, namehash } from 'viem'
import { expect, it } from 'vitest'
import { resolverAbi } from '../../src/names/resolverAbi.js'
import {
  ADDR,
  ask,
  call,
  node,
  refusalOf,
  report,
  requestOf,
  RESOLVER,
  startNames,
  wordsOf,
} from './names.js'

const WORD = 'ff'.repeat(32)
const attacks: [string, Hex, number, string?][] = [
  ['another selector', '0x12345678', 400],
  ['an empty call', '0x', 400],
  ['a half call', ADDR.slice(0, 80) as Hex, 400],
  ['offsets out of the call', `0x9061b923${WORD}${WORD}` as Hex, 400],
  ['a record of another kind', requestOf('alice.shop.eth', '0x691f3431'), 400],
  ['the record of another name', requestOf('robert.shop.eth', call('addr', node)), 400],
  [
    'the record of another name beside its own',
    requestOf(
      'robert.shop.eth',
      call('multicall', [call('addr', namehash('robert.shop.eth')), call('addr', node)]),
    ),
    400,
  ],
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
]
it.for(attacks)('The gateway refuses %s', async ([attack, request, status, sender], context) => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  const answer = await ask(api, request, sender)
  report(context, `the gateway by ${attack}`, 1, answer.status === 200 ? 1 : 0)
  expect(answer.status).toBe(status)
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

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
/** A multicall whose list says that it has so many calls, and has these words for them. */
const listOf = (count: bigint, words: readonly bigint[] = [], offset = 32n): Hex =>
  requestOf('alice.shop.eth', `0xac9650d8${[offset, count, ...words].map(word).join('')}`)

/** All calls of the list are the same bytes behind it, so that each would be read anew. */
const SAME = 800
const same = listOf(BigInt(SAME), Array(SAME).fill(BigInt(SAME * 32)) as bigint[])
const AT_MOST = /^A multicall may have at most 50 calls\.$/
it.for<[string, Hex, RegExp]>([
  ['2^255 calls', listOf(1n << 255n), AT_MOST],
  ['51 calls, and has none', listOf(51n), AT_MOST],
  [`${SAME} calls that are the same bytes`, same, AT_MOST],
  ['its list at another place', listOf(1n, [32n], 64n), /^This is no multicall/],
])(
  'A multicall that claims %s is refused before its calls are read',
  async ([attack, request, words], context) => {
    const api = await startNames()
    await api.register('alice.shop.eth')
    const answer = await ask(api, request)
    report(context, `a multicall that claims ${attack}`, 1, answer.status === 200 ? 1 : 0)
    expect(refusalOf(answer)).toEqual([400, 'data'])
    // A decoder that had begun would say that the call is unknown.
    expect(wordsOf(answer)).toMatch(words)
  },
)

it('A megabyte of call is refused before it is read', async (context) => {
  const api = await startNames()
  expect((await ask(api, `0x${'00'.repeat(1 << 20)}`)).status).toBe(413)
  const path = `/v1/names/ccip/${RESOLVER}/0x${'00'.repeat(1 << 20)}.json`
  expect((await api.get(path)).status).toBe(414)
  report(context, 'a call of a megabyte', 2, 0)
})

it('Of calls with bytes changed at random none breaks the service', async (context) => {
  const api = await startNames()
  await api.register('alice.shop.eth')
  let state = 17
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const full = requestOf('alice.shop.eth', call('multicall', [call('text', node, 'url')]))
  let broken = 0
  for (let time = 0; time < 1000; time += 1) {
    const bytes = Buffer.from((time % 2 ? ADDR : full).slice(2), 'hex')
    for (let flips = 0; flips <= random(4); flips += 1) bytes[random(bytes.length)] = random(256)
    const { status } = await ask(api, `0x${bytes.toString('hex')}`)
    if (status !== 200 && status !== 400) broken += 1
  }
  report(context, 'calls with other bytes', 1000, broken)
  expect(broken).toBe(0)
})
