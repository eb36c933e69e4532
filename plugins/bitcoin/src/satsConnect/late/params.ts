// Reads the parameters of sats-connect's methods. Each is read once, as a getter could answer
// differently the second time.
import { LatchkeyError } from '@latchkey/plugin-api'
import { badParams } from '@latchkey/plugin-api/wallet'
import { readChainName, type Chain } from '../../chain/chains.js'
import type { Protocol } from '../../wallet/drivers/driver.js'
import { readItems, readMember, readText } from '../../wallet/untrusted.js'
import type { Purpose } from '../addresses.js'
import type { AnsweredMethod } from '../methods.js'
import type { SatsParams } from '../types.js'

type KnownPurpose = SatsParams<'getAccounts'>['purposes'][number]
/** Only addresses of Bitcoin can be connected here. */
const IS_BITCOIN: Readonly<Record<KnownPurpose, boolean>> = {
  payment: true,
  ordinals: true,
  stacks: false,
  starknet: false,
  spark: false,
}

/**
 * The purposes of Bitcoin that are asked for; both where none is named.
 * @throws `rpc.failed`; `wallet.unsupported_method` where all are of other chains
 */
export function readPurposes(
  method: AnsweredMethod,
  params: unknown,
  member: 'purposes' | 'addresses',
): readonly Purpose[] {
  const given = readMember(params, member)
  if (given === undefined || given === null) return ['payment', 'ordinals']
  const items = readItems(given, 20)
  if (!items?.every((item) => typeof item === 'string' && Object.hasOwn(IS_BITCOIN, item)))
    throw badParams(method, `${member} as a list of ${Object.keys(IS_BITCOIN).join(', ')}`)
  const asked = (items as readonly KnownPurpose[]).filter(
    (item): item is Purpose => IS_BITCOIN[item],
  )
  if (items.length && !asked.length)
    throw new LatchkeyError(
      'wallet.unsupported_method',
      `Only Bitcoin addresses can be connected here: ask ${method} for payment or ordinals.`,
      { context: { method } },
    )
  return asked
}

/** A network by its name in sats-connect. @throws `rpc.failed` */
export function readNetworkName(method: AnsweredMethod, name: unknown): Chain {
  const chain = readChainName(name)
  if (!chain) throw badParams(method, 'a network: Mainnet, Testnet, Signet or Regtest')
  return chain
}

const PROTOCOLS: Readonly<Record<NonNullable<SatsParams<'signMessage'>['protocol']>, Protocol>> = {
  ECDSA: 'ecdsa',
  BIP322: 'bip322',
}
export const PROTOCOL_NAMES = { ecdsa: 'ECDSA', bip322: 'BIP322' } as const

export function readMessage(params: unknown): {
  address: string
  message: string
  protocol?: Protocol
} {
  const address = readText(readMember(params, 'address'), 100)
  const message = readMember(params, 'message')
  const name = readMember(params, 'protocol')
  const protocol =
    typeof name === 'string' && Object.hasOwn(PROTOCOLS, name)
      ? PROTOCOLS[name as keyof typeof PROTOCOLS]
      : undefined
  if (address === undefined || typeof message !== 'string' || (name !== undefined && !protocol))
    throw badParams(
      'signMessage',
      '{ address, message, protocol? } with texts, and ECDSA or BIP322 as protocol',
    )
  return { address, message, ...(protocol && { protocol }) }
}

const MAX_INPUTS = 10_000
const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

/** The inputs by address. `undefined`: the value is not such an object, or names none. */
function readInputs(given: unknown): { address: string; index: number }[] | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const inputs = Object.keys(given).flatMap((address) => {
    const indexes = readItems(readMember(given, address), MAX_INPUTS) ?? [undefined]
    return indexes.map((index) => ({ address, index }))
  })
  const isRight = inputs.length > 0 && inputs.every(({ index }) => isIndex(index))
  return isRight ? (inputs as { address: string; index: number }[]) : undefined
}

export function readPsbt(params: unknown): {
  psbt: string
  signInputs?: { address: string; index: number }[]
  broadcast?: boolean
} {
  const psbt = readText(readMember(params, 'psbt'), 10_000_000)
  const given = readMember(params, 'signInputs')
  const broadcast = readMember(params, 'broadcast')
  const signInputs = given === undefined || given === null ? undefined : readInputs(given)
  if (
    psbt === undefined ||
    (given !== undefined && given !== null && !signInputs) ||
    !['undefined', 'boolean'].includes(typeof broadcast)
  )
    throw badParams(
      'signPsbt',
      '{ psbt, signInputs?, broadcast? } with a PSBT in base64, and signInputs as { [address]: indexes of inputs }',
    )
  return {
    psbt,
    ...(signInputs && { signInputs }),
    ...(broadcast !== undefined && { broadcast: broadcast === true }),
  }
}

/** @throws `rpc.failed`; `wallet.unsupported_method` for several recipients */
export function readTransfer(params: unknown): { recipientAddress: string; amount: number } {
  const recipients = readItems(readMember(params, 'recipients'), 100)
  if (recipients && recipients.length > 1)
    throw new LatchkeyError(
      'wallet.unsupported_method',
      'sendTransfer pays one recipient: pay several by signPsbt with broadcast.',
      { context: { method: 'sendTransfer' } },
    )
  const recipientAddress = readText(readMember(recipients?.[0], 'address'), 100)
  const amount = readMember(recipients?.[0], 'amount')
  if (recipientAddress === undefined || !Number.isSafeInteger(amount) || Number(amount) < 1)
    throw badParams(
      'sendTransfer',
      '{ recipients: [{ address, amount }] } with an amount of whole satoshi above 0',
    )
  return { recipientAddress, amount: Number(amount) }
}
