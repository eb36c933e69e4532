// Compares previews with what bitcoinjs-lib (MIT, only here) reads in the request.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { address as addresses, payments, Psbt, script as scripts, Transaction } from 'bitcoinjs-lib'
import { expect, it } from 'vitest'
import { describe } from '../src/describe/describe.js'
import { decodeAddress } from '../src/sdk/address.js'
import { describePsbt } from '../src/sdk/describePsbt.js'
import { mainnet } from '../src/index.js'
import { createRandom, type Random } from '@latchkey/plugin-testkit'

const RUNS = 1_000
/** Points of the curve, of BIP-340's vectors. */
const POINTS = [
  'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
  'dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659',
  'dd308afec5777e13121fa72b9cc1b7cc0139715309b086c960e18fd969774eb8',
  '25d1dff95105f5253c4022f628a996ad3a0d95fbf21d468a1b33f8c160d8f517',
]

const bytes = (random: Random, length: number): Buffer => Buffer.from(random.bytes(length))
type Kind = 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2pkh' | 'p2sh'
const scriptOf = (random: Random, kind: Kind): Buffer =>
  kind === 'p2tr'
    ? Buffer.concat([Buffer.from([0x51, 0x20]), Buffer.from(random.pick(POINTS), 'hex')])
    : kind === 'p2wsh'
      ? Buffer.concat([Buffer.from([0x00, 0x20]), bytes(random, 32)])
      : payments[kind]({ hash: bytes(random, 20) } as never).output!
const addressOf = (script: Buffer): string | undefined => {
  if (script[0] === 0x51 && script.length === 34)
    return addresses.toBech32(script.subarray(2), 1, 'bc')
  try {
    return addresses.fromOutputScript(script)
  } catch {
    return undefined
  }
}
const nulls = (data: Buffer): Buffer => scripts.compile([0x6a, data])

interface Plan {
  psbt: string
  own: string[]
}
function build(random: Random): Plan {
  const psbt = new Psbt()
  const mine = [scriptOf(random, 'p2wpkh'), scriptOf(random, 'p2tr'), scriptOf(random, 'p2pkh')]
  const own = mine.map((script) => addressOf(script)!)
  for (let count = 1 + random.below(3); count; count--) {
    const script = random.chance(0.85)
      ? random.pick(mine)
      : scriptOf(random, random.pick(['p2wpkh', 'p2tr', 'p2wsh']))
    const value = 1_000_000 + random.below(2_000_000_000)
    const sighash = random.chance(0.1) ? { sighashType: random.pick([1, 2, 3, 0x81, 0x83]) } : {}
    const isLegacy = script[0] === 0x76
    if (isLegacy ? random.chance(0.8) : random.chance(0.2)) {
      const before = new Transaction()
      before.addInput(bytes(random, 32), 0)
      before.addOutput(scriptOf(random, 'p2wpkh'), 5)
      before.addOutput(script, value)
      psbt.addInput({
        hash: before.getId(),
        index: 1,
        nonWitnessUtxo: before.toBuffer(),
        ...sighash,
      })
    } else if (random.chance(0.95))
      psbt.addInput({
        hash: bytes(random, 32),
        index: random.below(5),
        witnessUtxo: { script, value },
        ...sighash,
      })
    else psbt.addInput({ hash: bytes(random, 32), index: random.below(5) })
  }
  for (let count = 1 + random.below(3); count; count--)
    psbt.addOutput({
      script: random.chance(0.3)
        ? random.pick(mine)
        : scriptOf(random, random.pick(['p2wpkh', 'p2tr', 'p2pkh', 'p2sh', 'p2wsh'])),
      value: random.below(random.chance(0.8) ? 400_000 : 2_000_000_000),
    })
  if (random.chance(0.2))
    psbt.addOutput({
      script: nulls(
        random.pick([
          Buffer.from('thanks'),
          Buffer.from('Grüezi'),
          bytes(random, 20),
          Buffer.from('a\u202eb'),
        ]),
      ),
      value: random.pick([0, 0, 700]),
    })
  if (random.chance(0.05)) psbt.addOutput({ script: Buffer.from([0x01, 0x02, 0x93]), value: 1 })
  if (random.chance(0.2)) psbt.setLocktime(800_000 + random.below(100_000))
  return { psbt: psbt.toBase64(), own }
}

const NAMES: Readonly<Record<number, string>> = {
  2: 'NONE',
  3: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
}
const btc = (satoshi: number): string => {
  const [whole, part] = (Math.abs(satoshi) / 1e8).toFixed(8).split('.')
  return `${satoshi < 0 ? '-' : ''}${whole}${part!.replace(/0+$/, '') && `.${part!.replace(/0+$/, '')}`} BTC`
}
const total = (list: readonly (number | undefined)[]): number | undefined =>
  list.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0,
  )

/** Reads a PSBT with bitcoinjs-lib, which uses bip174. */
function read({ psbt, own }: Plan): { facts: string[]; complete: boolean } {
  const parsed = Psbt.fromBase64(psbt)
  const inputs = parsed.data.inputs.map(({ witnessUtxo, nonWitnessUtxo, sighashType }, index) => {
    const { index: place } = parsed.txInputs[index]!
    const coin = nonWitnessUtxo ? Transaction.fromBuffer(nonWitnessUtxo).outs[place]! : witnessUtxo
    const isBound =
      !!nonWitnessUtxo || (!!coin && (coin.script[0] === 0 || coin.script[0] === 0x51))
    const address = coin && addressOf(coin.script)
    return {
      value: isBound ? coin?.value : undefined,
      isProved: !!nonWitnessUtxo,
      isTaproot: coin?.script[0] === 0x51,
      isOwn: address !== undefined && own.includes(address),
      isNamed: address !== undefined,
      sighashType,
    }
  })
  let isKnown = true
  const outputs = parsed.txOutputs.map(({ script, value }) => ({
    script,
    value,
    address: addressOf(script),
  }))
  const facts = outputs.flatMap(({ script, value, address }) => {
    if (address !== undefined)
      return [`${own.includes(address) ? 'change' : 'to'} ${address}`, `amount ${btc(value)}`]
    const data =
      scripts.decompile(script)?.[0] === 0x6a
        ? (scripts.decompile(script)![1] as Buffer)
        : undefined
    const text = data?.toString('utf8')
    const isText = text !== undefined && Buffer.from(text).equals(data!) && !/\p{C}/u.test(text)
    isKnown &&= isText
    return [
      isText
        ? `data ${text}`
        : data
          ? `data ${data.toString('hex')}`
          : `script ${script.toString('hex')}`,
      ...(value ? [`amount ${btc(value)}`] : []),
    ]
  })
  const [spent, paid] = [
    total(inputs.map(({ value }) => value)),
    total(outputs.map(({ value }) => value))!,
  ]
  const fee = spent === undefined ? undefined : spent - paid
  const odd = [
    ...new Set(inputs.flatMap(({ sighashType = 1 }) => (sighashType === 1 ? [] : [sighashType]))),
  ]
  // BIP-143 binds one amount, BIP-341 all of them. A transaction that others may change has no fee
  // yet.
  const unproved = inputs.flatMap((each, at) => (each.isProved ? [] : [at]))
  const isProved =
    !odd.length &&
    inputs.every(({ isTaproot }, at) => isTaproot || unproved.every((each) => each === at))
  const isFee = fee !== undefined && fee >= 0 && isProved
  const foreign = inputs.filter(({ isOwn }) => !isOwn)
  const others = total(foreign.map(({ value }) => value))
  const mine = total(inputs.filter(({ isOwn }) => isOwn).map(({ value }) => value))
  const back = total(
    outputs
      .filter(({ address }) => address !== undefined && own.includes(address))
      .map(({ value }) => value),
  )!
  facts.push(`fee ${isFee ? btc(fee) : '?'}`)
  if (foreign.length)
    facts.push(
      `foreignInputs ${foreign.length} / ${inputs.length}` +
        (others === undefined || !isProved ? '' : ` · ${btc(others)}`),
    )
  if (mine !== undefined && isProved && inputs.every(({ isNamed }) => isNamed))
    facts.push(`leaves ${btc(mine - back)}`)
  facts.push(
    ...odd.map((type) => `sighash ${NAMES[type]}`),
    ...(parsed.locktime ? [`lockTime ${parsed.locktime}`] : []),
  )
  return { facts, complete: isKnown && isFee && !odd.length }
}

const ME = { address: addressOf(scriptOf(createRandom(7), 'p2wpkh'))! } as ConnectedAccount
const say = (method: string, params: unknown, own: string[] = []) => {
  const told = describe(
    { network: mainnet, method, params, account: ME, own },
    { decodeAddress, describePsbt },
  )
  return (
    told && {
      facts: told.rows.map(({ label, value }) => `${label.slice(8)} ${value}`),
      complete: told.complete,
    }
  )
}

it(`Previews of ${RUNS} random requests show what another library reads in them, and nothing else`, () => {
  let complete = 0
  for (let run = 0; run < RUNS; run++) {
    const random = createRandom(run)
    const plan = build(random)
    const expected = read(plan)
    expect([run, say('signPsbt', { account: ME.address, psbt: plan.psbt }, plan.own)]).toEqual([
      run,
      expected,
    ])
    complete += Number(expected.complete)

    const [to, amount] = [
      addressOf(scriptOf(random, random.pick(['p2wpkh', 'p2sh', 'p2pkh', 'p2tr'])))!,
      1 + random.below(2_000_000_000),
    ]
    expect([
      run,
      say('sendTransfer', { account: ME.address, recipientAddress: to, amount: String(amount) }),
    ]).toEqual([run, { facts: [`to ${to}`, `amount ${btc(amount)}`], complete: true }])

    if (run % 3) continue
    // An output that pays another receiver, or another amount, is shown so.
    const parsed = Psbt.fromBase64(plan.psbt)
    const { script, value } = random.pick(parsed.txOutputs)
    const changed = new Psbt()
    for (const [index, { hash, index: place, sequence }] of parsed.txInputs.entries())
      changed.addInput({
        ...parsed.data.inputs[index],
        hash,
        index: place,
        ...(sequence !== undefined && { sequence }),
      })
    changed.setLocktime(parsed.locktime)
    for (const output of parsed.txOutputs)
      changed.addOutput(
        output.script.equals(script) && output.value === value
          ? random.chance(0.5)
            ? { script: scriptOf(random, 'p2wpkh'), value }
            : { script, value: value + 1 }
          : { script: output.script, value: output.value },
      )
    const other = { psbt: changed.toBase64(), own: plan.own }
    const after = say('signPsbt', { account: ME.address, psbt: other.psbt }, plan.own)
    expect([run, after]).toEqual([run, read(other)])
    expect([run, after?.facts]).not.toEqual([run, expected.facts])
  }
  expect(complete).toBeGreaterThan(RUNS / 4)
}, 60_000)
