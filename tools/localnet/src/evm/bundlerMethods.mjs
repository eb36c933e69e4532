// The six methods of ERC-4337's JSON-RPC for EntryPoint 0.7 on the localnet. Each operation goes to the chain in a
// transaction of its own, and receipts are read from the chain.
import {
  decodeErrorResult,
  encodeFunctionData,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { request } from '@latchkey/testing/nodes'

/** @typedef {import('../index.d.mts').Hex} Hex */
/** @typedef {import('../index.d.mts').BundlerFault} BundlerFault */
/** @typedef {Record<string, Hex>} RpcOperation */
/** @typedef {{ address: string, topics: Hex[], data: Hex, transactionHash: Hex }} Log */

const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const OTHER_ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const abi = parseAbi([
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; ' +
    'uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Packed[] ops, address beneficiary)',
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
])
const MAX_FEE = 10n ** 12n
/** Beside what operations name, for EntryPoint itself. */
const OVERHEAD_GAS = 150_000n
/** Of a check by the account. */
const CHECK_GAS = 120_000n
const MARGIN_GAS = 30_000n
const PRE_GAS = 60_000n

/** An `error` of JSON-RPC. */
export class Refusal extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

const NUMBERS = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]

/** An operation as viem takes it. @param {RpcOperation} operation @returns {any} */
const read = (operation) =>
  Object.fromEntries(
    Object.entries(operation ?? {}).map(([name, value]) => [
      name,
      NUMBERS.includes(name) ? BigInt(value) : value,
    ]),
  )

/** @param {any} operation @param {Hex} beneficiary */
const handleOps = (operation, beneficiary) =>
  encodeFunctionData({
    abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], beneficiary],
  })

/** @param {any} operation */
const gasOf = (operation) =>
  OVERHEAD_GAS +
  NUMBERS.filter((name) => /Gas(?:Limit)?$/.test(name) && !name.startsWith('max')).reduce(
    (sum, name) => sum + (operation[name] ?? 0n),
    0n,
  )

/**
 * One JSON-RPC call that keeps the data of an error.
 * @param {string} url @param {string} method @param {unknown[]} params
 */
async function ask(url, method, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return /** @type {Promise<{ result?: any, error?: { message: string, data?: Hex } }>} */ (
    response.json()
  )
}

/** @param {{ message: string, data?: Hex }} error */
function refusalOf({ message, data }) {
  try {
    const { args } = decodeErrorResult({ abi, data: /** @type {Hex} */ (data) })
    return new Refusal(-32500, String(args[1]))
  } catch {
    return new Refusal(-32521, message)
  }
}

/**
 * @typedef {object} Setting
 * @property {string} rpcUrl
 * @property {number} chainId
 * @property {import('viem').LocalAccount} executor
 * @property {() => BundlerFault | undefined} fault
 * @property {Map<Hex, RpcOperation>} waiting
 */

/** Sends operations one after the other, each in a transaction. @param {Setting} setting */
function createSubmission({ rpcUrl, chainId, executor }) {
  /** @type {number | undefined} */
  let nonce
  let last = Promise.resolve()
  /** @param {any} operation */
  const submit = async (operation) => {
    nonce ??= Number(
      await request(rpcUrl, 'eth_getTransactionCount', [executor.address, 'pending']),
    )
    const signed = await executor.signTransaction({
      ...{ type: 'eip1559', chainId, nonce, to: ENTRY_POINT, gas: gasOf(operation) },
      ...{ data: handleOps(operation, executor.address), maxFeePerGas: MAX_FEE },
      maxPriorityFeePerGas: 1n,
    })
    await request(rpcUrl, 'eth_sendRawTransaction', [signed])
    nonce += 1
  }
  /** @param {any} operation @returns {Promise<void>} */
  return (operation) => {
    const own = last.then(() => submit(operation))
    last = own.catch(() => void (nonce = undefined))
    return own
  }
}

/** @param {string} rpcUrl @param {Hex} hash @returns {Promise<Log | undefined>} */
async function eventOf(rpcUrl, hash) {
  const filter = { address: ENTRY_POINT, topics: [OPERATION_EVENT, hash], fromBlock: '0x0' }
  return /** @type {Log[]} */ (await request(rpcUrl, 'eth_getLogs', [filter]))[0]
}

/** @param {Log} log */
const senderOf = ({ topics }) => `0x${topics[2]?.slice(26)}`

/** @param {string} rpcUrl @param {Log} log */
async function receiptOf(rpcUrl, log) {
  const { topics, data, transactionHash } = log
  const word = (/** @type {number} */ index) =>
    numberToHex(BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`))
  return {
    userOpHash: topics[1],
    entryPoint: ENTRY_POINT,
    sender: senderOf(log),
    nonce: word(0),
    success: word(1) === '0x1',
    actualGasCost: word(2),
    actualGasUsed: word(3),
    logs: [],
    receipt: await request(rpcUrl, 'eth_getTransactionReceipt', [transactionHash]),
  }
}

/** @param {Setting} setting */
const createSend = ({ rpcUrl, chainId, executor, fault, waiting }) => {
  const submit = createSubmission({ rpcUrl, chainId, executor, fault, waiting })
  /** @param {RpcOperation} raw @param {Hex} entryPoint */
  return async (raw, entryPoint) => {
    if (entryPoint?.toLowerCase() !== ENTRY_POINT.toLowerCase())
      throw new Refusal(-32602, 'EntryPoint is not supported')
    const operation = read(raw)
    const hash = getUserOperationHash({
      ...{ chainId, entryPointAddress: ENTRY_POINT, entryPointVersion: '0.7' },
      userOperation: operation,
    })
    if (waiting.has(hash)) return hash
    const call = { from: executor.address, to: ENTRY_POINT, gas: toHex(gasOf(operation)) }
    const data = handleOps(operation, executor.address)
    const { error } = await ask(rpcUrl, 'eth_call', [{ ...call, data }, 'pending'])
    if (error) throw refusalOf(error)
    waiting.set(hash, raw)
    if (fault() !== 'swallow')
      await submit(operation).catch((reason) => {
        waiting.delete(hash)
        throw reason
      })
    return hash
  }
}

/**
 * Gas of the calls and of the deployment before them, on a copy of the chain's state.
 * @param {string} rpcUrl @param {RpcOperation} operation
 */
async function tryCalls(rpcUrl, { sender, callData, factory, factoryData }) {
  const deployment = factory ? [{ to: factory, data: factoryData }] : []
  const calls = [...deployment, { from: ENTRY_POINT, to: sender, data: callData }]
  const { result, error } = await ask(rpcUrl, 'eth_simulateV1', [
    { blockStateCalls: [{ calls }] },
    'latest',
  ])
  if (error) throw new Refusal(-32521, error.message)
  /** @type {{ status: Hex, gasUsed: Hex, returnData: Hex }[]} */
  const results = result[0].calls
  const failed = results.find(({ status }) => status !== '0x1')
  if (failed) throw new Refusal(-32521, `execution reverted ${failed.returnData}`)
  return results.map(({ gasUsed }) => BigInt(gasUsed)).reverse()
}

/** @param {Setting} setting */
const createEstimate =
  ({ rpcUrl, fault }) =>
  /** @param {RpcOperation} operation */
  async (operation) => {
    const [calls = 0n, deployment = 0n] = await tryCalls(rpcUrl, operation)
    const times = fault() === 'gas-hundredfold' ? 100n : 1n
    return {
      preVerificationGas: toHex(times * PRE_GAS),
      verificationGasLimit: toHex(times * (CHECK_GAS + deployment)),
      callGasLimit: toHex(times * (calls + MARGIN_GAS)),
      ...(operation['paymaster'] && {
        paymasterVerificationGasLimit: toHex(times * CHECK_GAS),
        paymasterPostOpGasLimit: toHex(times * MARGIN_GAS),
      }),
    }
  }

/** @param {Setting} setting */
const createReceipt =
  ({ rpcUrl, fault, waiting }) =>
  /** @param {Hex} hash */
  async (hash) => {
    const log = await eventOf(rpcUrl, hash)
    const known = log && (await receiptOf(rpcUrl, log))
    if (fault() === 'foreign-receipt')
      return { ...(known ?? { success: true }), userOpHash: keccak256(hash) }
    if (fault() !== 'false-success') return known ?? null
    return {
      ...(known ?? { userOpHash: hash, entryPoint: ENTRY_POINT }),
      sender: known?.sender ?? waiting.get(hash)?.['sender'] ?? pad('0x01', { size: 20 }),
      success: true,
      receipt: known?.receipt ?? { transactionHash: keccak256(hash) },
    }
  }

/** @param {Setting} setting */
const createByHash =
  ({ rpcUrl, waiting }) =>
  /** @param {Hex} hash */
  async (hash) => {
    const log = await eventOf(rpcUrl, hash)
    const userOperation = waiting.get(hash) ?? (log && { sender: senderOf(log) })
    return userOperation
      ? { userOperation, entryPoint: ENTRY_POINT, transactionHash: log?.transactionHash ?? null }
      : null
  }

/**
 * @param {Omit<Setting, 'waiting'>} setting
 * @returns {Record<string, (...params: any[]) => Promise<unknown>>}
 */
export function bundlerMethods(setting) {
  const { chainId, fault } = setting
  /** @type {Map<Hex, RpcOperation>} */
  const waiting = new Map()
  return {
    eth_chainId: async () => numberToHex(fault() === 'other-chain' ? chainId + 1 : chainId),
    eth_supportedEntryPoints: async () => [
      fault() === 'other-entry-point' ? OTHER_ENTRY_POINT : ENTRY_POINT,
    ],
    eth_sendUserOperation: createSend({ ...setting, waiting }),
    eth_estimateUserOperationGas: createEstimate({ ...setting, waiting }),
    eth_getUserOperationReceipt: createReceipt({ ...setting, waiting }),
    eth_getUserOperationByHash: createByHash({ ...setting, waiting }),
  }
}
