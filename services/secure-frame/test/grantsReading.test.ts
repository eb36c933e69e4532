// Requests for permissions that are read whole or refused before the card.
import { decodeContext } from '@latchkey/smart-account'
import { toHex, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import {
  createGranter,
  DAY_S,
  GAME,
  hex,
  KEY,
  NOW_S,
  permit,
  readRows,
  refusalOf,
  requestOf,
  TOKEN,
} from './grantsSide.js'

const BUY = '0xa6f2ae3a'
const contract = (index: number): Address => toHex(0x5109_0000 + index, { size: 20 })
const calls = (targets: readonly string[]) =>
  permit('contract-calls', { targets, selectors: [BUY], maxValue: '0x0' })
const contracts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => contract(from + index))

it('A request names 16 contracts at most, so that few questions leave before a card', async () => {
  const ada = await createGranter()
  let asked = 0
  const { node } = ada.reading
  ada.reading.node = (method, params) => {
    asked += 1
    return node(method, params)
  }
  const many = Array.from({ length: 10 }, (_, index) => calls(contracts(32 * index, 32)))
  expect(await refusalOf(ada.prepare(many))).toContain(
    '[0].permission.data.targets[16] is one contract more than 16',
  )
  const beyond = [calls(contracts(0, 16)), requestOf(), calls([contract(3), contract(16)])]
  expect(await refusalOf(ada.prepare(beyond))).toContain('[2].permission.data.targets[1] is one')
  const token = permit('erc20-token-allowance', { tokenAddress: TOKEN, allowanceAmount: hex(1n) })
  expect(await refusalOf(ada.prepare([calls(contracts(0, 16)), token]))).toContain(
    '[1].permission.data.tokenAddress is one',
  )
  expect(asked).toBe(0)
  const same = [
    calls(contracts(0, 15)),
    token,
    token,
    calls([contract(1).toUpperCase().replace('0X', '0x')]),
  ]
  expect(await refusalOf(ada.prepare(same))).toBe('granted')
  expect(asked).toBeLessThan(100)
})

it('The one who may act is read however its address is cased', async () => {
  const ada = await createGranter()
  const miscased = `0x${KEY.slice(2).replace(/[a-f]/gi, (one, at: number) => (at % 2 ? one.toLowerCase() : one.toUpperCase()))}`
  expect(miscased).not.toBe(KEY)
  const prepared = await ada.prepare([requestOf({ to: miscased })])
  expect(readRows(prepared).find(([label]) => label === 'Who may act')?.[1]).toBe(KEY)
  const [entry] = (await ada.run(prepared)) as unknown as { to: Hex; context: Hex }[]
  expect([entry!.to, decodeContext(entry!.context)[0]!.delegate]).toEqual([KEY, KEY])
})

it.each([
  ['no count', {}],
  ['an undefined count', { count: undefined }],
])('A rule of calls with %s is refused, and not dropped', async (_, data) => {
  const ada = await createGranter()
  const rules = [
    { type: 'expiry', data: { timestamp: NOW_S + DAY_S } },
    { type: 'call-limit', data },
  ]
  expect(await refusalOf(ada.prepare([requestOf({ rules })]))).toBe(
    'The grant is refused: [0].call-limit is missing.',
  )
})

it('Words of the page that are too long are cut between characters, and marked', async () => {
  const ada = await createGranter()
  const justification = `${'a'.repeat(299)}😀 and more`
  const asked = permit('native-token-allowance', { allowanceAmount: hex(1n), justification })
  const rows = readRows(await ada.prepare([asked]))
  const says = rows.find(([label]) => label === 'The website says')?.[1]
  expect(says).toBe(`“${'a'.repeat(299)}😀…”`)
  expect(await refusalOf(ada.prepare([calls([GAME])]))).toBe('granted')
})
