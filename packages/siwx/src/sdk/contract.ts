// viem (MIT): the validator of EIP-6492 and its encoding. Loaded only when a contract account is
// verified.
import { LatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import {
  bytesToHex,
  encodeDeployData,
  universalSignatureValidatorAbi,
  universalSignatureValidatorByteCode,
} from 'viem'
import type { NodeRequest } from '../types.js'

/** How long a node may take for one answer. */
const NODE_TIMEOUT_MS = 30_000
/** How many times a node's error may be wrapped. */
const MAX_ERROR_DEPTH = 5
const REVERTED_CODE = 3

interface Question {
  node: NodeRequest
  chainId: Caip2
  address: string
  digest: Uint8Array
  signature: Uint8Array
}

const nodeFailed = (chainId: Caip2, what: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError(
    'siwx.node_failed',
    `The node of ${chainId} could not be asked about the signature: ${what}.`,
    { context: { chainId }, cause },
  )

/**
 * Whether a node's error says that the code ran and reverted, in any of the forms that nodes have
 * for it: then the signature is wrong, and the node works.
 */
function isRevert(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_ERROR_DEPTH) return false
  const {
    code,
    message,
    cause,
    data,
    error: inner,
    context,
  } = error as {
    code?: unknown
    message?: unknown
    cause?: unknown
    data?: unknown
    error?: unknown
    context?: { rpcCode?: unknown }
  }
  if (
    code === REVERTED_CODE ||
    context?.rpcCode === REVERTED_CODE ||
    /revert|invalid opcode|out of gas|stack underflow/i.test(String(message))
  )
    return true
  return [cause, data, inner].some((each) => isRevert(each, depth + 1))
}

/**
 * The answer of a node.
 * @throws `siwx.node_failed` where it takes too long
 */
async function ask({ node, chainId }: Question, method: string, params: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(nodeFailed(chainId, `no answer to ${method} within ${NODE_TIMEOUT_MS} ms`)),
      NODE_TIMEOUT_MS,
    )
  })
  return Promise.race([node({ method, params }), tooLate]).finally(() => clearTimeout(timer))
}

/**
 * Asks whether the account's contract accepts a signature (EIP-1271), or would if it were deployed
 * as the signature says (EIP-6492). Nothing is sent: the validator runs in one `eth_call`.
 * @throws `siwx.node_failed`, also where the node belongs to another chain: the same address may be
 * another person's there
 */
export async function askContract(question: Question): Promise<boolean> {
  const { chainId, address, digest, signature } = question
  const failed = (cause: unknown): never => {
    throw nodeFailed(chainId, 'it failed', cause)
  }
  const found = await ask(question, 'eth_chainId', []).catch(failed)
  if (
    typeof found !== 'string' ||
    !/^0x[0-9a-f]{1,64}$/i.test(found) ||
    `eip155:${BigInt(found)}` !== chainId
  )
    throw nodeFailed(chainId, `it is one of chain ${String(found).slice(0, 80)}`)
  const data = encodeDeployData({
    abi: universalSignatureValidatorAbi,
    bytecode: universalSignatureValidatorByteCode,
    args: [address as `0x${string}`, bytesToHex(digest), bytesToHex(signature)],
  })
  const answer = await ask(question, 'eth_call', [{ data }, 'latest']).catch((error: unknown) =>
    isRevert(error) ? '0x' : failed(error),
  )
  return typeof answer === 'string' && /^0x0*1$/.test(answer)
}
