// viem (MIT): the validator of EIP-6492 and its encoding; only where a contract account is verified.
import { LatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import {
  bytesToHex,
  encodeDeployData,
  universalSignatureValidatorAbi,
  universalSignatureValidatorByteCode,
} from 'viem'
import type { NodeRequest } from '../types.js'

/** How long a node may take for one answer, ms. */
const PATIENCE = 30_000
/** How deep a node's error may be wrapped. */
const DEEPEST = 5
const REVERTED = 3

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

/** Whether a node says that the code ran and gave up, in whatever way it says so: then the signature is none, and the node is well. */
function isRevert(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return false
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
    code === REVERTED ||
    context?.rpcCode === REVERTED ||
    /revert|invalid opcode|out of gas|stack underflow/i.test(String(message))
  )
    return true
  return [cause, data, inner].some((each) => isRevert(each, depth + 1))
}

/** An answer within the time that a node may take. */
async function ask({ node, chainId }: Question, method: string, params: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(nodeFailed(chainId, `no answer to ${method} within ${PATIENCE} ms`)),
      PATIENCE,
    )
  })
  return Promise.race([node({ method, params }), tooLate]).finally(() => clearTimeout(timer))
}

/**
 * What the account's contract says of a signature (EIP-1271), or would say if it were deployed as the signature tells (EIP-6492). Nothing is sent: the validator runs in one `eth_call`.
 * @throws `siwx.node_failed`, also where the node is one of another chain: the same address may be another's there
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
