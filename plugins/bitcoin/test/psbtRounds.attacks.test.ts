// Shows the same transaction to the visitor twice, each time with other amounts. bitcoinjs-lib
// (MIT, only here) tells which signatures the network would take.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { createRandom, type Random } from '@latchkey/plugin-testkit'
import { address as addresses, crypto, payments, Psbt, Transaction } from 'bitcoinjs-lib'
import { expect, it } from 'vitest'
import { mainnet } from '../src/index.js'
import { describe } from '../src/describe/describe.js'
import { decodeAddress } from '../src/sdk/address.js'
import { describePsbt } from '../src/sdk/describePsbt.js'

const PAIRS = process.env['LATCHKEY_SOAK'] ? 10_000 : 500
/** Points of the curve, of BIP-340's vectors. */
const POINTS = [
  'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
  'dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659',
]
const PAID = 600_000_000

interface Coin {
  script: Buffer
  redeem: Buffer | undefined
  value: number
  before: Transaction
  kind: 'p2wpkh' | 'nested' | 'p2tr' | 'p2pkh'
}
interface Round {
  psbt: string
  claims: number[]
  scripts: Buffer[]
  asked: number[] | undefined
}

function coinOf(random: Random): Coin {
  const kind = random.pick(['p2wpkh', 'p2wpkh', 'nested', 'p2tr', 'p2tr', 'p2pkh'] as const)
  const hash = Buffer.from(random.bytes(20))
  const redeem = kind === 'nested' ? payments.p2wpkh({ hash }).output! : undefined
  const script =
    kind === 'p2tr'
      ? Buffer.concat([Buffer.from([0x51, 0x20]), Buffer.from(random.pick(POINTS), 'hex')])
      : redeem
        ? payments.p2sh({ hash: crypto.hash160(redeem) }).output!
        : payments[kind === 'p2pkh' ? 'p2pkh' : 'p2wpkh']({ hash }).output!
  const value = PAID + random.below(400_000_000)
  const before = new Transaction()
  before.addInput(Buffer.from(random.bytes(32)), 0)
  before.addOutput(script, value)
  return { script, redeem, value, before, kind }
}
const addressOf = ({ script, kind }: Coin): string =>
  kind === 'p2tr'
    ? addresses.toBech32(script.subarray(2), 1, 'bc')
    : addresses.fromOutputScript(script)

/** One round: each coin with the transaction that made it, or with an amount that may be a lie. */
function roundOf(random: Random, coins: readonly Coin[], to: Buffer): Round {
  const psbt = new Psbt()
  const claims: number[] = []
  for (const { script, redeem, value, before, kind } of coins) {
    const isProved = random.chance(kind === 'p2pkh' ? 0.9 : 0.3)
    const claim =
      isProved || random.chance(0.5)
        ? value
        : random.pick([value - random.below(400_000_000), value + random.below(1_000_000), 1_000])
    claims.push(claim)
    psbt.addInput({
      hash: before.getId(),
      index: 0,
      ...(isProved
        ? { nonWitnessUtxo: before.toBuffer() }
        : { witnessUtxo: { script, value: claim } }),
      ...(redeem && { redeemScript: redeem }),
    })
  }
  psbt.addOutput({ script: to, value: PAID - 10_000 })
  const asked = random.chance(0.4)
    ? coins.flatMap((_, index) => (random.chance(0.7) ? [index] : []))
    : undefined
  return {
    psbt: psbt.toBase64(),
    claims,
    scripts: coins.map(({ script }) => script),
    asked: asked?.length ? asked : undefined,
  }
}

/** The digest that an input's signature binds, if those were the amounts. */
function hashOf(
  tx: Transaction,
  coins: readonly Coin[],
  index: number,
  amounts: readonly number[],
): string {
  const { kind, script, redeem } = coins[index]!
  if (kind === 'p2tr')
    return tx
      .hashForWitnessV1(
        index,
        coins.map((each) => each.script),
        [...amounts],
        Transaction.SIGHASH_DEFAULT,
      )
      .toString('hex')
  if (kind === 'p2pkh')
    return tx.hashForSignature(index, script, Transaction.SIGHASH_ALL).toString('hex')
  const code = payments.p2pkh({ hash: (redeem ?? script).subarray(2) }).output!
  return tx.hashForWitnessV0(index, code, amounts[index]!, Transaction.SIGHASH_ALL).toString('hex')
}

function say(coins: readonly Coin[], { psbt, asked }: Round) {
  const own = coins.map(addressOf)
  const told = describe(
    {
      network: mainnet,
      method: 'signPsbt',
      params: {
        account: own[0],
        psbt,
        ...(asked && { signInputs: asked.map((index) => ({ address: own[index], index })) }),
      },
      account: { address: own[0]! } as ConnectedAccount,
      own,
    },
    { decodeAddress, describePsbt },
  )
  const fee = told?.rows.find(({ label }) => label === 'bitcoin.fee')
  return {
    complete: !!told?.complete,
    warning: fee?.warning,
    fee: fee?.value === '?' || !fee ? undefined : Math.round(parseFloat(fee.value) * 1e8),
  }
}

it(`${PAIRS} pairs of PSBTs that lie in turn: no two complete ones pay another fee than shown (audit M7)`, ({
  task,
}) => {
  const count = { complete: 0, joint: 0, trapped: 0, wrong: 0 }
  for (let run = 0; run < PAIRS; run++) {
    const random = createRandom(run)
    const coins = Array.from({ length: 1 + random.below(3) }, () => coinOf(random))
    const to = payments.p2wpkh({ hash: Buffer.from(random.bytes(20)) }).output!
    const rounds = [roundOf(random, coins, to), roundOf(random, coins, to)]
    const tx = new Transaction()
    for (const { before } of coins) tx.addInput(before.getHash(), 0)
    tx.addOutput(to, PAID - 10_000)
    tx.version = 2
    const truth = coins.map(({ value }) => value)
    const fee = truth.reduce((sum, value) => sum + value, 0) - (PAID - 10_000)
    const told = rounds.map((round) => say(coins, round))
    // The valid signatures of each round.
    const good = rounds.map(({ claims, asked }) =>
      coins.map(
        (_, index) =>
          (!asked || asked.includes(index)) &&
          hashOf(tx, coins, index, claims) === hashOf(tx, coins, index, truth),
      ),
    )
    const isJoint = coins.every((_, index) => good.some((each) => each[index]))
    const lies = rounds.some(
      ({ claims }, index) =>
        good[index]!.some(Boolean) && claims.some((claim, at) => claim !== truth[at]),
    )
    count.joint += Number(isJoint)
    count.trapped += Number(isJoint && lies)
    if (!told.every(({ complete }) => complete)) {
      for (const each of told)
        if (!each.complete)
          expect([run, each.fee, each.warning]).toEqual([run, undefined, 'bitcoin.feeUnknown'])
      continue
    }
    count.complete++
    count.wrong += Number(
      isJoint && told.some((each, index) => good[index]!.some(Boolean) && each.fee !== fee),
    )
  }
  task.meta.attack = {
    attack: 'a PSBT in two rounds that lie about amounts in turn',
    tries: PAIRS,
    wanted: '0 pairs both complete whose joint fee is not the one shown',
    seen: `${count.wrong} of ${count.complete} complete pairs; ${count.trapped} traps`,
  }
  expect(count.wrong).toBe(0)
  // The random pairs must include enough complete ones, valid ones and traps.
  for (const many of [count.complete, count.joint, count.trapped])
    expect(many).toBeGreaterThan(PAIRS / 50)
}, 60_000)

it(
  'A fee is said not to be proved where one round cannot bind what another says, and only there (audit M7)',
  () => {
    const random = createRandom(7)
    const coin = (kind: Coin['kind']): Coin => {
      for (;;) {
        const found = coinOf(random)
        if (found.kind === kind) return found
      }
    }
    const to = payments.p2wpkh({ hash: Buffer.from(random.bytes(20)) }).output!
    const complete = (proved: readonly boolean[], ...kinds: Coin['kind'][]): boolean => {
      const coins = kinds.map(coin)
      const psbt = new Psbt()
      for (const [index, { before, script, value, redeem }] of coins.entries())
        psbt.addInput({
          hash: before.getId(),
          index: 0,
          ...(proved[index]
            ? { nonWitnessUtxo: before.toBuffer() }
            : { witnessUtxo: { script, value } }),
          ...(redeem && { redeemScript: redeem }),
        })
      psbt.addOutput({ script: to, value: PAID })
      return say(coins, { psbt: psbt.toBase64(), claims: [], scripts: [], asked: undefined })
        .complete
    }
    expect([
      complete([false], 'p2wpkh'),
      complete([false], 'nested'),
      complete([false, false], 'p2tr', 'p2tr'),
      complete([true, true], 'p2wpkh', 'nested'),
      complete([false, true], 'p2wpkh', 'p2tr'),
      complete([true, true], 'p2pkh', 'p2wpkh'),
    ]).toEqual([true, true, true, true, true, true])
    expect([
      complete([false, false], 'p2wpkh', 'p2wpkh'),
      complete([false, false], 'nested', 'p2wpkh'),
      complete([true, false], 'p2wpkh', 'p2wpkh'),
      complete([false, false], 'p2wpkh', 'p2tr'),
      complete([true, false], 'p2pkh', 'p2wpkh'),
    ]).toEqual([false, false, false, false, false])
  },
  process.env['LATCHKEY_SOAK'] ? 600_000 : 60_000,
)
