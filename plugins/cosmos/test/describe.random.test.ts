// Compares the description of a request with what cosmjs-types reads in it.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { bech32 } from '@scure/base'
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgVote } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { expect, it } from 'vitest'
import { toNetwork } from '../src/chain/chains.js'
import { describe } from '../src/describe/describe.js'
import { cosmoshub } from '../src/chain/networks.js'
import { createRandom, type Random } from '@latchkey/plugin-testkit'

const RUNS = 1_000
const network = toNetwork(cosmoshub)
const addressOf = (random: Random): string =>
  bech32.encode('cosmos', bech32.toWords(random.bytes(random.pick([20, 20, 32]))))
const coins = (random: Random) =>
  Array.from({ length: random.pick([1, 1, 1, 2]) }, () => ({
    denom: random.pick([
      'uatom',
      'uatom',
      'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
      'factory/a/b',
    ]),
    amount: String(random.big(70)),
  }))

const totalOf = (parties: readonly { coins: readonly { denom: string; amount: string }[] }[]) => {
  const all = parties.flatMap((party) => party.coins)
  return [...new Set(all.map(({ denom }) => denom))].sort().map((denom) => ({
    denom,
    amount: String(
      all
        .filter((coin) => coin.denom === denom)
        .reduce((sum, coin) => sum + BigInt(coin.amount), 0n),
    ),
  }))
}

interface Plan {
  me: string
  body: Uint8Array
  auth: Uint8Array
  chainId: string
  extra: boolean
}
function messageFor(random: Random, me: string): { typeUrl: string; value: Uint8Array } {
  const kind = random.below(10)
  if (kind < 6)
    return {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: MsgSend.encode(
        MsgSend.fromPartial({
          fromAddress: random.chance(0.9) ? me : addressOf(random),
          toAddress: addressOf(random),
          amount: coins(random),
        }),
      ).finish(),
    }
  if (kind < 8) {
    const outputs = Array.from({ length: 1 + random.below(3) }, () => ({
      address: addressOf(random),
      coins: coins(random),
    }))
    return {
      typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend',
      value: MsgMultiSend.encode(
        MsgMultiSend.fromPartial({
          inputs: [
            {
              address: random.chance(0.8) ? me : addressOf(random),
              coins: random.chance(0.5) ? coins(random) : totalOf(outputs),
            },
          ],
          outputs,
        }),
      ).finish(),
    }
  }
  return {
    typeUrl: '/cosmos.gov.v1beta1.MsgVote',
    value: MsgVote.encode(
      MsgVote.fromPartial({ proposalId: random.big(20), voter: me, option: 1 }),
    ).finish(),
  }
}
/** An unknown field at the end of a message. */
const EXTRA = Uint8Array.of(0xfa, 0x01, 0x02, 0x68, 0x69)
const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
function build(random: Random): Plan {
  const me = addressOf(random)
  const messages = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
    messageFor(random, me),
  )
  const extra = random.chance(0.1)
  const place = random.below(3)
  if (extra && place === 0) messages[0]!.value = join(messages[0]!.value, EXTRA)
  const body = TxBody.encode(
    TxBody.fromPartial({
      messages,
      memo: random.pick(['', '', 'order 7', 'Grüezi', 'a\u202eb']),
      timeoutHeight: random.chance(0.2) ? random.big(30) : 0n,
    }),
  ).finish()
  const payer = random.chance(0.1) ? addressOf(random) : ''
  const auth = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: Array.from({ length: random.chance(0.95) ? 1 : 2 }, () => ({
        sequence: random.big(20),
        modeInfo: { single: { mode: 1 } },
      })),
      fee: {
        amount: random.chance(0.9) ? coins(random).slice(0, 1) : [],
        gasLimit: random.big(30),
        payer,
        granter: random.chance(0.1) ? addressOf(random) : '',
      },
    }),
  ).finish()
  return {
    me,
    body: extra && place === 1 ? join(body, EXTRA) : body,
    auth: extra && place === 2 ? join(auth, EXTRA) : auth,
    chainId: random.chance(0.95) ? 'cosmoshub-4' : 'osmosis-1',
    extra,
  }
}

type Coin = { denom: string; amount: string }
const money = ({ denom, amount }: Coin): string => {
  if (denom !== 'uatom') return `${amount} ${denom}`
  const value = BigInt(amount)
  const part = (value % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  return `${value / 1_000_000n}${part && `.${part}`} ATOM`
}

/** Reads a request with cosmjs-types. It skips unknown parts, so that only the plan tells of them. */
function read({ me, body: bodyBytes, auth: authBytes, chainId, extra }: Plan): {
  facts: string[]
  complete: boolean
} {
  const [body, auth] = [TxBody.decode(bodyBytes), AuthInfo.decode(authBytes)]
  let isKnown =
    !extra &&
    chainId === 'cosmoshub-4' &&
    auth.signerInfos.length === 1 &&
    !body.memo.includes('\u202e')
  const several = body.messages.length > 1
  const facts = body.messages.flatMap(({ typeUrl, value }, index) => {
    const place = (title: string) =>
      several ? [`${title} ${index + 1} / ${body.messages.length}`] : []
    const isOdd = Buffer.from(value).subarray(-5).equals(EXTRA)
    if (typeUrl.endsWith('MsgSend') && !isOdd) {
      const { fromAddress, toAddress, amount } = MsgSend.decode(value)
      return [
        ...place('send'),
        ...(fromAddress === me ? [] : [`from ${fromAddress}`]),
        `to ${toAddress}`,
        ...amount.map((coin) => `amount ${money(coin)}`),
      ]
    }
    if (typeUrl.endsWith('MsgMultiSend') && !isOdd) {
      const { inputs, outputs } = MsgMultiSend.decode(value)
      const isEven = JSON.stringify(totalOf(inputs)) === JSON.stringify(totalOf(outputs))
      const given = inputs.flatMap(({ address, coins: each }) => [
        ...(address === me ? [] : [`from ${address}`]),
        ...(isEven ? [] : each.map((coin) => `given ${money(coin)}`)),
      ])
      return [
        ...place('send'),
        ...given,
        ...outputs.flatMap(({ address, coins: each }) => [
          `to ${address}`,
          ...each.map((coin) => `amount ${money(coin)}`),
        ]),
      ]
    }
    isKnown = false
    return [
      ...place('unknownMessage'),
      `type ${typeUrl}`,
      `data ${Buffer.from(value).toString('hex')}`,
    ]
  })
  const { amount, gasLimit, payer, granter } = auth.fee!
  return {
    facts: [
      ...facts,
      ...amount.map((coin) => `fee ${money(coin)}`),
      `gas ${gasLimit}`,
      ...(payer ? [`feePayer ${payer}`] : []),
      ...(granter ? [`feeGranter ${granter}`] : []),
      ...(body.memo ? [`memo ${body.memo}`] : []),
      ...(body.timeoutHeight ? [`timeout ${body.timeoutHeight}`] : []),
      ...(chainId === 'cosmoshub-4' ? [] : [`chain ${chainId}`]),
    ],
    complete: isKnown,
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const say = (method: string, signDoc: object, me: string) => {
  const told = describe({
    network,
    chain: cosmoshub,
    method,
    params: { signerAddress: me, signDoc },
    account: { address: me } as ConnectedAccount,
  })
  return (
    told && {
      facts: told.rows.map(({ label, value }) => `${label.slice(7)} ${value}`),
      complete: told.complete,
    }
  )
}
const direct = ({ body, auth, chainId, me }: Plan) =>
  say(
    'cosmos_signDirect',
    { chainId, accountNumber: '7', bodyBytes: base64(body), authInfoBytes: base64(auth) },
    me,
  )

/** The same transaction as JSON, for wallets that sign Amino. */
function toAmino({ body: bodyBytes, auth: authBytes, chainId }: Plan): object {
  const [body, auth] = [TxBody.decode(bodyBytes), AuthInfo.decode(authBytes)]
  const { amount, gasLimit, payer, granter } = auth.fee!
  const msgs = body.messages.map(({ typeUrl, value }) => {
    if (typeUrl.endsWith('MsgSend')) {
      const { fromAddress, toAddress, amount: sent } = MsgSend.decode(value)
      return {
        type: 'cosmos-sdk/MsgSend',
        value: { from_address: fromAddress, to_address: toAddress, amount: sent },
      }
    }
    return typeUrl.endsWith('MsgMultiSend')
      ? { type: 'cosmos-sdk/MsgMultiSend', value: MsgMultiSend.toJSON(MsgMultiSend.decode(value)) }
      : { type: typeUrl, value: { proposal_id: '7' } }
  })
  return {
    chain_id: chainId,
    account_number: '7',
    sequence: '1',
    memo: body.memo,
    msgs,
    fee: { amount, gas: String(gasLimit), ...(payer && { payer }), ...(granter && { granter }) },
    ...(body.timeoutHeight && { timeout_height: String(body.timeoutHeight) }),
  }
}

it(`The descriptions of ${RUNS} random requests say what another library reads in them, and nothing else`, () => {
  let complete = 0
  for (let run = 0; run < RUNS; run++) {
    const random = createRandom(run)
    const plan = build(random)
    const expected = read(plan)
    expect([run, direct(plan)]).toEqual([run, expected])
    complete += Number(expected.complete)
    // A transaction as JSON has the same description, except where a message is unknown.
    const hasUnknown = expected.facts.some((fact) => /^type /.test(fact))
    if (!plan.extra && !hasUnknown && AuthInfo.decode(plan.auth).signerInfos.length === 1)
      expect([run, say('cosmos_signAmino', toAmino(plan), plan.me)]).toEqual([run, expected])
    if (!plan.extra && hasUnknown)
      expect(say('cosmos_signAmino', toAmino(plan), plan.me)?.complete).toBe(false)

    // One bit is changed. The description must show the changed transaction.
    const body = plan.body.slice()
    const at = random.below(body.length)
    body[at]! ^= 1 << random.below(8)
    const after = direct({ ...plan, body })
    if (!after?.complete) continue
    expect([run, at, after]).toEqual([run, at, read({ ...plan, body })])
    expect([run, at, after.facts]).not.toEqual([run, at, expected.facts])
  }
  expect(complete).toBeGreaterThan(RUNS / 5)
}, 60_000)
