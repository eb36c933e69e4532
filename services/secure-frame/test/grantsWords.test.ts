// The sentences of a card of permissions: no figure and no function seems harmless that is not known to be.
import { expect, it } from 'vitest'
import { sentenceOf } from '../src/page/approval/notice.js'
import { de } from '../src/page/translations/de.js'
import {
  createGranter,
  DAY_S,
  GAME,
  hex,
  NOW_S,
  permit,
  readRows,
  requestOf,
  TOKEN,
} from './grantsSide.js'

const BUY = '0xa6f2ae3a'
const TRANSFER = '0xa9059cbb'
const calls = (selectors: readonly string[], targets: readonly string[] = [GAME]) =>
  permit('contract-calls', { targets, selectors, maxValue: '0x0' })
const payment = () =>
  permit('erc20-token-allowance', { tokenAddress: TOKEN, allowanceAmount: hex(1_000_000n) })
const rowsOf = async (contracts: object, ...asked: object[]) => {
  const ada = await createGranter({
    contracts: { [TOKEN]: { symbol: 'TKN', decimals: 6 }, ...contracts },
  })
  return readRows(await ada.prepare(asked))
}

it('Every figure says that calls are not in it, where any permission is of calls', async () => {
  const rows = await rowsOf({ [GAME]: {} }, payment(), calls([BUY]))
  const warning = 'What these contracts take by themselves is not in this amount.'
  expect(rows.filter(([label]) => label === 'Leaves your account at most')).toEqual([
    ['Leaves your account at most', `1 TKN (${TOKEN})`, warning],
    ['Leaves your account at most', '0 ETH', warning],
  ])
})

it('A function that is not known says so, and one that is known says what it does', async () => {
  const rows = await rowsOf({ [GAME]: {} }, calls([BUY, TRANSFER]))
  const unknown = 'What this function does is not known. It may move what your account holds there.'
  expect(rows.filter(([label]) => label === 'Function')).toEqual([
    ['Function', BUY, unknown],
    ['Function', TRANSFER],
  ])
  expect(rows.filter(([label]) => label === 'Danger').map(([, value]) => value)).toEqual([
    `${TRANSFER} · ${GAME}`,
  ])
})

it('Contracts that hold tokens of many ids are tokens (ERC-1155, ERC-6909)', async () => {
  const rows = await rowsOf({ [GAME]: { hasIds: true } }, calls([BUY]))
  expect(rows.filter(([label]) => label === 'Danger').map(([, value]) => value)).toEqual([GAME])
})

it('The one who may act can pass that on, and the card says so', async () => {
  const [warning] = (await rowsOf({}, payment()))
    .filter(([label]) => label === 'Who may act')
    .map(([, , said]) => said)
  expect(warning).toContain('They can pass this on to others, within the same limits.')
})

it.each([
  ['ahead', -DAY_S / 2, '24 ETH'],
  ['behind', DAY_S / 2, '24 ETH'],
])('A clock of the browser that is %s makes the worst case no smaller', async (_, ahead, most) => {
  const ada = await createGranter()
  ada.time.ahead = ahead
  if (ahead < 0) ada.time.now += -ahead
  const data = { periodAmount: hex(10n ** 18n), periodDuration: 3_600, startTime: NOW_S }
  const asked = requestOf(
    { rules: [{ type: 'expiry', data: { timestamp: NOW_S + DAY_S } }] },
    { type: 'native-token-periodic', data },
  )
  expect(readRows(await ada.prepare([asked]))[0]).toEqual(['Leaves your account at most', most])
})

it('A grant that is refused after its approval is told in the visitor’s language', async () => {
  const ada = await createGranter()
  const prepared = await ada.prepare([requestOf()])
  ada.time.now += DAY_S
  const error: unknown = await ada.run(prepared).catch((reason: unknown) => reason)
  expect(sentenceOf(error, de)).toBe(
    'Diese Erlaubnis kann nicht mehr erteilt werden. Die Website muss erneut fragen.',
  )
})
