import type { ConnectedAccount } from '@latchkey/plugin-api'
import { describe as group, expect, it } from 'vitest'
import { toAdr36 } from '../chain/adr36.js'
import { toNetwork } from '../chain/chains.js'
import { english } from '../messages.js'
import { cosmoshub, osmosis } from '../chain/networks.js'
import { describe } from './describe.js'

const ME = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const TO = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
const account = { address: ME } as ConnectedAccount
const say = (signDoc: unknown, signerAddress = ME, chain = cosmoshub) =>
  describe({
    network: toNetwork(chain),
    chain,
    method: 'cosmos_signAmino',
    params: { signerAddress, signDoc },
    account,
    host: 'shop.example',
  })
const warnings = (told: ReturnType<typeof say>) =>
  told?.rows.flatMap(({ warning }) => warning ?? [])

const message = {
  type: 'cosmos-sdk/MsgSend',
  value: { from_address: ME, to_address: TO, amount: [{ denom: 'uatom', amount: '1500000' }] },
}
const doc = (change: object = {}) => ({
  chain_id: 'cosmoshub-4',
  account_number: '1',
  sequence: '2',
  memo: '',
  fee: { amount: [{ denom: 'uatom', amount: '2500' }], gas: '100000' },
  msgs: [message],
  ...change,
})

group('a transaction', () => {
  it('A transfer names receiver, amount and fee', () => {
    expect(say(doc())).toEqual({
      title: 'cosmos.send',
      complete: true,
      rows: [
        { label: 'cosmos.to', value: TO },
        { label: 'cosmos.amount', value: '1.5 ATOM' },
        { label: 'cosmos.fee', value: '0.0025 ATOM' },
        { label: 'cosmos.gas', value: '100000' },
      ],
    })
  })
  it.each<[string, object, string[]]>([
    ['of another chain', { chain_id: 'osmosis-1' }, ['cosmos.otherNetwork']],
    ['with a memo that hides characters', { memo: 'a\u202eb' }, ['cosmos.hiddenCharacters']],
    ['with a field more', { more: 1 }, []],
    [
      'of a message that has more',
      { msgs: [{ ...message, value: { ...message.value, more: 1 } }] },
      [],
    ],
    [
      'to an address of another chain',
      {
        msgs: [
          {
            ...message,
            value: { ...message.value, to_address: 'osmo1m9l358xunhhwds0568za49mzhvuxx9uxrwk8q0' },
          },
        ],
      },
      ['cosmos.noAddress'],
    ],
    ['of no message', { msgs: [] }, []],
    [
      'with an amount that is none',
      { fee: { amount: [{ denom: 'uatom', amount: 'x' }], gas: '1' } },
      [],
    ],
    [
      'of too many messages',
      { msgs: Array.from({ length: 21 }, () => message) },
      ['cosmos.notShown'],
    ],
  ])('A transaction with %s is not complete', (_, change, warned) =>
    expect([say(doc(change))?.complete, warnings(say(doc(change)))]).toEqual([false, warned]),
  )
  it('A transaction for another account has a warning', () => {
    expect(warnings(say(doc(), TO))).toEqual(['cosmos.otherAccount', 'cosmos.otherAccount'])
  })
})

group('a message (ADR-36)', () => {
  it('A message is shown as its text', () =>
    expect(say(toAdr36(ME, 'Grüezi'))).toEqual({
      title: 'cosmos.signMessage',
      rows: [{ label: 'cosmos.message', value: 'Grüezi' }],
      complete: true,
    }))
  it('A message of bytes that are not text is shown raw', () =>
    expect(say(toAdr36(ME, Uint8Array.of(255, 0)))).toMatchObject({
      complete: false,
      rows: [{ value: 'ff00', raw: true, warning: 'cosmos.unreadable' }],
    }))
  it('A message that names another signer is not complete', () =>
    expect(say(toAdr36(TO, 'Hi'))?.complete).toBe(false))
  it('A sign-in for another site and hidden characters have a warning', () =>
    expect([
      ...warnings(
        say(toAdr36(ME, `evil.example wants you to sign in with your Cosmos account:\n${ME}`)),
      )!,
      ...warnings(say(toAdr36(ME, 'a\u200bb')))!,
    ]).toEqual(['cosmos.otherDomain', 'cosmos.hiddenCharacters']))
})

it('Parameters without a document are not described', () => {
  for (const odd of [undefined, null, 7, {}, { ...doc(), msgs: 'x' }, { ...doc(), fee: null }])
    expect(say(odd)).toBeUndefined()
})
it('Each key has an English text', () => {
  for (const told of [
    say(doc({ chain_id: 'x', memo: 'm', timeout_height: '9' }), TO),
    say(doc({ msgs: [message, { type: 'other', value: {} }] })),
    say(toAdr36(ME, 'a\u200bb')),
    say(doc(), ME, osmosis),
  ])
    for (const key of [
      told!.title,
      ...told!.rows.flatMap(({ label, warning }) => [label, ...(warning ? [warning] : [])]),
    ])
      expect(english).toHaveProperty([key])
})
