import type { HistoryEntry } from '@latchkey/backend'
import { expect, it } from 'vitest'
import { receiversIn, sentByOthers } from './airdrops.js'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const GIFT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const log = (to: number, changes: object = {}): object => ({
  address: GIFT.toLowerCase(),
  topics: [TRANSFER, `0x${'0'.repeat(64)}`, `0x${String(to).padStart(64, '0')}`],
  ...changes,
})
it('The receivers of a token are counted once each, and of that token alone', () => {
  const logs = [
    log(1),
    log(2),
    log(2),
    log(3, { address: ALICE }),
    log(4, { topics: ['0x00', '0x00', '0x04'] }),
    log(5, { topics: 'nonsense' }),
    null,
  ]
  expect(receiversIn({ logs }, GIFT)).toBe(2)
})
it.each([null, 'text', {}, { logs: 'text' }])('The receipt %j has no receivers', (receipt) => {
  expect(receiversIn(receipt, GIFT)).toBe(0)
})

const entry = (hash: string, sentFrom: string, direction: 'in' | 'out'): HistoryEntry => ({
  id: hash,
  metadata: {
    hash,
    minedAt: '2026-11-22T10:00:00.000Z',
    chain: 'eip155:1',
    operationType: 'receive',
    status: 'confirmed',
    sentFrom,
    sentTo: GIFT,
  },
  transfers: [
    {
      direction,
      from: GIFT,
      to: ALICE,
      quantity: { numeric: '1' },
      fungible_info: {
        name: 'Gift',
        symbol: 'GIFT',
        decimals: 18,
        address: `eip155:1:${GIFT}`,
        flags: { is_spam: false },
      },
    },
  ],
})
const wanted = new Set([GIFT.toLowerCase()])
it('A token that came by transactions of somebody else is found with all their hashes', () => {
  const entries = [entry('0x3', GIFT, 'in'), entry('0x1', GIFT, 'in'), entry('0x1', GIFT, 'in')]
  const found = sentByOthers(entries, ALICE, wanted)
  expect([...found]).toEqual([[GIFT.toLowerCase(), new Set(['0x3', '0x1'])]])
})
it('A token of which the account knows by a transaction of its own is not found', () => {
  const both = [entry('0x1', GIFT, 'in'), entry('0x2', ALICE.toLowerCase(), 'in')]
  expect(sentByOthers(both, ALICE, wanted).size).toBe(0)
  expect(sentByOthers([entry('0x1', GIFT, 'out')], ALICE, wanted).size).toBe(0)
  expect(sentByOthers([entry('0x1', GIFT, 'in')], ALICE, new Set()).size).toBe(0)
})
