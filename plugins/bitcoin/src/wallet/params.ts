import { toBytes } from '../chain/encoding.js'
import { badParams } from '@latchkey/plugin-api/wallet'
import { readItems, readMember, readText } from './untrusted.js'
import type { Protocol } from './drivers/driver.js'

// The parameters of the methods of Bitcoin connections (`bip122`). They are untrusted: every field
// is read once and checked.

/** All satoshi that can exist: 21 million bitcoin. */
const MAX_SATOSHI = 21e14

/** The one object that a method takes. Some callers put it into a list. */
const readObject = (params: unknown): unknown => readItems(params, 1)?.[0] ?? params
const readAccount = (params: unknown): string | undefined =>
  readText(readMember(params, 'account'), 100)

/**
 * The parameters of `signMessage`. `address` is the one that signs, else the account's.
 * @throws `rpc.failed`
 */
export function readMessage(given: unknown): {
  address?: string
  message: string
  protocol?: Protocol
} {
  const params = readObject(given)
  const message = readMember(params, 'message')
  const protocol = readMember(params, 'protocol')
  if (typeof message !== 'string')
    throw badParams(
      'signMessage',
      '{ account, message, address?, protocol? } with a text as message',
    )
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322')
    throw badParams('signMessage', 'protocol "ecdsa" or "bip322"')
  const address = readText(readMember(params, 'address'), 100) ?? readAccount(params)
  return { message, ...(address && { address }), ...(protocol && { protocol }) }
}

/** An input that an address is to sign. */
export interface PsbtInput {
  address: string
  /** Position among the inputs of the transaction. */
  index: number
  /** Allowed sighash flags, such as 1 for SIGHASH_ALL. */
  sighashTypes?: readonly number[]
}
/**
 * The parameters of `signPsbt` (BIP-174). The PSBT comes in base64 and is returned as bytes.
 * `inputs` is absent where the caller names none; `broadcast`: the transaction is to be sent.
 * @throws `rpc.failed`
 */
export function readPsbt(given: unknown): {
  address?: string
  psbt: Uint8Array
  inputs?: readonly PsbtInput[]
  broadcast: boolean
} {
  const params = readObject(given)
  const psbt = toBytes(readMember(params, 'psbt'))
  // 'psbt' and 0xff: the first bytes of every PSBT.
  if (!psbt || ![0x70, 0x73, 0x62, 0x74, 0xff].every((byte, at) => psbt[at] === byte))
    throw badParams('signPsbt', '{ account, psbt, signInputs?, broadcast? } with a PSBT in base64')
  const list = readMember(params, 'signInputs')
  const inputs =
    list === undefined
      ? undefined
      : readItems(list, 10_000)?.map((input): PsbtInput => {
          const [address, index] = [
            readText(readMember(input, 'address'), 100),
            readMember(input, 'index'),
          ]
          const sighashTypes = readItems(readMember(input, 'sighashTypes'), 10)
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
  const address = readAccount(params)
  return {
    psbt,
    broadcast: readMember(params, 'broadcast') === true,
    ...(address && { address }),
    ...(inputs && { inputs }),
  }
}

/**
 * The parameters of `sendTransfer`. `amount` is in satoshi; callers send it as a number or as text.
 * @throws `rpc.failed`
 */
export function readTransfer(given: unknown): { address?: string; to: string; amount: number } {
  const params = readObject(given)
  const to = readText(readMember(params, 'recipientAddress'), 100)
  const text = String(readMember(params, 'amount'))
  const amount = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  if (to === undefined || amount < 1 || amount > MAX_SATOSHI)
    throw badParams(
      'sendTransfer',
      '{ account, recipientAddress, amount } with an amount of whole satoshi above 0',
    )
  // A field that would be ignored silently is refused instead.
  for (const name of ['memo', 'changeAddress'])
    if (readMember(params, name) !== undefined)
      throw badParams('sendTransfer', `no ${name}: the wallet chooses the coins and the change`)
  const address = readAccount(params)
  return { to, amount, ...(address && { address }) }
}
