import { LatchkeyError } from '@latchkey/plugin-api'
import { createToWalletError } from '@latchkey/plugin-api/wallet'

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
export const look = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Wraps what this plugin itself found wrong while it spoke with a wallet. No wallet can make one, so this alone is believed. */
export class Found extends Error {
  constructor(readonly error: LatchkeyError) {
    super(error.message)
  }
}

const toForeignError = createToWalletError()

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export const toWalletError = (error: unknown, method: string): LatchkeyError =>
  look(() => error instanceof Found) ? (error as Found).error : toForeignError(error, method)

export const badAnswer = (method: string, what: string): LatchkeyError =>
  new LatchkeyError('wallet.bad_answer', `The wallet answered ${method} with ${what}.`, {
    context: { method },
  })
/** JSON-RPC's -32602. */
export const badParams = (method: string, expected: string): LatchkeyError =>
  new LatchkeyError('rpc.failed', `Invalid parameters of ${method}: expected ${expected}.`, {
    context: { method, rpcCode: -32602 },
  })
export const unsupported = (method: string): LatchkeyError =>
  new LatchkeyError('wallet.unsupported_method', `The wallet does not support ${method}.`, {
    context: { method },
  })
