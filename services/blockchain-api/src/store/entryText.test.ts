import { expect, it } from 'vitest'
import { fillEntry, LATEST, readEntries, readEntry, writeEntry } from './entryText.js'
import { type HistoryRow, type StoredTransfer } from './store.js'

const CHAIN = 'eip155:1'
const [A, B, TOKEN] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const move = (more: Partial<StoredTransfer>): StoredTransfer => ({
  direction: 'in',
  standard: 'erc20',
  token: TOKEN,
  amount: '5',
  from: A,
  to: B,
  ...more,
})
const { token: _, ...NATIVE } = move({ standard: 'native', amount: '1000', direction: 'out' })
const row = (block: number, transfers: StoredTransfer[] = [], more = {}): HistoryRow => ({
  block,
  index: 3,
  hash: `0x${'d'.repeat(64)}`,
  at: 1_700_000_000_000,
  body: {
    operationType: 'trade',
    status: 'confirmed',
    sentFrom: A,
    sentTo: null,
    transfers,
    ...more,
  },
})
const ROWS = [
  row(9),
  row(8, [NATIVE, move({})]),
  row(7, [
    move({ standard: 'erc721', tokenId: '7', amount: '1' }),
    move({ standard: 'erc1155', tokenId: '0', amount: '40', direction: 'self' }),
  ]),
  row(6, [move({})], { nonce: 0, fee: '21000', sentTo: B, status: 'failed', more: 12 }),
  row(5, [move({})], { reason: '\u0001@1 2\u0001 "},{" \u0000 \ud83d\ude00' }),
]
const joined = (rows: readonly HistoryRow[]): string =>
  rows.map((each) => writeEntry(each)).join(',')

it('Entries that were joined in any order are read as they were written', () => {
  expect(readEntries(CHAIN, joined(ROWS)).map(readEntry)).toEqual(ROWS)
  const turned = [...ROWS].reverse()
  expect(readEntries(CHAIN, joined(turned)).map(readEntry)).toEqual(turned)
  expect(readEntries(CHAIN, '')).toEqual([])
})

it('The text of an entry is JSON once its gaps are filled, and has nothing else of a token', () => {
  const [, , nfts] = readEntries(CHAIN, joined(ROWS))
  expect(nfts?.gaps).toEqual([
    { standard: 'erc721', token: TOKEN, tokenId: '7', amount: '1' },
    { standard: 'erc1155', token: TOKEN, tokenId: '0', amount: '40' },
  ])
  const text = fillEntry(nfts!, ({ amount }) => `"quantity":{"numeric":"${amount}"}`)
  expect(JSON.parse(text)).toEqual({
    id: `${CHAIN}:${ROWS[2]!.hash}`,
    metadata: {
      hash: ROWS[2]!.hash,
      minedAt: '2023-11-14T22:13:20.000Z',
      chain: CHAIN,
      operationType: 'trade',
      status: 'confirmed',
      sentFrom: A,
      sentTo: '',
    },
    transfers: [
      { direction: 'in', from: A, to: B, quantity: { numeric: '1' } },
      { direction: 'self', from: A, to: B, quantity: { numeric: '40' } },
    ],
  })
})

it('A time that no calendar writes with four digits is written as the last one that has them', () => {
  const [entry] = readEntries(CHAIN, writeEntry({ ...row(1), at: LATEST + 1e9 }))
  expect(readEntry(entry!).at).toBe(LATEST)
})
