import { Transaction, verifyMessage, verifyTypedData } from 'ethers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressesOf, deriveKeys, type PrivateKeys } from './derive.js'
import {
  readMessageBytes,
  readTypedData,
  signMessage,
  signTransaction,
  signTypedData,
} from './evm.js'
import { highestFee, readTransaction, toTransaction } from './evmRequest.js'

const TO = '0x000000000000000000000000000000000000dEaD'
const refused = expect.objectContaining({ name: 'KeysError', failure: 'refused' })
const mail = {
  domain: { name: 'Mail', version: '1', chainId: 1, verifyingContract: TO },
  primaryType: 'Mail',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'count', type: 'uint256' },
    ],
  },
  message: { to: TO, count: '5' },
} as const

let keys: PrivateKeys
let own: { address: string; chainId: number; nonce: number }
beforeAll(async () => {
  keys = await deriveKeys(new Uint8Array(32).fill(9))
  own = { address: addressesOf(keys).evm, chainId: 1, nonce: 4 }
})

describe('signatures of EVM', () => {
  it('A text and bytes are signed so that ethers finds the account', () => {
    const sign = (data: string) => signMessage(readMessageBytes(data), keys)
    expect(verifyMessage('Grüße', sign('Grüße'))).toBe(own.address)
    expect(verifyMessage(Uint8Array.of(0xff, 0x00), sign('0xff00'))).toBe(own.address)
    expect(verifyMessage('0xf', sign('0xf'))).toBe(own.address)
  })

  it('Typed data is signed so that ethers finds the account', () => {
    const { EIP712Domain: _, ...types } = mail.types
    for (const given of [mail, JSON.stringify(mail)]) {
      const signature = signTypedData(readTypedData(given, 1), keys)
      const fields = { Mail: [...types.Mail] }
      expect(verifyTypedData(mail.domain, fields, mail.message, signature)).toBe(own.address)
    }
  })

  it.each([
    '{',
    '[]',
    'null',
    5,
    { ...mail, primaryType: 'Nobody' },
    { ...mail, message: { ...mail.message, to: '0x1' } },
    { ...mail, types: { Mail: [{ name: 'to', type: 'Nothing' }] } },
  ])('Data that is not typed data is refused: %j', (given) => {
    expect(() => readTypedData(given, 1)).toThrow(refused)
  })

  it.each([
    [{ maxFeePerGas: 7n, maxPriorityFeePerGas: 1n }, 2],
    [{ gasPrice: 7n }, 0],
  ])('A transaction with fees %o is of type %i and is the account’s by ethers', (fees, type) => {
    const request = readTransaction({ to: TO, value: '0x5', data: '0x1234' }, own)
    const transaction = toTransaction(request, 1, { nonce: own.nonce, gas: 21_000n, fees })
    const { raw, hash } = signTransaction(transaction, keys)
    const read = Transaction.from(raw)
    expect(read).toMatchObject({ from: own.address, to: TO, value: 5n, data: '0x1234', hash })
    expect(read).toMatchObject({ type, nonce: 4, chainId: 1n, gasLimit: 21_000n })
    expect(highestFee(transaction)).toBe(147_000n)
  })

  it.each([
    ['another sender', { from: TO, to: TO }],
    ['another network', { to: TO, chainId: '0x2' }],
    ['a list of authorizations', { to: TO, authorizationList: [] }],
    ['blobs', { to: TO, type: '0x3' }],
    ['two kinds of data', { to: TO, data: '0x12', input: '0x34' }],
    ['half a byte', { to: TO, data: '0x1' }],
    ['a broken recipient', { to: '0x12' }],
    ['a negative amount', { to: TO, value: -1 }],
    ['an amount in words', { to: TO, value: 'much' }],
    ['too much gas', { to: TO, gas: '0xffffffffff' }],
    ['an unreadable access list', { to: TO, accessList: [{ address: TO }] }],
    ['more data than nodes take', { to: TO, data: `0x${'00'.repeat(131_073)}` }],
    ['neither recipient nor code', { value: '0x1' }],
  ])('A transaction with %s is refused', (_, transaction) => {
    expect(() => readTransaction(transaction, own)).toThrow(refused)
  })

  it('A transaction with another nonce than the next one is refused', () => {
    const request = (nonce: string) => readTransaction({ to: TO, nonce }, own)
    const fields = { nonce: own.nonce, gas: 21_000n, fees: { gasPrice: 7n } }
    expect(() => toTransaction(request('0x5'), 1, fields)).toThrow(refused)
    expect(toTransaction(request('0x4'), 1, fields)).toMatchObject({ nonce: 4 })
  })

  it('Typed data of another chain is refused, in whichever form its chain id stands', () => {
    for (const chainId of [2, '2', '0x2', '1e0', null])
      expect(() => readTypedData({ ...mail, domain: { ...mail.domain, chainId } }, 1)).toThrow(
        refused,
      )
    for (const chainId of [1, '1', '0x1'])
      expect(readTypedData({ ...mail, domain: { ...mail.domain, chainId } }, 1)).toBeDefined()
  })

  it('Data of more than 64 kB is refused', () => {
    expect(() => readMessageBytes('a'.repeat(65_537))).toThrow(refused)
    expect(() => readMessageBytes(`0x${'00'.repeat(65_537)}`)).toThrow(refused)
    expect(readMessageBytes('a'.repeat(65_536))).toHaveLength(2 + 2 * 65_536)
    const contents = 'a'.repeat(131_073)
    expect(() => readTypedData({ ...mail, message: { ...mail.message, contents } }, 1)).toThrow(
      refused,
    )
  })

  it('Fees that the page names are not used', () => {
    const request = readTransaction(
      { to: TO, gasPrice: '0xffff', maxFeePerGas: '0xffff', maxPriorityFeePerGas: '0xffff' },
      own,
    )
    expect(Object.keys(request)).toEqual(['value', 'data', 'to'])
  })
})
