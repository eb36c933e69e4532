import type { HistoryEntry } from '../src/api.js'

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** Looks like Bob's address. */
export const FALSE_BOB = '0x3C44CdD0000000000000000000000000004293BC'
export const MALLORY = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const NOBODY = `0x${'0'.repeat(40)}`
export const ONE = 'eip155:1'
export const TEN = 'eip155:10'

type Transfer = HistoryEntry['transfers'][number]

export const token = (
  changes: Partial<Transfer> = {},
  info: Partial<NonNullable<Transfer['fungible_info']>> = {},
): Transfer => ({
  direction: 'out',
  from: ALICE,
  to: BOB,
  quantity: { numeric: '1.5' },
  fungible_info: {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    flags: { is_spam: false },
    ...info,
  },
  ...changes,
})
export const nft = (changes: Partial<Transfer> = {}, is_spam = false): Transfer => ({
  direction: 'in',
  from: BOB,
  to: ALICE,
  quantity: { numeric: '1' },
  nft_info: {
    name: 'Cat 7',
    contract: `${ONE}:${BOB}`,
    token_id: '7',
    standard: 'erc721',
    flags: { is_spam },
    content: { preview: { url: '' } },
  },
  ...changes,
})
/** A transaction; its hash follows from the id. */
export const entry = (
  id: string,
  metadata: Partial<HistoryEntry['metadata']> = {},
  transfers: readonly Transfer[] = [token()],
): HistoryEntry => ({
  id,
  metadata: {
    hash: hashOf(id),
    minedAt: '2026-11-22T10:00:00.000Z',
    chain: ONE,
    operationType: 'send',
    status: 'confirmed',
    sentFrom: ALICE,
    sentTo: BOB,
    ...metadata,
  },
  transfers,
})
export const hashOf = (id: string): string =>
  `0x${[...id]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(64, '0')}`
/** Somebody else sends to Alice. */
export const incoming = (
  id: string,
  from: string,
  transfers: readonly Transfer[] = [token({ direction: 'in', from, to: ALICE })],
): HistoryEntry => entry(id, { sentFrom: from, sentTo: ALICE, operationType: 'receive' }, transfers)
