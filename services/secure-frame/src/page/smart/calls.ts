import { CONTRACTS, decodeCalls, type Call } from '@latchkey/smart-account'
import { isAddress, isAddressEqual, isHex, type Address, type Hex } from 'viem'
import { readTransaction } from '../../keys/evmRequest.js'
import { badParams, FrameError } from '../link/errors.js'
import { readCalls } from '../rpc/evmRequests.js'
import type { Reading } from '../rpc/prepared.js'
import { checkTargets } from './guards.js'

/** Calls of one operation. */
const MAX_CALLS = 20
/** Bytes of data in all calls of one operation, as hex characters. */
const MAX_DATA_LENGTH = 2 * 131_072

/** The calls that a page asks for, and the nonce if it names one. */
export interface Asked {
  calls: readonly Call[]
  nonce?: bigint
  /** As `eth_sendTransaction` and `wallet_sendCalls` name them. */
  isBatch: boolean
}

function bounded(account: Address, calls: readonly Call[]): readonly Call[] {
  if (!calls.length) throw badParams('There is no call to send.')
  if (calls.length > MAX_CALLS)
    throw new FrameError('These are too many calls at once.', { code: 5740 })
  const length = calls.reduce((sum, { data = '0x' }) => sum + data.length, 0)
  if (length > MAX_DATA_LENGTH) throw badParams('The calls have too much data.')
  checkTargets(account, calls)
  return calls
}

function toCall({ account, network }: Reading, transaction: unknown): Call & { nonce?: number } {
  const { to, value, data, nonce, accessList } = readTransaction(transaction, {
    address: account,
    chainId: Number(network.reference),
  })
  if (to === undefined) throw badParams('A smart account deploys no contract by itself.')
  if (accessList?.length) throw badParams('A smart account takes no access list.')
  return { to, value, data, ...(nonce !== undefined && { nonce }) }
}

/** Fields that only the wallet decides. A page may name them: they are made anew. */
const OWN_FIELDS = [
  'sender',
  'nonce',
  'factory',
  'factoryData',
  'callData',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
]

/** The calls of an operation that a page made, for the account in use alone. Gas, fees and payer are the wallet's. */
function readOperation({ account }: Reading, params: readonly unknown[]): Asked {
  const [given, entryPoint] = params
  if (typeof given !== 'object' || given === null || params.length > 2)
    throw badParams('This takes one operation and the EntryPoint.')
  const isKnown =
    typeof entryPoint === 'string' &&
    isAddress(entryPoint, { strict: false }) &&
    isAddressEqual(entryPoint, CONTRACTS.entryPoint)
  if (!isKnown) throw badParams('This wallet makes operations for EntryPoint 0.7 alone.')
  const fields = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  ) as Record<string, unknown>
  const unknown = Object.keys(fields).find((name) => !OWN_FIELDS.includes(name))
  if (unknown !== undefined)
    throw badParams(`The operation has a field that is not taken: ${unknown.slice(0, 40)}`)
  const { sender, callData, nonce } = fields
  if (
    typeof sender !== 'string' ||
    !isAddress(sender, { strict: false }) ||
    !isAddressEqual(sender, account as Address)
  )
    throw badParams('The operation is of another account.')
  if (!isHex(callData) || callData.length > 2 + 2 * MAX_DATA_LENGTH)
    throw badParams('The operation has no calls, or too much data.')
  if (nonce !== undefined && !(isHex(nonce) && nonce.length <= 66))
    throw badParams("The operation's nonce is not a number in hex.")
  const calls = decodeCalls(callData as Hex)
  return {
    calls,
    isBatch: true,
    ...(nonce !== undefined && nonce !== '0x' && { nonce: BigInt(nonce) }),
  }
}

/**
 * The calls of a request that sends.
 * @throws FrameError, KeysError, `smart.bad_input`
 */
export function readAsked(reading: Reading, method: string, params: readonly unknown[]): Asked {
  const account = reading.account as Address
  if (method === 'eth_sendUserOperation') {
    const asked = readOperation(reading, params)
    return { ...asked, calls: bounded(account, asked.calls) }
  }
  if (params.length !== 1) throw badParams('This takes one parameter.')
  if (method === 'wallet_sendCalls') {
    const calls = readCalls(reading, params[0], true).map((call) => toCall(reading, call))
    return { calls: bounded(account, calls), isBatch: true }
  }
  const { nonce, ...call } = toCall(reading, params[0])
  return {
    calls: bounded(account, [call]),
    isBatch: false,
    ...(nonce !== undefined && { nonce: BigInt(nonce) }),
  }
}
