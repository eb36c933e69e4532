import { serializeSignDoc } from '@cosmjs/amino'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { expect, it } from 'vitest'
import { messageOf, toAdr36 } from './adr36.js'
import { fromBase64 } from './bytes.js'

const SIGNER = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'

it('The ADR-36 document verifies with a published signature of Keplr', () => {
  const publicKey = fromBase64('A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9')
  const signature = fromBase64(
    'vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg==',
  )
  const verifies = (message: string): boolean =>
    secp256k1.verify(signature, sha256(serializeSignDoc(toAdr36(SIGNER, message))), publicKey)
  expect(verifies(SIGNER)).toBe(true)
  expect(verifies(`${SIGNER}.`)).toBe(false)
})

it('The document has the fields of ADR-36', () => {
  expect(
    new TextDecoder().decode(
      serializeSignDoc(toAdr36('osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h', 'random')),
    ),
  ).toBe(
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/Ms' +
      'gSignData","value":{"data":"cmFuZG9t","signer":"osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9' +
      'h"}}],"sequence":"0"}',
  )
})

it.each(['Grüezi', '', 'a\nb', '\ufeffmark'])('The message %j is read back as text', (text) => {
  const read = messageOf(toAdr36(SIGNER, text))
  expect(
    typeof read === 'string' ? read : new TextDecoder('utf-8', { ignoreBOM: true }).decode(read),
  ).toBe(text)
})

it('Bytes that are not UTF-8 are read back as bytes', () => {
  expect(messageOf(toAdr36(SIGNER, new Uint8Array([0, 255, 7])))).toEqual(
    new Uint8Array([0, 255, 7]),
  )
})

const doc = toAdr36(SIGNER, 'x')
it.each([
  ['a chain', { ...doc, chain_id: 'cosmoshub-4' }],
  ['an account number', { ...doc, account_number: '1' }],
  ['a sequence', { ...doc, sequence: '1' }],
  ['a memo', { ...doc, memo: 'x' }],
  ['a fee', { ...doc, fee: { gas: '0', amount: [{ denom: 'uatom', amount: '1' }] } }],
  ['gas', { ...doc, fee: { gas: '1', amount: [] } }],
  ['a timeout', { ...doc, timeout_height: '1' }],
  ['another message', { ...doc, msgs: [{ type: 'cosmos-sdk/MsgSend', value: {} }] }],
  ['two messages', { ...doc, msgs: [...doc.msgs, ...doc.msgs] }],
  ['no data', { ...doc, msgs: [{ type: 'sign/MsgSignData', value: null as never }] }],
  [
    'data that are no base64',
    { ...doc, msgs: [{ type: 'sign/MsgSignData', value: { signer: SIGNER, data: '*' } }] },
  ],
])('A document is a transaction, not a message, with %s', (_what, other) => {
  expect(messageOf(other)).toBeUndefined()
})
