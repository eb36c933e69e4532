import { readSafely } from '@latchkey/plugin-api/wallet'
import type { AminoSignDoc, DirectSignDoc } from '../api.js'
import { toHex } from '../chain/bytes.js'
import { coinOf, isCoin, type Coin } from './coin.js'
import { grantOf, grantOfAmino, type Grant } from './grants.js'
import { readFields } from './protobuf.js'

export interface Party {
  address: string
  coins: readonly Coin[]
}
/**
 * The effect of a message: a payment between parties, or a message that is not known in full, with the
 * `grant` that is known of it.
 */
export type Message =
  | { kind: 'send' | 'multiSend'; from: readonly Party[]; to: readonly Party[] }
  | { kind: 'unknown'; type: string; data: string; grant?: Grant | undefined }

/** A transaction, whichever way it is signed. */
export interface Transaction {
  chainId: string
  messages: readonly Message[]
  fee: { coins: readonly Coin[]; gas: string; payer: string; granter: string }
  memo: string
  /** Block height after which it is void; 0 for no limit. */
  timeout: string
  /** Whether it has no other fields. */
  isWhole: boolean
}
type Json = Readonly<Record<string, unknown>>

/** A message is known only if it has all of its fields and no others. */
const known = (
  kind: 'send' | 'multiSend',
  from: readonly Party[],
  to: readonly Party[],
): Message | undefined =>
  [...from, ...to].every(({ coins }) => coins.length && coins.every(isCoin)) &&
  from.length &&
  to.length
    ? { kind, from, to }
    : undefined

function partyOf(bytes: Uint8Array): Party {
  const party = readFields(bytes)
  if (!party.has(1, 2)) throw new TypeError('A party has two fields.')
  return { address: party.text(1), coins: party.all(2).map(coinOf) }
}
const PROTOBUF: Readonly<Record<string, (bytes: Uint8Array) => Message | undefined>> = {
  '/cosmos.bank.v1beta1.MsgSend'(bytes) {
    const message = readFields(bytes)
    const coins = message.all(3).map(coinOf)
    return message.has(1, 2, 3)
      ? known('send', [{ address: message.text(1), coins }], [{ address: message.text(2), coins }])
      : undefined
  },
  '/cosmos.bank.v1beta1.MsgMultiSend'(bytes) {
    const message = readFields(bytes)
    return message.has(1, 2)
      ? known('multiSend', message.all(1).map(partyOf), message.all(2).map(partyOf))
      : undefined
  },
}

/** Decodes a message. @throws RangeError, TypeError for other bytes */
function messageOf(any: Uint8Array): Message {
  const fields = readFields(any)
  const [type, value] = [fields.text(1), fields.bytes(2)]
  const found =
    fields.has(1, 2) && Object.hasOwn(PROTOBUF, type)
      ? readSafely(() => PROTOBUF[type]?.(value))
      : undefined
  return (
    found ?? {
      kind: 'unknown',
      type,
      data: toHex(fields.has(1, 2) ? value : any),
      grant: grantOf(type, value),
    }
  )
}

/** Reads a transaction that is signed directly. `undefined` for other bytes. */
export const readDirect = ({
  bodyBytes,
  authInfoBytes,
  chainId,
}: DirectSignDoc): Transaction | undefined =>
  readSafely(() => {
    const [body, auth] = [readFields(bodyBytes), readFields(authInfoBytes)]
    const fee = readFields(auth.bytes(2))
    const signers = auth.all(1).map(readFields)
    return {
      chainId,
      messages: body.all(1).map(messageOf),
      fee: {
        coins: fee.all(1).map(coinOf),
        gas: String(fee.number(2)),
        payer: fee.text(3),
        granter: fee.text(4),
      },
      memo: body.text(2),
      timeout: String(body.number(3)),
      isWhole:
        body.has(1, 2, 3) &&
        auth.has(1, 2) &&
        fee.has(1, 2, 3, 4) &&
        signers.length === 1 &&
        signers.every((signer) => signer.has(1, 2, 3)),
    }
  })

const hasOnly = (value: object, ...names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name))
const textIn = (value: Json, name: string): string => {
  const text = value[name]
  if (typeof text !== 'string') throw new TypeError(`Expected a text as ${name}.`)
  return text
}
function demand(value: unknown, ...names: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || !hasOnly(value, ...names))
    throw new TypeError(`Expected ${names.join()} and nothing else.`)
  return value as Json
}
const coinsIn = (value: unknown): Coin[] =>
  (value as readonly unknown[]).map((each) => {
    const coin = demand(each, 'denom', 'amount')
    return { denom: textIn(coin, 'denom'), amount: textIn(coin, 'amount') }
  })
const partiesIn = (value: unknown): Party[] =>
  (value as readonly unknown[]).map((each) => {
    const party = demand(each, 'address', 'coins')
    return { address: textIn(party, 'address'), coins: coinsIn(party['coins']) }
  })
const AMINO: Readonly<Record<string, (value: unknown) => Message | undefined>> = {
  'cosmos-sdk/MsgSend'(value) {
    const message = demand(value, 'from_address', 'to_address', 'amount')
    const coins = coinsIn(message['amount'])
    return known(
      'send',
      [{ address: textIn(message, 'from_address'), coins }],
      [{ address: textIn(message, 'to_address'), coins }],
    )
  },
  'cosmos-sdk/MsgMultiSend'(value) {
    const message = demand(value, 'inputs', 'outputs')
    return known('multiSend', partiesIn(message['inputs']), partiesIn(message['outputs']))
  },
}

/** Reads a transaction that is signed as Amino. `undefined` for another document. */
export const readAminoTransaction = (doc: AminoSignDoc): Transaction | undefined =>
  readSafely(() => {
    const { chain_id: chainId, fee, memo, msgs, timeout_height: timeout = '0' } = doc
    const { gas, payer = '', granter = '' } = fee
    if (![payer, granter, timeout].every((text) => typeof text === 'string')) return undefined
    return {
      chainId,
      memo,
      timeout,
      messages: msgs.map((each): Message => {
        const found =
          hasOnly(each, 'type', 'value') && Object.hasOwn(AMINO, each.type)
            ? readSafely(() => AMINO[each.type]?.(each.value))
            : undefined
        return (
          found ?? {
            kind: 'unknown',
            type: String(each.type),
            data: JSON.stringify(each.value ?? null),
            grant: grantOfAmino(String(each.type), each.value),
          }
        )
      }),
      fee: { coins: coinsIn(fee.amount), gas, payer, granter },
      isWhole:
        hasOnly(
          doc,
          'chain_id',
          'account_number',
          'sequence',
          'fee',
          'memo',
          'msgs',
          'timeout_height',
        ) && hasOnly(fee, 'amount', 'gas', 'payer', 'granter'),
    }
  })
