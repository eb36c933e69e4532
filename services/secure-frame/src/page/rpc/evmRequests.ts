import { loadEvmDescribe } from '@latchkey/evm/describe'
import { toUnits } from '@latchkey/plugin-api/describe'
import { hexToString, isHex, toHex, type Hex } from 'viem'
import {
  readMessageBytes,
  readTypedData,
  signMessage,
  signTransaction,
  signTypedData,
  type EvmTransaction,
} from '../../keys/evm.js'
import { highestFee, readTransaction, toTransaction } from '../../keys/evmRequest.js'
import type { EvmRequest } from '../../keys/evmRequest.js'
import { badParams, FrameError } from '../link/errors.js'
import {
  checkAuthority,
  checkBothInData,
  checkBothInMessage,
  checkOtherInData,
  checkOtherInMessage,
} from '../smart/guards.js'
import { countNonces, estimateGas, gasOfLater, readFees, readL1Fee, toCall } from './evmFields.js'
import { simulate } from './evmSimulate.js'
import { wordsOfFlows } from './evmTransfers.js'
import { readQuantity } from './node.js'
import { reasonOf } from './nodeErrors.js'
import type { Prepared, Reading, Step } from './prepared.js'
import { send } from './send.js'
import { checkDomain } from './signIn.js'

/** Calls of one request: each is a transaction to read and to pay for. */
const MAX_CALLS = 20

type Shown = Pick<Prepared, 'network' | 'account' | 'description' | 'texts' | 'raw'>

/** The words of a request. */
export async function show(
  { network, account, host, lang }: Reading,
  method: string,
  params: unknown,
): Promise<Shown> {
  const { describe, texts } = await loadEvmDescribe(lang)
  const description = describe(network, method, params, { account, host })
  return { network, account, description, texts, raw: JSON.stringify(params, null, 2) }
}

const sameAddress = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

const asItIs = (signature: Hex): Hex => signature

async function prepareMessage(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  const [data, account] = params
  if (typeof data !== 'string') throw badParams('A message is a text or bytes in hex.')
  if (!sameAddress(account, reading.account)) throw badParams('This is another account.')
  const bytes = readMessageBytes(data)
  const text = hexToString(bytes)
  checkDomain(text, reading.host)
  checkOtherInMessage({ bytes, text }, reading.other)
  const both = checkBothInMessage({ bytes, text }, reading.account, reading.other)
  const shown = await show(reading, 'personal_sign', [bytes, reading.account])
  const { wrap = asItIs } = reading
  const run: Prepared['run'] = async ({ use }) => wrap(use((keys) => signMessage(bytes, keys)))
  return { ...shown, ...both, run }
}

async function prepareTypedData(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  const [account, given] = params
  if (!sameAddress(account, reading.account)) throw badParams('This is another account.')
  const data = readTypedData(given, Number(reading.network.reference))
  checkAuthority(data, reading.smart)
  checkOtherInData(data, reading.other)
  const both = checkBothInData(data, reading.account, reading.other)
  const shown = await show(reading, 'eth_signTypedData_v4', [account, data])
  const { wrap = asItIs } = reading
  const run: Prepared['run'] = async ({ use }) => wrap(use((keys) => signTypedData(data, keys)))
  return { ...shown, ...both, run }
}

/** A transaction as `eth_sendTransaction` names its fields, with all that is signed. */
const toFields = (transaction: EvmTransaction, from: string): Record<string, unknown> => {
  const { type, ...fields } = transaction
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'bigint' || typeof value === 'number' ? toHex(value) : value,
  ])
  return { from, type: type === 'legacy' ? '0x0' : '0x2', ...Object.fromEntries(values) }
}

/** Fee at most, and what the account lacks for fee and amount together. */
function costs(
  { symbol, decimals }: Reading['network']['nativeCurrency'],
  all: readonly EvmTransaction[],
  l1Fee: bigint,
  balance: bigint,
): Pick<Prepared, 'fee' | 'missing'> {
  const amount = (value: bigint): string => `${toUnits(value, decimals)} ${symbol}`
  const fee = all.reduce((sum, transaction) => sum + highestFee(transaction), l1Fee)
  const spent = all.reduce((sum, { value = 0n }) => sum + value, fee)
  return { fee: amount(fee), ...(spent > balance && { missing: amount(spent - balance) }) }
}

interface Transactions {
  all: readonly EvmTransaction[]
  /** The card without its words. */
  rest: Omit<Prepared, keyof Shown | 'run'>
  /** Signs all, and sends one after the other. */
  signAndSend: (step: Step) => Promise<Hex[]>
}

/**
 * Completes requests to transactions and has the node carry them out without an effect. The page's part
 * is read before any node is asked.
 */
async function complete(reading: Reading, calls: readonly unknown[]): Promise<Transactions> {
  const { network, account, node, nonces } = reading
  const { nativeCurrency: coin } = network
  const chainId = Number(network.reference)
  const requests = calls.map((call) => readTransaction(call, { address: account, chainId }))
  const key = `${network.id}:${account}`
  const [counted, fees, first, balance, simulation] = await Promise.all([
    countNonces(node, account),
    readFees(node),
    estimateGas(node, account, requests[0]!),
    node('eth_getBalance', [account, 'latest']).then(readQuantity),
    simulate(node, account, requests),
  ])
  const { nonce, isSignedBefore } = nonces.next(key, counted)
  const toWhole = (request: EvmRequest, index: number): EvmTransaction => {
    const gas = index ? gasOfLater(request, simulation.gasUsed[index]) : first
    return toTransaction(request, chainId, { nonce: nonce + index, gas, fees })
  }
  const all = requests.map(toWhole)
  const [moved, ...l1Fees] = await Promise.all([
    wordsOfFlows(node, simulation.flows, coin),
    ...all.map((transaction) => readL1Fee(node, transaction)),
  ])
  const { failure } = simulation
  const l1Fee = l1Fees.reduce((sum, part) => sum + part, 0n)
  return {
    all,
    rest: {
      ...costs(coin, all, l1Fee, balance),
      outcome: {
        ...moved,
        isWhole: moved.isWhole && simulation.isWhole,
        ...(failure !== undefined && { failure }),
      },
      ...(isSignedBefore && { warning: 'approve.sameNumber' as const }),
      isCurrent: async () => nonces.next(key, await countNonces(node, account)).nonce === nonce,
    },
    async signAndSend(step) {
      const signed = step.use((keys) => all.map((each) => signTransaction(each, keys)))
      for (const each of all) nonces.signed(key, each.nonce!)
      for (const [index, { raw, hash }] of signed.entries()) {
        if (!(await send(() => transmit(reading, raw, hash), step, index > 0))) break
        nonces.sent(key, nonce + index)
      }
      return signed.map(({ hash }) => hash)
    },
  }
}

/** Sends bytes that a node may have from an earlier try. */
async function transmit({ node }: Reading, raw: Hex, hash: Hex): Promise<void> {
  try {
    await node('eth_sendRawTransaction', [raw])
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'transaction_known') return
    if (reason !== 'transaction_replaced') throw error
    // The place may be taken by this very transaction.
    if (!(await node('eth_getTransactionByHash', [hash]))) throw error
  }
}

async function prepareTransaction(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  if (params.length !== 1) throw badParams('This takes one transaction.')
  const { all, rest, signAndSend } = await complete(reading, params)
  const fields = toFields(all[0]!, reading.account)
  const shown = await show(reading, 'eth_sendTransaction', [fields])
  return { ...shown, ...rest, run: async (step) => (await signAndSend(step))[0]! }
}

/**
 * The calls of `wallet_sendCalls` (EIP-5792).
 * @param isAtomic whether all of them are carried out at once, or none
 * @throws FrameError
 */
export function readCalls(
  { account, network }: Reading,
  given: unknown,
  isAtomic = false,
): unknown[] {
  const { calls, from, chainId, atomicRequired, capabilities } = { ...(given as object) } as Record<
    string,
    unknown
  >
  if (!Array.isArray(calls) || !calls.length) throw badParams('There is no call to send.')
  if (calls.length > MAX_CALLS)
    throw new FrameError('These are too many calls at once.', { code: 5740 })
  if (from !== undefined && !sameAddress(from, account)) throw badParams('This is another account.')
  const isNumber = isHex(chainId) && chainId.length > 2
  if (!isNumber || BigInt(chainId) !== BigInt(network.reference))
    throw new FrameError('The calls are for another network.', { code: 5710 })
  if (atomicRequired === true && !isAtomic)
    throw new FrameError('This wallet cannot send calls all at once.', { code: 5760 })
  const wishes = Object.values({ ...(capabilities as object) })
  if (wishes.some((wish) => (wish as { optional?: unknown } | null)?.optional !== true))
    throw new FrameError('This wallet has none of the capabilities asked for.', { code: 5700 })
  return calls.map(toCall)
}

async function prepareCalls(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  if (params.length !== 1) throw badParams('This takes one list of calls.')
  const { all, rest, signAndSend } = await complete(reading, readCalls(reading, params[0]))
  const { account, network } = reading
  const request = {
    version: '2.0.0',
    from: account,
    chainId: toHex(Number(network.reference)),
    atomicRequired: false,
    calls: all.map(({ to, value, data }) => ({
      ...(to && { to }),
      value: toHex(value ?? 0n),
      data,
    })),
  }
  const described = await show(reading, 'wallet_sendCalls', [request])
  const signed = all.map((each) => toFields(each, account))
  const shown = { ...described, raw: JSON.stringify(signed, null, 2) }
  const run: Prepared['run'] = async (step) => {
    const hashes = await signAndSend(step)
    // The hashes themselves: the state of the calls is read without a store.
    return { id: `0x${hashes.map((hash) => hash.slice(2)).join('')}` }
  }
  return { ...shown, ...rest, run }
}

const METHODS: Readonly<
  Record<string, (reading: Reading, params: readonly unknown[]) => Promise<Prepared>>
> = {
  personal_sign: prepareMessage,
  eth_signTypedData_v4: prepareTypedData,
  eth_sendTransaction: prepareTransaction,
  wallet_sendCalls: prepareCalls,
}

/**
 * Reads a request of EVM that signs or sends.
 * @throws KeysError, FrameError where it is refused before anybody is asked
 */
export function prepareEvm(reading: Reading, method: string, params: unknown): Promise<Prepared> {
  const prepare = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!prepare || !Array.isArray(params)) throw badParams('The parameters are not a list.')
  return prepare(reading, params as readonly unknown[])
}
