import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Suspicion } from '../api.js'
import {
  ALICE,
  BOB,
  entry,
  FALSE_BOB,
  hashOf,
  incoming,
  MALLORY,
  nft,
  NOBODY,
  ONE,
  token,
} from '../../test/entries.js'
import { agoOf } from './ago.js'
import { accountPage, transactionPage } from './links.js'
import { compareHead, isSpam, stillPending } from './lists.js'
import { createMonthOf, groupByMonth, monthName } from './months.js'
import { amountOf, rowsOf } from './rows.js'
import { storyOf } from './story.js'
import { createJudge, type Evidence } from './suspicions.js'

const on = (id: string, minedAt: string) => entry(id, { minedAt })
const EVIDENCE: Evidence = { account: ALICE, known: [], prices: new Map() }
const judge = (
  entries: Parameters<ReturnType<typeof createJudge>['judgeAll']>[0],
  more: Partial<Evidence> = {},
  listed: readonly string[] = [],
): Readonly<Record<string, Suspicion>> =>
  createJudge(listed).judgeAll(entries, { ...EVIDENCE, ...more })

describe('Months', () => {
  const entries = [
    on('old', '2024-03-05T10:00:00.000Z'),
    on('first', '2026-11-02T10:00:00.000Z'),
    on('last', '2026-11-20T10:00:00.000Z'),
    on('middle', '2026-11-10T10:00:00.000Z'),
    on('may', '2026-05-01T10:00:00.000Z'),
  ]
  it('Transactions are grouped by year and month [TX-12]', () => {
    const groups = groupByMonth(entries, createMonthOf('UTC'))
    expect(Object.entries(groups).map(([year, months]) => [year, Object.keys(months)])).toEqual([
      ['2024', ['2']],
      ['2026', ['4', '10']],
    ])
    expect(groups[2024]?.[2]?.map(({ id }) => id)).toEqual(['old'])
  })
  it('Transactions of a month are newest first [TX-13]', () => {
    expect(groupByMonth(entries, createMonthOf('UTC'))[2026]?.[10]?.map(({ id }) => id)).toEqual([
      'last',
      'middle',
      'first',
    ])
  })
  it('The time zone decides the month', () => {
    const [midnight] = [on('a', '2026-11-30T23:30:00.000Z')]
    expect(Object.keys(groupByMonth([midnight], createMonthOf('Asia/Tokyo'))[2026]!)).toEqual([
      '11',
    ])
    expect(Object.keys(groupByMonth([midnight], createMonthOf('UTC'))[2026]!)).toEqual(['10'])
    const here = new Date('2026-11-30T23:30:00.000Z')
    expect(createMonthOf()(here.getTime())).toEqual({
      year: here.getFullYear(),
      month: here.getMonth(),
    })
  })
  it('A month of this year has its name, another one the year too', () => {
    expect(monthName({ year: 2026, month: 10 }, 2026, 'en')).toBe('November')
    expect(monthName({ year: 2024, month: 2 }, 2026, 'en')).toBe('2024 · March')
    expect(monthName({ year: 2026, month: 10 }, 2026, 'fr')).toBe('novembre')
  })
})

describe('Spam', () => {
  it('A transaction is hidden when every transfer is flagged [TX-15]', () => {
    expect(isSpam(incoming('a', BOB, [nft({}, true), nft({}, true)]))).toBe(true)
  })
  it('A transaction with one transfer that is not flagged is shown [TX-16]', () => {
    expect(isSpam(incoming('a', BOB, [nft({}, true), nft()]))).toBe(false)
    expect(isSpam(entry('b', {}, []))).toBe(false)
  })
})

describe('What happened', () => {
  const into = { direction: 'in', from: BOB, to: ALICE } as const
  it.each([
    ['sent', entry('a')],
    ['received', incoming('a', BOB)],
    ['swapped', entry('a', {}, [token(), token(into)])],
    ['minted', entry('a', {}, [nft({ from: NOBODY })])],
    ['burned', entry('a', {}, [token({ to: NOBODY })])],
    ['moved', entry('a', {}, [token({ direction: 'self', to: ALICE })])],
    ['approved', entry('a', { operationType: 'approve' }, [])],
    ['deployed', entry('a', { sentTo: '', operationType: 'deploy' }, [])],
    ['executed', entry('a', { operationType: 'execute' }, [])],
  ])('A transaction is told as %s', (deed, one) => {
    expect(storyOf(one, ALICE.toLowerCase()).deed).toBe(deed)
  })
  it('The other side is the receiver of what was sent, and the sender of what came', () => {
    expect(storyOf(entry('a', { sentTo: MALLORY }), ALICE).counterparty).toBe(BOB)
    expect(storyOf(incoming('a', MALLORY), ALICE).counterparty).toBe(MALLORY)
    expect(storyOf(entry('a', { sentTo: '' }, []), ALICE).counterparty).toBeUndefined()
  })
})

describe('Suspicions', () => {
  const zero = { direction: 'out', quantity: { numeric: '0.000' } } as const
  it('A transfer of nothing that somebody else sent is doubted, an own one is not', () => {
    expect(judge([entry('a', { sentFrom: MALLORY }, [token(zero)])])['a']?.doubts).toEqual([
      'zeroValue',
    ])
    expect(judge([entry('a', {}, [token(zero)])])).toEqual({})
  })
  it('An address that looks like one that the account sent to is doubted', () => {
    const found = judge([incoming('fake', FALSE_BOB), entry('real')])
    expect(found).toMatchObject({
      fake: { doubts: ['lookalike'], address: FALSE_BOB, lookalike: { known: BOB } },
    })
    expect(found).not.toHaveProperty('real')
  })
  it('It is doubted too when the real one is on a later page', () => {
    const { judgeAll } = createJudge([])
    expect(judgeAll([incoming('fake', FALSE_BOB)], EVIDENCE)).toEqual({})
    expect(judgeAll([incoming('fake', FALSE_BOB), entry('real')], EVIDENCE)).toHaveProperty('fake')
  })
  it('A contact is known as well, and a stranger who sent something is not', () => {
    expect(
      judge([incoming('fake', FALSE_BOB)], {
        known: [{ address: BOB, from: 'contact', name: 'Bob' }],
      })['fake']?.lookalike,
    ).toMatchObject({ name: 'Bob' })
    expect(judge([incoming('fake', FALSE_BOB), incoming('real', BOB)])).toEqual({})
  })
  it('An address that the account sent to itself is not doubted', () => {
    const both = [entry('a'), entry('b', { sentTo: FALSE_BOB }, [token({ to: FALSE_BOB })])]
    expect(judge([...both, incoming('c', FALSE_BOB)])).toEqual({})
  })
  it('A token that spells a listed one with other letters is doubted', () => {
    const named = (symbol: string) => [incoming('a', MALLORY, [token({}, { symbol })])]
    expect(judge(named('USD\u0421'))['a']).toEqual({ doubts: ['spelling'], spelled: 'USDC' })
    expect(judge(named('SH0P'), {}, ['SHOP'])['a']?.spelled).toBe('SHOP')
    expect(judge(named('USDC'))).toEqual({})
  })
  it('A token with a link in its name is doubted, unless the site lists it', () => {
    const named = [incoming('a', MALLORY, [token({}, { name: 'claim-reward.com' })])]
    expect(judge(named)['a']?.doubts).toEqual(['link'])
    expect(judge(named, {}, ['claim-reward.com'])).toEqual({})
  })
  it('A token that has a price may have a link in its name', () => {
    const named = [incoming('a', MALLORY, [token({}, { name: 'Curve.fi DAI/USDC/USDT' })])]
    expect(judge(named)['a']?.doubts).toEqual(['link'])
    expect(judge(named, { prices: new Map([[ONE, 1]]) })).toEqual({})
  })
  it('Nothing of an NFT, sent by somebody else, is doubted too', () => {
    const nothing = nft({ direction: 'out', quantity: { numeric: '0' } })
    expect(judge([entry('a', { sentFrom: MALLORY }, [nothing])])['a']?.doubts).toEqual([
      'zeroValue',
    ])
  })
  it('An address that the account deals with after 300 others is known too', () => {
    const others = Array.from({ length: 300 }, (_, index) => {
      const to = `0x${createHash('sha256').update(`${index}`).digest('hex').slice(0, 40)}`
      return entry(`o${index}`, { sentTo: to }, [token({ to })])
    })
    const found = judge([incoming('fake', FALSE_BOB), ...others, entry('real')])
    expect(Object.keys(found)).toEqual(['fake'])
  })
  it('Dust is less than 0.001 US dollars that came unasked', () => {
    const prices = new Map([[ONE as string, 1]])
    const of = (numeric: string) => [
      incoming('a', MALLORY, [token({ direction: 'in', quantity: { numeric } })]),
    ]
    expect(judge(of('0.0009'), { prices })['a']?.doubts).toEqual(['dust'])
    expect(judge(of('0.001'), { prices })).toEqual({})
    expect(judge(of('0.0009'))).toEqual({})
    expect(
      judge([entry('a', {}, [token({ quantity: { numeric: '0.0001' } })])], { prices }),
    ).toEqual({})
  })
})

describe('Rows', () => {
  const pending = {
    id: 'send tx1',
    network: ONE,
    account: ALICE,
    hash: hashOf('a').toUpperCase().replace('0X', '0x'),
    at: Date.parse('2026-11-22T09:59:00.000Z'),
    status: 'pending',
    amount: '1',
    symbol: 'ETH',
    receiver: BOB,
  } as const
  it('The chain’s entry of the same hash takes the place of a pending one, and nothing moves', () => {
    const others = [on('b', '2026-11-21T10:00:00.000Z'), on('c', '2026-10-21T10:00:00.000Z')]
    const rowsWith = (entries: typeof others) =>
      rowsOf(stillPending([pending], entries), entries, createMonthOf('UTC'))
    const before = rowsWith(others)
    const after = rowsWith([entry('a'), ...others])
    expect(before.map(({ id }) => id)).toEqual(['send tx1', 'b', 'c'])
    expect(after.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(before.map(({ month }) => month)).toEqual(after.map(({ month }) => month))
  })
  it('One that has ended stands where its time is, and months stay in order', () => {
    const old = { ...pending, status: 'success', at: Date.parse('2026-03-01T00:00:00Z') } as const
    const entries = [on('b', '2026-11-21T10:00:00.000Z'), on('c', '2025-10-21T10:00:00.000Z')]
    const rows = rowsOf([pending, old], entries, createMonthOf('UTC'))
    expect(rows.map(({ kind, month }) => [kind, month?.month])).toEqual([
      ['pending', 10],
      ['entry', undefined],
      ['pending', 2],
      ['entry', 9],
    ])
  })
  it('An amount is as exact as its text', () => {
    expect(amountOf('12.3400')).toEqual({ value: 123400n, decimals: 4 })
    expect(amountOf('7')).toEqual({ value: 7n, decimals: 0 })
  })
  it('Links lead to the explorer, by https alone', () => {
    const network = (url: string) =>
      ({ blockExplorers: [{ name: 'E', url }] }) as unknown as Parameters<typeof accountPage>[0]
    expect(transactionPage(network('https://e.example/'), '0x1')?.url).toBe(
      'https://e.example/tx/0x1',
    )
    expect(accountPage(network('https://e.example'), BOB)?.url).toBe(
      `https://e.example/address/${BOB}`,
    )
    expect(accountPage(network('javascript:alert(1)//'), BOB)).toBeUndefined()
    expect(accountPage(undefined, BOB)).toBeUndefined()
  })
})

const END = { hasMore: false, early: new Set<string>() }

describe('A new head beside the list', () => {
  it('An entry that moved to another block stays, as the page has it', () => {
    const moved = on('a', '2026-11-22T11:00:00.000Z')
    const { kept, gone, fresh } = compareHead([entry('a')], [moved], END)
    expect([kept, gone, fresh]).toEqual([[moved], [], []])
  })
  it('An empty page without more says that all is gone', () => {
    expect(compareHead([entry('a')], [], END).gone).toHaveLength(1)
  })
})

describe('Times', () => {
  it.each([
    [30_000, 'activity.now', 0],
    [5 * 60_000, 'activity.minutes', 5],
    [2 * 3_600_000, 'activity.hours', 2],
    [3 * 86_400_000, 'activity.days', 3],
    [-60_000, 'activity.now', 0],
  ])('%i ms ago is %s %i', (passed, k, count) => {
    expect(agoOf(1_000_000_000_000 - passed, 1_000_000_000_000)).toEqual({ k, count })
  })
  it('After a week the date says more', () => {
    expect(agoOf(0, 8 * 86_400_000)).toEqual({ date: 0 })
  })
})
