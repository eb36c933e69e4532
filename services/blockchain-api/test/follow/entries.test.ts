import { expect, it } from 'vitest'
import { entriesOf } from '../../src/follow/entries.js'
import { SINGLE, TRANSFER } from '../../src/follow/transfers.js'
import { type Log, readReceipt, readTx } from '../../src/follow/wire.js'

const ME = `0x${'a1'.repeat(20)}`
const YOU = `0x${'b2'.repeat(20)}`
const TOKEN = `0x${'c3'.repeat(20)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`
const word = (value: number) => value.toString(16).padStart(64, '0')
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const header = { number: 1, hash: hash('1'), parent: hash('0'), at: 1000 }
const tx = { hash: hash('2'), from: ME, to: TOKEN, value: '0x0', nonce: '0x1', input: '0x' }
const receipt = { transactionHash: tx.hash, blockHash: header.hash, gasUsed: '0x64' }
const who = { has: (account: string) => account === YOU, names: [YOU] }

const log = (index: number, parts: Partial<Log>): Log => ({
  block: 1,
  blockHash: header.hash,
  index,
  txHash: tx.hash,
  token: TOKEN,
  topics: [TRANSFER, topic(ME), topic(YOU)],
  data: `0x${word(1)}`,
  ...parts,
})

it('An entry tells fifty movements and how many more there are; NFTs count all of them', () => {
  const logs = Array.from({ length: 1000 }, (_, at) =>
    log(at, {
      topics: [SINGLE, topic(ME), topic(ME), topic(YOU)],
      data: `0x${word(at)}${word(1)}`,
    }),
  )
  const [entry] = entriesOf({ header, index: 0, tx: readTx(tx), logs }, who)
  expect(entry?.body.transfers).toHaveLength(50)
  expect(entry?.body.more).toBe(950)
  expect(entry?.rest?.map(({ tokenId }) => tokenId)).toEqual(
    Array.from({ length: 950 }, (_, at) => String(50 + at)),
  )
  expect(JSON.stringify(entry?.body).length).toBeLessThan(20_000)
  const [small] = entriesOf({ header, index: 0, tx: readTx(tx), logs: [log(0, {})] }, who)
  expect(small?.body).not.toHaveProperty('more')
  expect(small).not.toHaveProperty('rest')
})

it.each([
  ['effectiveGasPrice of the receipt', { effectiveGasPrice: '0x3' }, {}, '300'],
  ['what a rollup pays below it', { effectiveGasPrice: '0x3', l1Fee: '0x7' }, {}, '307'],
  ['the price of the transaction where the receipt has none', {}, { gasPrice: '0x2' }, '200'],
  [
    'the price of the transaction where the receipt says null',
    { effectiveGasPrice: null },
    { gasPrice: '0x2' },
    '200',
  ],
  ['nothing where nobody names a price', {}, {}, undefined],
])('A fee is read from %s', (_, more, price, fee) => {
  const sent = readTx({ ...tx, ...price })
  const touched = {
    header,
    index: 0,
    tx: sent,
    logs: [],
    receipt: readReceipt({ ...receipt, status: '0x1', ...more }),
  }
  const [entry] = entriesOf(touched, { has: (account) => account === ME, names: [ME] })
  expect(entry?.body.fee).toBe(fee)
})

it.each([
  ['0x1', true],
  ['0x0', false],
  [null, true],
  [undefined, true],
])(
  'A receipt with status %s, as from before Byzantium, is read as success %s',
  (status, success) => {
    expect(readReceipt({ ...receipt, status }).success).toBe(success)
  },
)
