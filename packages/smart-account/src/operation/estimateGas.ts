import { LatchkeyError } from '@latchkey/plugin-api'
import { encodeAbiParameters, numberToHex, pad, size, slice, type Hex } from 'viem'
import { PROXY_CREATION_CODE } from '../account/proxyCode.js'
import { STUB_SIGNATURE } from '../account/signature.js'
import { askNodeHex } from '../chain/ask.js'
import { CONTRACTS } from '../contracts/addresses.js'
import { packOperation } from './operation.js'
import type { OperationGas, UnsignedOperation } from './types.js'
import type { RpcRequest } from '../types.js'

/** Where the proxy's own code begins in its creation code. */
const PROXY_CODE_OFFSET = 0x34d
/** EIP-1967. */
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** Of a transaction, which the bundler sends. */
const TRANSACTION_GAS = 21_000n
/** Of EntryPoint 0.7 beside what it calls, as measured. */
const ENTRY_POINT_GAS = 30_000n
/** The account checks a signature and pays its deposit, as measured. */
const CHECK_GAS = 90_000n
/** The call of the account by EntryPoint. */
const CALL_GAS = 12_000n
/** EIP-7623 counts each byte of calldata in tokens: 1 for a zero, 4 for another. */
const GAS_OF_TOKEN = 10n
const TOKENS_OF_BYTE = 4n

const PACKED = [
  {
    type: 'tuple',
    components: [
      { name: 'sender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'initCode', type: 'bytes' },
      { name: 'callData', type: 'bytes' },
      { name: 'accountGasLimits', type: 'bytes32' },
      { name: 'preVerificationGas', type: 'uint256' },
      { name: 'gasFees', type: 'bytes32' },
      { name: 'paymasterAndData', type: 'bytes' },
      { name: 'signature', type: 'bytes' },
    ],
  },
] as const

/** The gas of a transaction's calldata, at the highest price that it can have. */
function calldataGas(bytes: Hex): bigint {
  const length = BigInt(size(bytes))
  const zeros = BigInt(
    bytes
      .slice(2)
      .match(/../g)
      ?.filter((byte) => byte === '00').length ?? 0,
  )
  return GAS_OF_TOKEN * (zeros + TOKENS_OF_BYTE * (length - zeros))
}

const isRevert = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } }
  return cause?.code === 3 || /revert/i.test(String(cause?.message))
}

/** @throws `smart.bad_input` if the transaction would be undone */
async function estimate(node: RpcRequest, part: string, params: readonly unknown[]) {
  try {
    return BigInt(await askNodeHex(node, 'eth_estimateGas', params))
  } catch (error) {
    if (!isRevert(error)) throw error
    throw new LatchkeyError(
      'smart.bad_input',
      `The operation would fail on the chain. Expected ${part} that succeed. Read the cause.`,
      { context: { part }, cause: error },
    )
  }
}

/** The calls, made by EntryPoint. Before deployment the node is told the code that the account will have. */
const callParams = (
  { sender, callData, factory }: UnsignedOperation,
  balance: bigint | undefined,
): readonly unknown[] => {
  const call = { from: CONTRACTS.entryPoint, to: sender, data: callData }
  const owned = balance !== undefined && { balance: numberToHex(balance) }
  const deployed = factory && {
    code: slice(PROXY_CREATION_CODE, PROXY_CODE_OFFSET),
    stateDiff: { [IMPLEMENTATION_SLOT]: pad(CONTRACTS.implementation, { size: 32 }) },
  }
  return owned || deployed ? [call, 'latest', { [sender]: { ...owned, ...deployed } }] : [call]
}

/**
 * Our own estimate of an operation's gas, by the chain's node alone, as a measure for bundlers. The limits of its
 * paymaster are taken as they are.
 * @param extra units that the chain adds for its data availability (rollups); 0 if left out
 * @param balance wei that the account has when its calls are made; those that it has now if left out
 * @throws `smart.node_failed`; `smart.bad_input` with the part `calls` if the calls would fail, with `factory` if the
 * deployment would
 */
export async function estimateGas(
  node: RpcRequest,
  operation: UnsignedOperation,
  extra = 0n,
  balance?: bigint,
): Promise<OperationGas> {
  const { factory, factoryData } = operation
  const [calls, deployment] = await Promise.all([
    estimate(node, 'calls', callParams(operation, balance)),
    factory ? estimate(node, 'factory', [{ to: factory, data: factoryData ?? '0x' }]) : 0n,
  ])
  const bytes = encodeAbiParameters(PACKED, [
    packOperation({ ...operation, signature: STUB_SIGNATURE }),
  ])
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
  return {
    callGasLimit: calls + CALL_GAS,
    verificationGasLimit: CHECK_GAS + deployment,
    preVerificationGas: TRANSACTION_GAS + ENTRY_POINT_GAS + calldataGas(bytes) + extra,
    ...(paymasterVerificationGasLimit !== undefined && { paymasterVerificationGasLimit }),
    ...(paymasterPostOpGasLimit !== undefined && { paymasterPostOpGasLimit }),
  }
}
