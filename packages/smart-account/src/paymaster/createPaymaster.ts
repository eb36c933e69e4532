import { LatchkeyError } from '@latchkey/plugin-api'
import {
  isAddress,
  isAddressEqual,
  isHex,
  numberToHex,
  size,
  zeroAddress,
  type Address,
} from 'viem'
import { post, type Endpoint } from '../bundler/post.js'
import { quantityOf } from '../bundler/readAnswers.js'
import { CONTRACTS } from '../contracts/addresses.js'
import { operationToRpc } from '../operation/operation.js'
import type { UnsignedOperation } from '../operation/types.js'

export interface PaymasterOptions {
  url: string
  chainId: number
  /** Handed to the service as it is (ERC-7677): a policy's id, for example. */
  context?: Readonly<Record<string, unknown>>
  /** The only paymasters that may pay; any if left out. */
  allowed?: readonly Address[]
  /** Units of gas for each of the paymaster's two limits; 500,000 if left out. */
  maxGas?: bigint
  /** 10,000 if left out. */
  timeoutMs?: number
  fetch?: typeof fetch
}

/** Somebody who pays for operations (ERC-7677). */
export interface Paymaster {
  /**
   * The operation with fields of the paymaster that are good for an estimate, and whether they are final already.
   * @throws `smart.paymaster_refused`, or `smart.bundler_failed` if the service gave no answer
   */
  stub(operation: UnsignedOperation): Promise<{ operation: UnsignedOperation; isFinal: boolean }>
  /**
   * The operation as the paymaster pays for it, to be signed next.
   * @throws as `stub` does
   */
  pay(operation: UnsignedOperation): Promise<UnsignedOperation>
}

const MAX_GAS = 500_000n
const MAX_DATA_BYTES = 8_192
const MAX_ANSWER_BYTES = 65_536
const FIELDS_OF_OPERATION = [
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
  'initCode',
  'paymasterAndData',
]

const refused = (part: string, what: string): LatchkeyError =>
  new LatchkeyError(
    'smart.paymaster_refused',
    `The paymaster's ${part} ${what}. Expected its own four fields and nothing else. Do not use it.`,
    { context: { part } },
  )

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : one === other

/** An answer that repeats a field of the operation is borne, one that changes it is not. */
function checkUntouched(answer: Record<string, unknown>, operation: UnsignedOperation) {
  const sent: Record<string, unknown> = operationToRpc(operation)
  for (const field of FIELDS_OF_OPERATION)
    if (field in answer && !isSame(answer[field], sent[field]))
      throw refused(field, 'is not its own to change')
}

function paymasterOf(answer: Record<string, unknown>, operation: UnsignedOperation): Address {
  const { paymaster } = answer
  if (typeof paymaster !== 'string' || !isAddress(paymaster, { strict: false }))
    throw refused('paymaster', 'is no address')
  const others = [zeroAddress, operation.sender, ...Object.values(CONTRACTS)]
  if (others.some((other) => isAddressEqual(paymaster, other)))
    throw refused('paymaster', 'is the account, a contract of the framework, or nobody')
  return paymaster
}

/**
 * The operation with the paymaster's answer. Exported for other ways to ask a paymaster.
 * @throws `smart.paymaster_refused`
 */
export function applyPaymaster(
  operation: UnsignedOperation,
  answer: unknown,
  { allowed, maxGas = MAX_GAS }: Pick<PaymasterOptions, 'allowed' | 'maxGas'> = {},
): UnsignedOperation {
  if (typeof answer !== 'object' || answer === null) throw refused('answer', 'is no object')
  const fields: Record<string, unknown> = { ...answer }
  checkUntouched(fields, operation)
  const paymaster = paymasterOf(fields, operation)
  if (allowed && !allowed.some((one) => isAddressEqual(one, paymaster)))
    throw refused('paymaster', 'is not among the allowed ones')
  const { paymasterData = '0x' } = fields
  // Half a byte would shift all that stands before it when the operation is hashed.
  const isWhole = isHex(paymasterData) && paymasterData.length % 2 === 0
  if (!isWhole || size(paymasterData) > MAX_DATA_BYTES)
    throw refused('paymasterData', `is not hex of at most ${MAX_DATA_BYTES} whole bytes`)
  const gas = (
    name: 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit',
  ): bigint | undefined => {
    if (fields[name] === undefined) return operation[name]
    const value = quantityOf(fields[name])
    if (value === undefined || value > maxGas) throw refused(name, `is above ${maxGas}`)
    return value
  }
  return {
    ...operation,
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: gas('paymasterVerificationGasLimit') ?? 0n,
    paymasterPostOpGasLimit: gas('paymasterPostOpGasLimit') ?? 0n,
  }
}

/** A paymaster service, asked over HTTP. */
export function createPaymaster(options: PaymasterOptions): Paymaster {
  const { url, chainId, context = {}, timeoutMs = 10_000 } = options
  const endpoint: Endpoint = {
    url,
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  }
  const ask = (method: string, operation: UnsignedOperation) =>
    post(endpoint, method, [
      operationToRpc(operation),
      CONTRACTS.entryPoint,
      numberToHex(chainId),
      context,
    ])
  return {
    stub: async (operation) => {
      const answer = await ask('pm_getPaymasterStubData', operation)
      return {
        operation: applyPaymaster(operation, answer, options),
        isFinal: (answer as { isFinal?: unknown }).isFinal === true,
      }
    },
    pay: async (operation) =>
      applyPaymaster(operation, await ask('pm_getPaymasterData', operation), options),
  }
}
