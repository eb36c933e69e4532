import type { ConnectedAccount } from '@latchkey/plugin-api'
import { address as addresses, payments, Psbt, Transaction } from 'bitcoinjs-lib'
import { defineCase, type Corpus } from '../../../tools/tests/corpus/src/case.js'
import { mainnet } from '../src/index.js'
import { english } from '../src/messages.js'
import { describe } from '../src/describe/describe.js'
import { decodeAddress } from '../src/sdk/address.js'
import { describePsbt } from '../src/sdk/describePsbt.js'

const HASHES = { mine: '11', theirs: '22' }
type Who = keyof typeof HASHES
type Kind = 'p2wpkh' | 'p2tr' | 'p2pkh'
interface Coin {
  of?: Who
  kind?: Kind
  proved?: boolean
  unnamed?: boolean
  amount?: number
  sighash?: string
}
interface Out {
  to?: Who
  amount?: number
  data?: 'text' | 'noise'
  odd?: boolean
}
/** A PSBT in words, or another request as it is. */
type Request =
  | {
      inputs: readonly Coin[]
      outputs: readonly Out[]
      broadcast?: boolean
      asked?: string
      params?: object
      lockTime?: boolean
    }
  | { method: string; params: object }

const POINT = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'
const OTHER_POINT = 'dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659'
const TYPES: Readonly<Record<string, number>> = {
  NONE: 2,
  SINGLE: 3,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
  unknown: 0x41,
}
function scriptOf({ of = 'mine', kind = 'p2wpkh' }: Coin): Buffer {
  if (kind === 'p2tr') return Buffer.from(`5120${of === 'mine' ? POINT : OTHER_POINT}`, 'hex')
  return payments[kind]({ hash: Buffer.from(HASHES[of].repeat(20), 'hex') }).output!
}
const addressOf = (coin: Coin): string =>
  coin.kind === 'p2tr'
    ? addresses.toBech32(scriptOf(coin).subarray(2), 1, 'bc')
    : addresses.fromOutputScript(scriptOf(coin))
const OWN = (['p2wpkh', 'p2tr', 'p2pkh'] as const).map((kind) => addressOf({ kind }))
const [ME] = OWN as [string]

function build({ inputs, outputs, lockTime }: Extract<Request, { inputs: unknown }>): string {
  const psbt = new Psbt()
  for (const [index, coin] of inputs.entries()) {
    const script = scriptOf(coin)
    const value = coin.amount ?? 100_000_000
    const before = new Transaction()
    before.addInput(Buffer.alloc(32, index + 1), 0)
    before.addOutput(script, value)
    psbt.addInput({
      hash: before.getId(),
      index: 0,
      ...(coin.unnamed
        ? {}
        : coin.proved
          ? { nonWitnessUtxo: before.toBuffer() }
          : { witnessUtxo: { script, value } }),
      ...(coin.sighash !== undefined && { sighashType: TYPES[coin.sighash]! }),
    })
  }
  for (const { to = 'theirs', amount = 99_000_000, data, odd } of outputs) {
    const bytes = data === 'text' ? Buffer.from('swap to thor1xyz') : Buffer.from([255, 254, 0])
    psbt.addOutput(
      odd
        ? { script: Buffer.from([1, 2, 0x93]), value: 1 }
        : data
          ? { script: Buffer.concat([Buffer.from([0x6a, bytes.length]), bytes]), value: 0 }
          : { script: scriptOf({ of: to }), value: amount },
    )
  }
  if (lockTime) psbt.setLocktime(900_000)
  return psbt.toBase64()
}
function ask(request: Request) {
  const about = (method: string, params: unknown) =>
    describe(
      {
        network: mainnet,
        method,
        params,
        account: { address: ME } as ConnectedAccount,
        own: OWN,
        host: 'shop.example',
      },
      { decodeAddress, describePsbt },
    )
  if ('method' in request) return about(request.method, request.params)
  const asked =
    request.asked === undefined
      ? {}
      : { signInputs: [{ address: ME, index: 0, sighashTypes: [TYPES[request.asked]!] }] }
  return about('signPsbt', {
    account: ME,
    psbt: build(request),
    ...asked,
    ...(request.broadcast && { broadcast: true }),
    ...request.params,
  })
}
const pay = [{ to: 'theirs' }] as const
const V0: Coin = { kind: 'p2wpkh' }
const signIn = (domain: string, uri: string): Request => ({
  method: 'signMessage',
  params: {
    account: ME,
    message: `${domain} wants you to sign in with your Bitcoin account:\n${ME}\n\nURI: ${uri}`,
  },
})
const listing = (sighash: string, more: Coin = {}): Request => ({
  inputs: [{ sighash, ...more }],
  outputs: [{ to: 'mine' }],
})

export const corpus: Corpus<Request> = {
  texts: english,
  describe: ask,
  cases: [
    defineCase(
      'two coins that prove nothing',
      'CVE-2020-14199; audit M7',
      { inputs: [V0, V0], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.feeUnknown'],
      [['bitcoin.fee', '?']],
    ),
    defineCase(
      'a coin that is proved beside one that is not',
      'BIP-143; audit M7',
      { inputs: [{ ...V0, proved: true }, V0], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.feeUnknown'],
      [['bitcoin.fee', '?']],
    ),
    defineCase(
      'a coin of Taproot beside one that binds only itself',
      'BIP-341 and BIP-143; audit M7',
      { inputs: [{ kind: 'p2tr' }, V0], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.feeUnknown'],
      ['bitcoin.fee'],
    ),
    defineCase(
      'an old coin without its transaction',
      'BIP-174',
      { inputs: [{ kind: 'p2pkh' }], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.feeUnknown'],
      ['bitcoin.fee'],
    ),
    defineCase(
      'a coin that is not named',
      'BIP-174',
      { inputs: [{ unnamed: true }], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.feeUnknown', 'bitcoin.notYours'],
      ['bitcoin.fee'],
    ),
    defineCase(
      'more out than in',
      'BIP-174',
      { inputs: [V0], outputs: [{ to: 'theirs', amount: 200_000_000 }, { to: 'mine' }] },
      'bitcoin.signTransaction',
      ['bitcoin.feeUnknown'],
      ['bitcoin.change'],
    ),
    defineCase(
      'money to whoever comes',
      'SIGHASH_NONE',
      { inputs: [{ sighash: 'NONE' }], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.outputsOpen', 'bitcoin.feeUnknown'],
      [['bitcoin.sighash', 'NONE']],
    ),
    defineCase(
      'money to whoever comes, and with more inputs',
      'SIGHASH_NONE|ANYONECANPAY',
      { inputs: [{ sighash: 'NONE|ANYONECANPAY' }], outputs: pay },
      'bitcoin.signTransaction',
      ['bitcoin.outputsOpen'],
      [['bitcoin.sighash', 'NONE|ANYONECANPAY']],
    ),
    defineCase(
      'one output of several',
      'SIGHASH_SINGLE',
      {
        inputs: [{ sighash: 'SINGLE' }],
        outputs: [{ to: 'mine' }, { to: 'theirs', amount: 1_000 }],
      },
      'bitcoin.signTransaction',
      ['bitcoin.changeable'],
      ['bitcoin.sighash'],
    ),
    defineCase(
      'inscription listed',
      'ordinals markets: SIGHASH_SINGLE|ANYONECANPAY',
      listing('SINGLE|ANYONECANPAY', { kind: 'p2tr' }),
      'bitcoin.signTransaction',
      ['bitcoin.changeable', 'bitcoin.feeUnknown'],
      [['bitcoin.sighash', 'SINGLE|ANYONECANPAY']],
    ),
    defineCase(
      'inputs that others may add',
      'SIGHASH_ALL|ANYONECANPAY',
      listing('ALL|ANYONECANPAY'),
      'bitcoin.signTransaction',
      ['bitcoin.changeable'],
      ['bitcoin.sighash'],
    ),
    defineCase(
      'a kind of signature that there is not',
      'sighash 0x41',
      listing('unknown'),
      'bitcoin.signTransaction',
      ['bitcoin.changeable'],
      ['bitcoin.sighash'],
    ),
    defineCase(
      'another kind of signature than the PSBT says',
      'signInputs.sighashTypes',
      { inputs: [V0], outputs: pay, asked: 'NONE' },
      'bitcoin.signTransaction',
      ['bitcoin.outputsOpen'],
      ['bitcoin.sighash'],
    ),
    defineCase(
      'a fee of half the money',
      'fat-finger fees; Paxos, 2023',
      { inputs: [V0], outputs: [{ to: 'theirs', amount: 50_000_000 }], broadcast: true },
      'bitcoin.signAndSend',
      ['bitcoin.highFee'],
      ['bitcoin.fee'],
      true,
    ),
    defineCase(
      'coins of others in between',
      'coin joins, marketplace purchases',
      {
        inputs: [{ of: 'theirs', kind: 'p2tr' }, { kind: 'p2tr' }],
        outputs: [{ to: 'theirs', amount: 199_990_000 }],
      },
      'bitcoin.signTransaction',
      ['bitcoin.notYours'],
      [['bitcoin.foreignInputs', '1 / 2']],
      true,
    ),
    defineCase(
      'data that is no text',
      'OP_RETURN',
      { inputs: [V0], outputs: [{ to: 'theirs' }, { data: 'noise' }] },
      'bitcoin.signTransaction',
      ['bitcoin.unreadable'],
      ['bitcoin.data'],
    ),
    defineCase(
      'an output that is no address',
      'bare scripts',
      { inputs: [V0], outputs: [{ to: 'theirs' }, { odd: true }] },
      'bitcoin.signTransaction',
      ['bitcoin.unreadable'],
      ['bitcoin.script'],
    ),
    defineCase(
      'more outputs than are shown',
      'airdrop-like PSBTs',
      {
        inputs: [V0],
        outputs: Array.from({ length: 41 }, () => ({ to: 'theirs', amount: 1_000 })),
      },
      'bitcoin.signTransaction',
      ['bitcoin.notShown'],
      ['bitcoin.more'],
    ),
    defineCase(
      'an input that a wallet signs otherwise',
      'extra keys in signInputs',
      {
        inputs: [V0],
        outputs: pay,
        params: { signInputs: [{ address: ME, index: 0, useTweakedSigner: false }] },
      },
      'bitcoin.signTransaction',
      [],
      ['bitcoin.to'],
    ),
    defineCase(
      'a field of the future',
      'audit M6',
      { inputs: [V0], outputs: pay, params: { autoFinalized: true } },
      'bitcoin.signTransaction',
      [],
      ['bitcoin.to'],
    ),
    defineCase(
      'a transfer with more in it',
      'sendTransfer',
      {
        method: 'sendTransfer',
        params: { account: ME, recipientAddress: ME, amount: '5', feeRate: 1 },
      },
      'bitcoin.send',
      [],
      ['bitcoin.to'],
    ),
    defineCase(
      'a transfer from another account',
      'sendTransfer',
      {
        method: 'sendTransfer',
        params: { account: addressOf({ of: 'theirs' }), recipientAddress: ME, amount: '5' },
      },
      'bitcoin.send',
      ['bitcoin.otherAccount'],
      ['bitcoin.from'],
      true,
    ),
    defineCase(
      'sign-in of another site',
      'relayed sign-in',
      signIn('evil.example', 'https://evil.example'),
      'bitcoin.signIn',
      ['bitcoin.otherDomain'],
      ['bitcoin.domain'],
      true,
    ),
    defineCase(
      'sign-in at another address',
      'audit L4',
      signIn('shop.example', 'https://evil.example/'),
      'bitcoin.signIn',
      ['bitcoin.otherUri'],
      [['bitcoin.signInUri', 'evil.example']],
    ),
    defineCase(
      'message that hides letters',
      'Trojan Source, CVE-2021-42574',
      { method: 'signMessage', params: { account: ME, message: 'a\u200bb' } },
      'bitcoin.signMessage',
      ['bitcoin.hiddenCharacters'],
      ['bitcoin.message'],
    ),
  ],
}
