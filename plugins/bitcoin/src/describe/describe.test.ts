import type { ConnectedAccount } from '@latchkey/plugin-api'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { describe as group, expect, it } from 'vitest'
import { toBase64 } from '../chain/encoding.js'
import { english } from '../messages.js'
import { mainnet, testnet } from '../chain/networks.js'
import { describe } from './describe.js'
import { decodeAddress } from '../sdk/address.js'
import { describePsbt } from '../sdk/describePsbt.js'

const ME = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TO = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const account = { address: ME } as ConnectedAccount
const say = (method: string, params: unknown, network = mainnet) =>
  describe(
    { network, method, params, account, own: [ME], host: 'shop.example' },
    { decodeAddress, describePsbt },
  )
const warnings = (told: ReturnType<typeof say>) =>
  told?.rows.flatMap(({ warning }) => warning ?? [])
const rowOf = (told: ReturnType<typeof say>, label: string) =>
  told?.rows.find((row) => row.label === label)?.value

const scriptOf = (address: string) => OutScript.encode(Address().decode(address))
interface Spending {
  from?: string
  amount?: bigint
  pays?: [string, bigint][]
  sighashType?: number
  data?: Uint8Array
}
function psbt({
  from = ME,
  amount = 100_000n,
  pays = [
    [TO, 60_000n],
    [ME, 39_000n],
  ],
  sighashType,
  data,
}: Spending = {}): string {
  const tx = new Transaction({ allowUnknownOutputs: true })
  tx.addInput({
    txid: '11'.repeat(32),
    index: 0,
    witnessUtxo: { script: scriptOf(from), amount },
    ...(sighashType !== undefined && { sighashType }),
  })
  for (const [address, value] of pays) tx.addOutputAddress(address, value)
  if (data) tx.addOutput({ script: Uint8Array.from([0x6a, data.length, ...data]), amount: 0n })
  return toBase64(tx.toPSBT())
}
const sign = (spending?: Spending, more: object = {}) =>
  say('signPsbt', { account: ME, psbt: psbt(spending), ...more })

group('a PSBT', () => {
  it('A PSBT shows who gets what, what comes back, and the fee', () => {
    expect(sign()).toEqual({
      title: 'bitcoin.signTransaction',
      complete: true,
      rows: [
        { label: 'bitcoin.to', value: TO },
        { label: 'bitcoin.amount', value: '0.0006 BTC' },
        { label: 'bitcoin.change', value: ME },
        { label: 'bitcoin.amount', value: '0.00039 BTC' },
        { label: 'bitcoin.fee', value: '0.00001 BTC' },
        { label: 'bitcoin.leaves', value: '0.00061 BTC' },
      ],
    })
    expect(sign({}, { broadcast: true })?.title).toBe('bitcoin.signAndSend')
  })
  it.each<[string, Spending, string[], boolean]>([
    ['a high fee', { pays: [[TO, 60_000n]] }, ['bitcoin.highFee'], true],
    [
      'a fee that is high, yet small beside the amount',
      { amount: 10_000_000n, pays: [[TO, 9_900_000n]] },
      [],
      true,
    ],
    ['inputs of others', { from: TO }, ['bitcoin.notYours'], true],
    [
      'a signature that leaves the outputs open',
      { sighashType: 2 },
      ['bitcoin.feeUnknown', 'bitcoin.outputsOpen'],
      false,
    ],
    [
      'a signature that lets others add inputs',
      { sighashType: 0x81 },
      ['bitcoin.feeUnknown', 'bitcoin.changeable'],
      false,
    ],
    ['more going out than in', { pays: [[TO, 200_000n]] }, ['bitcoin.feeUnknown'], false],
    ['a text', { data: new TextEncoder().encode('thanks') }, [], true],
    ['data that is not text', { data: Uint8Array.of(255, 1) }, ['bitcoin.unreadable'], false],
  ])(
    'A PSBT with %s gets the warnings that belong to it and no others',
    (_, spending, warned, complete) =>
      expect([warnings(sign(spending)), sign(spending)?.complete]).toEqual([warned, complete]),
  )
  it('A PSBT that is to be signed in another way than it says is not complete', () => {
    const told = sign({}, { signInputs: [{ address: ME, index: 0, sighashTypes: [0x83] }] })
    expect([rowOf(told, 'bitcoin.sighash'), told?.complete]).toEqual(['SINGLE|ANYONECANPAY', false])
    expect(sign({}, { signInputs: [{ address: TO, index: 0 }] })?.complete).toBe(false)
    expect(sign({}, { signInputs: [{ address: ME, index: 0 }] })?.complete).toBe(true)
  })
  it("A PSBT with an unnamed coin shows no sum that leaves, because the coin may be anybody's", () => {
    const tx = new Transaction()
    tx.addInput({ txid: '11'.repeat(32), index: 0 })
    tx.addOutputAddress(TO, 1_000n)
    const told = say('signPsbt', { account: ME, psbt: toBase64(tx.toPSBT()) })
    expect([rowOf(told, 'bitcoin.fee'), rowOf(told, 'bitcoin.leaves'), told?.complete]).toEqual([
      '?',
      undefined,
      false,
    ])
  })
  it('A signature hash type that does not exist is shown as its number', () => {
    expect(
      [0x41, 0x102, 0xc1].map((sighashType) => rowOf(sign({ sighashType }), 'bitcoin.sighash')),
    ).toEqual(['65', '258', '65|ANYONECANPAY'])
  })
  it('A PSBT with more outputs than can be shown says so, and is not complete', () => {
    const told = sign({ pays: Array.from({ length: 41 }, () => [TO, 1_000n]) })
    expect([rowOf(told, 'bitcoin.more'), told?.complete]).toEqual(['1 · 0.00001 BTC', false])
  })
  it('A PSBT whose coin has another script than it says is not described, because the amount may be a lie', () => {
    const tx = new Transaction({ disableScriptCheck: true })
    tx.addInput({
      txid: '11'.repeat(32),
      index: 0,
      witnessUtxo: {
        script: Uint8Array.from([0xa9, 0x14, ...new Uint8Array(20), 0x87]),
        amount: 100_000n,
      },
      redeemScript: scriptOf(ME),
    })
    tx.addOutputAddress(TO, 1_000n)
    expect(say('signPsbt', { account: ME, psbt: toBase64(tx.toPSBT()) })).toBeUndefined()
  })
  it('A malformed PSBT is not described', () => {
    for (const psbt of ['', 'AAAA', 'cHNidP8=', 7])
      expect(say('signPsbt', { account: ME, psbt })).toBeUndefined()
  })
})

it('A transfer shows who gets what, and whether the address is of this network', () => {
  const transfer = (params: object, network = mainnet) =>
    say(
      'sendTransfer',
      { account: ME, recipientAddress: TO, amount: '150000000', ...params },
      network,
    )
  expect(transfer({})).toEqual({
    title: 'bitcoin.send',
    rows: [
      { label: 'bitcoin.to', value: TO },
      { label: 'bitcoin.amount', value: '1.5 BTC' },
    ],
    complete: true,
  })
  expect([
    warnings(transfer({}, testnet)),
    warnings(transfer({ account: TO })),
    transfer({ memo: 'x' }),
    transfer({ more: 1 })?.complete,
  ]).toEqual([['bitcoin.noAddress'], ['bitcoin.otherAccount'], undefined, false])
})

it('A message is shown as it is', () => {
  const about = (message: string) => say('signMessage', { account: ME, message })
  expect(about('Grüezi')).toEqual({
    title: 'bitcoin.signMessage',
    rows: [{ label: 'bitcoin.message', value: 'Grüezi' }],
    complete: true,
  })
  expect([
    about('a\u202eb')?.complete,
    warnings(about('a\u202eb')),
    warnings(about(`evil.example wants you to sign in with your Bitcoin account:\n${ME}`)),
  ]).toEqual([false, ['bitcoin.hiddenCharacters'], ['bitcoin.otherDomain']])
})

it('Every key of a preview has an English text', () => {
  for (const told of [
    sign(),
    sign({ from: TO, sighashType: 2, data: Uint8Array.of(255) }),
    sign({ pays: [[TO, 200_000n]] }),
  ])
    for (const key of [
      told!.title,
      ...told!.rows.flatMap(({ label, warning }) => [label, ...(warning ? [warning] : [])]),
    ])
      expect(english).toHaveProperty([key])
})
