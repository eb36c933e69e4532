import { toBytes } from './encoding.js'
import { badParams } from './errors.js'
import { items, member, textOf } from './loose.js'
import type { Protocol } from './drivers/driver.js'

/** The most satoshi that can exist. */
const MOST = 21e14

/** A method's one object of parameters; some callers put it into a list. */
const objectOf = (params: unknown): unknown => items(params, 1)?.[0] ?? params
const accountOf = (params: unknown): string | undefined => textOf(member(params, 'account'), 100)

export function readMessage(given: unknown): {
  address?: string
  message: string
  protocol?: Protocol
} {
  const params = objectOf(given)
  const message = member(params, 'message')
  const protocol = member(params, 'protocol')
  if (typeof message !== 'string')
    throw badParams(
      'signMessage',
      '{ account, message, address?, protocol? } with a text as message',
    )
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322')
    throw badParams('signMessage', 'protocol "ecdsa" or "bip322"')
  const address = textOf(member(params, 'address'), 100) ?? accountOf(params)
  return { message, ...(address && { address }), ...(protocol && { protocol }) }
}

export interface PsbtInput {
  address: string
  index: number
  sighashTypes?: readonly number[]
}
export function readPsbt(given: unknown): {
  address?: string
  psbt: Uint8Array
  inputs?: readonly PsbtInput[]
  broadcast: boolean
} {
  const params = objectOf(given)
  const psbt = toBytes(member(params, 'psbt'))
  // 'psbt' and 0xff: every PSBT begins so.
  if (!psbt || ![0x70, 0x73, 0x62, 0x74, 0xff].every((byte, at) => psbt[at] === byte))
    throw badParams('signPsbt', '{ account, psbt, signInputs?, broadcast? } with a PSBT in base64')
  const list = member(params, 'signInputs')
  const inputs =
    list === undefined
      ? undefined
      : items(list, 10_000)?.map((input): PsbtInput => {
          const [address, index] = [textOf(member(input, 'address'), 100), member(input, 'index')]
          const sighashTypes = items(member(input, 'sighashTypes'), 10)
          if (
            address === undefined ||
            !Number.isInteger(index) ||
            (index as number) < 0 ||
            !(sighashTypes ?? []).every(Number.isInteger)
          )
            throw badParams('signPsbt', 'signInputs as a list of { address, index, sighashTypes? }')
          return {
            address,
            index: index as number,
            ...(sighashTypes && { sighashTypes: sighashTypes as number[] }),
          }
        })
  if (list !== undefined && !inputs?.length)
    throw badParams('signPsbt', 'signInputs as a list of { address, index, sighashTypes? }')
  const address = accountOf(params)
  return {
    psbt,
    broadcast: member(params, 'broadcast') === true,
    ...(address && { address }),
    ...(inputs && { inputs }),
  }
}

export function readTransfer(given: unknown): { address?: string; to: string; amount: number } {
  const params = objectOf(given)
  const to = textOf(member(params, 'recipientAddress'), 100)
  const text = String(member(params, 'amount'))
  const amount = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  if (to === undefined || amount < 1 || amount > MOST)
    throw badParams(
      'sendTransfer',
      '{ account, recipientAddress, amount } with an amount of whole satoshi above 0',
    )
  // What would be dropped in silence is refused instead.
  for (const name of ['memo', 'changeAddress'])
    if (member(params, name) !== undefined)
      throw badParams('sendTransfer', `no ${name}: the wallet chooses the coins and the change`)
  const address = accountOf(params)
  return { to, amount, ...(address && { address }) }
}
