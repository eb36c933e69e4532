// Bytes that a chain and a naive reader would read differently.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { toNetwork } from '../src/chain/chains.js'
import { describe } from '../src/describe/describe.js'
import { cosmoshub } from '../src/chain/networks.js'

const ME = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const TO = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
const field = (id: number, value: string | number[]): number[] => {
  const bytes = typeof value === 'string' ? [...Buffer.from(value)] : value
  return [...varint(id * 8 + 2), ...varint(bytes.length), ...bytes]
}
const coin = (amount: string, denom = 'uatom'): number[] => [
  ...field(1, denom),
  ...field(2, amount),
]
const SEND = field(1, [
  ...field(1, '/cosmos.bank.v1beta1.MsgSend'),
  ...field(2, [...field(1, ME), ...field(2, TO), ...field(3, coin('1500000'))]),
])
const SIGNER = field(1, [...field(1, []), ...field(2, []), ...[24, 1]])
const GAS = [16, ...varint(100_000)]

const say = (body: number[], fee: number[]) => {
  const base64 = (bytes: number[]): string => Buffer.from(bytes).toString('base64')
  const signDoc = {
    chainId: 'cosmoshub-4',
    accountNumber: '1',
    bodyBytes: base64(body),
    authInfoBytes: base64([...SIGNER, ...field(2, fee)]),
  }
  return describe({
    network: toNetwork(cosmoshub),
    chain: cosmoshub,
    method: 'cosmos_signDirect',
    params: { signerAddress: ME, signDoc },
    account: { address: ME } as ConnectedAccount,
  })
}

it('A well-formed transaction is complete', () =>
  expect(say(SEND, [...field(1, coin('2500')), ...GAS])).toMatchObject({
    title: 'cosmos.send',
    complete: true,
  }))

it('A number of more than 64 bits is not described, as chains read only its lower bits', () => {
  const tooLong = [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02]
  expect(say([...SEND, 24, ...tooLong], GAS)).toBeUndefined()
  expect(say(SEND, [16, ...tooLong])).toBeUndefined()
  expect(
    say([...SEND, 24, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], GAS),
  ).toMatchObject({ complete: true })
})

it.each([
  ['0x10', 'uatom'],
  ['', 'uatom'],
  [' 7', 'uatom'],
  ['-5', 'uatom'],
  ['5', 'uat\u202eom'],
  ['5', 'u'],
  ['1e3', 'other'],
])('A malformed fee of %j %j is not complete', (amount, denom) => {
  expect(say(SEND, [...field(1, coin(amount, denom)), ...GAS])?.complete).toBe(false)
  const value = { from_address: ME, to_address: TO, amount: [{ denom: 'uatom', amount: '1' }] }
  const signDoc = {
    chain_id: 'cosmoshub-4',
    account_number: '1',
    sequence: '2',
    memo: '',
    fee: { amount: [{ denom, amount }], gas: '1' },
    msgs: [{ type: 'cosmos-sdk/MsgSend', value }],
  }
  expect(
    describe({
      network: toNetwork(cosmoshub),
      chain: cosmoshub,
      method: 'cosmos_signAmino',
      params: { signerAddress: ME, signDoc },
      account: { address: ME } as ConnectedAccount,
    })?.complete,
  ).toBe(false)
})
