import { LatchkeyError, isLatchkeyError } from '@latchkey/plugin-api'
import { isHex, type Hex } from 'viem'
import type { RpcRequest } from '../types.js'

export const nodeFailed = (method: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError(
    'smart.node_failed',
    `The node gave no answer to ${method} that can be used. Expected one of JSON-RPC. Try another node.`,
    { context: { method }, ...(cause === undefined ? {} : { cause }) },
  )

/** @throws `smart.node_failed` */
export async function askNode(node: RpcRequest, method: string, params: unknown): Promise<unknown> {
  try {
    return await node({ method, params })
  } catch (cause) {
    if (isLatchkeyError(cause, 'smart.node_failed')) throw cause
    throw nodeFailed(method, cause)
  }
}

/** The same, where the answer must be bytes. @throws `smart.node_failed` */
export async function askNodeHex(node: RpcRequest, method: string, params: unknown): Promise<Hex> {
  const answer = await askNode(node, method, params)
  if (!isHex(answer)) throw nodeFailed(method)
  return answer
}
