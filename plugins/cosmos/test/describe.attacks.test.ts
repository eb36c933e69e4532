// Anything that nobody knows is put into a payment that is read in full: each time the request is
// not complete, or it is shown.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { createRandom } from '@latchkey/plugin-testkit'
import { expect, it } from 'vitest'
import { toNetwork } from '../src/chain/chains.js'
import { describe } from '../src/describe/describe.js'
import { cosmoshub } from '../src/chain/networks.js'

const TRIES = process.env['LATCHKEY_SOAK'] ? 20_000 : 2_000
const ME = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const TO = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
const PLAIN = [
  {
    chain_id: 'cosmoshub-4',
    account_number: '1',
    sequence: '2',
    memo: '',
    fee: { gas: '1', amount: [{ denom: 'uatom', amount: '5' }] },
    msgs: [
      {
        type: 'cosmos-sdk/MsgSend',
        value: { from_address: ME, to_address: TO, amount: [{ denom: 'uatom', amount: '1' }] },
      },
    ],
  },
  {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    memo: '',
    fee: { gas: '0', amount: [] },
    msgs: [
      {
        type: 'sign/MsgSignData',
        value: { signer: ME, data: Buffer.from('Hi').toString('base64') },
      },
    ],
  },
].map((signDoc) => ({ signerAddress: ME, signDoc }))
const say = (params: unknown) =>
  describe({
    network: toNetwork(cosmoshub),
    chain: cosmoshub,
    method: 'cosmos_signAmino',
    params,
    account: { address: ME } as ConnectedAccount,
  })

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

it(`Each of ${TRIES} keys added to a payment or a message is shown, or it is not complete (audit M6a)`, ({
  task,
}) => {
  expect(PLAIN.map((each) => say(each)?.complete)).toEqual([true, true])
  let silent = 0
  for (let run = 0; run < TRIES; run++) {
    const random = createRandom(run)
    const params = structuredClone(random.pick(PLAIN))
    const place = random.pick(objectsIn(params))
    const key = random.pick(['grantee', 'extension', 'tip', 'signOptions', `x${random.hex(3)}`])
    place[key] = random.pick<unknown>([TO, '5', 7, true, [], {}, [{ denom: 'uatom', amount: '1' }]])
    const told = say(params)
    silent += Number(told?.complete === true && !told.rows.some(({ value }) => value.includes(key)))
  }
  task.meta.attack = {
    attack: 'a key that nobody knows, anywhere in a Cosmos document',
    tries: TRIES,
    wanted: '0 complete that do not show it',
    seen: String(silent),
  }
  expect(silent).toBe(0)
})
