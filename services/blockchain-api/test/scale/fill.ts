import { getAddress } from 'viem'
import { openStore, type StoreOptions } from '../../src/store/openStore.js'
import { type Header, type NewEntry } from '../../src/store/follower.js'

export const CHAIN = 'eip155:31337'
const TOKEN = getAddress('0x1000000000000000000000000000000000000e20')
const PEOPLE = 1_000
const EACH = 100
const BLOCKS = 10

const hex = (value: bigint, bytes: number): string =>
  `0x${value.toString(16).padStart(bytes * 2, '0')}`
export const person = (at: number): string => hex(BigInt(at % PEOPLE) + (1n << 150n), 20)
const header = (number: number): Header => ({
  number,
  hash: hex(BigInt(number + 1), 32),
  parent: hex(BigInt(number), 32),
  at: 1_700_000_000_000 + number * 1000,
})

/** Fills a store with transfers, 100 in each block, to 1,000 accounts that are followed. */
export async function fillStore(place: StoreOptions, transfers: number): Promise<void> {
  const store = await openStore({ ...place, durable: false })
  const epoch = await store.begin(CHAIN, header(0).hash, header(0))
  for (let at = 0; at < PEOPLE; at += 1)
    await store.watched.ask(`${CHAIN}:${person(at)}`, CHAIN, Date.now())
  for (let top = 0; top < transfers / EACH; top += BLOCKS) {
    const blocks = Array.from({ length: BLOCKS }, (_, at) => header(top + at + 1))
    const entries = blocks.flatMap((of) =>
      Array.from({ length: EACH }, (_, index) => entryOf(of, index)),
    )
    await store.commit({ chain: CHAIN, epoch, expected: header(top).hash, blocks, entries })
  }
  await store.close()
}

const entryOf = ({ number, at }: Header, index: number): NewEntry => {
  const to = person(number * 7919 + index * 31)
  const from = hex(BigInt(number * EACH + index) + (2n << 150n), 20)
  return {
    ...{ account: to, block: number, index, at },
    hash: hex(BigInt(number * EACH + index), 32),
    body: {
      operationType: 'receive',
      status: 'confirmed',
      sentFrom: getAddress(from),
      sentTo: TOKEN,
      transfers: [
        {
          ...{ direction: 'in', standard: 'erc20', token: TOKEN, amount: '1' },
          ...{ from: getAddress(from), to: getAddress(to) },
        },
      ],
    },
  }
}
