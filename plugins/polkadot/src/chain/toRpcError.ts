import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { codeOf, messageOf } from '@latchkey/plugin-api/wallet'

/** Turns what a node or polkadot.js throws into `rpc.failed`; a LatchkeyError stays as it is. */
export function toRpcError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const [code, text] = [codeOf(error), messageOf(error)]
  return new LatchkeyError('rpc.failed', `The node refused ${method}: ${text}`, {
    context: { method, ...(code !== undefined && { rpcCode: code }) },
    details: text,
    cause: error,
  })
}
