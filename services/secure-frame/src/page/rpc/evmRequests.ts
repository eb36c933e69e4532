import { loadEvmDescribe } from '@latchkey/evm/describe'
import { toUnits } from '@latchkey/plugin-api/describe'
import { isHex, toHex, type Hex } from 'viem'
import { readTypedData, signMessage, signTransaction, signTypedData } from '../../keys/evm.js'
import type { EvmTransaction } from '../../keys/evm.js'
import { highestFee, readTransaction, toTransaction } from '../../keys/evmRequest.js'
import { badParams, FrameError } from '../link/errors.js'
import { estimate, nextNonce, readQuantity, toCall } from './evmFields.js'
import type { Prepared, Reading, UseKeys } from './prepared.js'

/** Calls of one request: each is a transaction to read and to pay for. */
const MAX_CALLS = 20

type Shown = Pick<Prepared, 'network' | 'account' | 'description' | 'texts' | 'raw'>

async function show(
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

async function prepareMessage(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  const [data, account] = params
  if (typeof data !== 'string') throw badParams('A message is a text or bytes in hex.')
  if (!sameAddress(account, reading.account)) throw badParams('This is another account.')
  const shown = await show(reading, 'personal_sign', params)
  return { ...shown, run: async (use) => use((keys) => signMessage(data, keys)) }
}

async function prepareTypedData(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  const [account, given] = params
  if (!sameAddress(account, reading.account)) throw badParams('This is another account.')
  const data = readTypedData(given)
  const shown = await show(reading, 'eth_signTypedData_v4', [account, data])
  return { ...shown, run: async (use) => use((keys) => signTypedData(data, keys)) }
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

async function readAll(
  { network, account, node }: Reading,
  calls: readonly unknown[],
): Promise<EvmTransaction[]> {
  const chainId = Number(network.reference)
  const first = await nextNonce(node, account)
  const transactions: EvmTransaction[] = []
  for (const [index, call] of calls.entries()) {
    const nonce = first + index
    const request = readTransaction(call, { address: account, chainId, nonce })
    const own = await estimate(node, account, request, index > 0)
    transactions.push(toTransaction(request, chainId, { nonce, ...own }))
  }
  return transactions
}

/** Fee at most, and what the account lacks for fee and amount together. */
async function costs({ network, account, node }: Reading, all: readonly EvmTransaction[]) {
  const { symbol, decimals } = network.nativeCurrency
  const amount = (value: bigint): string => `${toUnits(value, decimals)} ${symbol}`
  const fee = all.reduce((sum, transaction) => sum + highestFee(transaction), 0n)
  const spent = all.reduce((sum, { value = 0n }) => sum + value, fee)
  const balance = readQuantity(await node('eth_getBalance', [account, 'latest']))
  return { fee: amount(fee), ...(spent > balance && { missing: amount(spent - balance) }) }
}

async function sendOne({ node }: Reading, transaction: EvmTransaction, use: UseKeys): Promise<Hex> {
  const { raw, hash } = use((keys) => signTransaction(transaction, keys))
  await node('eth_sendRawTransaction', [raw])
  return hash
}

async function prepareTransaction(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  if (params.length !== 1) throw badParams('This takes one transaction.')
  const [transaction] = await readAll(reading, params)
  const fields = toFields(transaction!, reading.account)
  const [shown, cost] = await Promise.all([
    show(reading, 'eth_sendTransaction', [fields]),
    costs(reading, [transaction!]),
  ])
  return { ...shown, ...cost, run: (use) => sendOne(reading, transaction!, use) }
}

/** The calls of `wallet_sendCalls` (EIP-5792), which are sent one after the other. */
function readCalls({ account, network }: Reading, given: unknown): unknown[] {
  const { calls, from, chainId, atomicRequired, capabilities } = { ...(given as object) } as Record<
    string,
    unknown
  >
  if (!Array.isArray(calls) || !calls.length) throw badParams('There is no call to send.')
  if (calls.length > MAX_CALLS)
    throw new FrameError('These are too many calls at once.', { code: 5740 })
  if (from !== undefined && !sameAddress(from, account)) throw badParams('This is another account.')
  if (!isHex(chainId) || BigInt(chainId) !== BigInt(network.reference))
    throw new FrameError('The calls are for another network.', { code: 5710 })
  if (atomicRequired === true)
    throw new FrameError('This wallet cannot send calls all at once.', { code: 5760 })
  const wishes = Object.values({ ...(capabilities as object) })
  if (wishes.some((wish) => (wish as { optional?: unknown } | null)?.optional !== true))
    throw new FrameError('This wallet has none of the capabilities asked for.', { code: 5700 })
  return calls.map(toCall)
}

async function prepareCalls(reading: Reading, params: readonly unknown[]): Promise<Prepared> {
  if (params.length !== 1) throw badParams('This takes one list of calls.')
  const all = await readAll(reading, readCalls(reading, params[0]))
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
  const [shown, cost] = await Promise.all([
    show(reading, 'wallet_sendCalls', [request]),
    costs(reading, all),
  ])
  const run = async (use: UseKeys) => {
    const hashes: Hex[] = []
    for (const transaction of all) hashes.push(await sendOne(reading, transaction, use))
    // The hashes themselves: the state of the calls is read without a store.
    return { id: `0x${hashes.map((hash) => hash.slice(2)).join('')}` }
  }
  return { ...shown, ...cost, run }
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
