import { LatchkeyError } from '@latchkey/plugin-api'

/**
 * The reason why a bundler gave no answer that can be used. `rate-limited`: 429. `unavailable`: no connection, no
 * answer in time, or 5xx. `not-json`: a page, or something else that is not an answer of JSON-RPC. `too-large`: more
 * bytes than allowed. `other-chain`, `other-entry-point`: it serves another chain, or not EntryPoint 0.7.
 * `rejected`: it has judged the operation and refused it. `false-answer`: it answered about another operation, or
 * against what the chain says.
 */
export type BundlerFailure =
  | 'rate-limited'
  | 'unavailable'
  | 'not-json'
  | 'too-large'
  | 'other-chain'
  | 'other-entry-point'
  | 'rejected'
  | 'false-answer'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * A call, an operation or a delegation cannot be encoded, or bytes are none that this account
     * would make. `part` names what is wrong. @remarks Correct the part that is named. Do not repair
     * bytes that somebody else made: refuse them.
     */
    'smart.bad_input': { part: string }
    /**
     * The limits of a grant cannot be expressed exactly, or are none. `part` names the limit.
     * @remarks Ask for a grant with an expiry and an amount or a number of calls, within the
     * vocabulary of limits. Nothing is widened to make it fit.
     */
    'smart.limits_refused': { part: string; reason: string }
    /**
     * No bundler took the request. `failure` says why the last one that was asked did not, `rpcCode`
     * is its own number for that. @remarks Name another bundler for the network, or wait; read
     * `details` for the bundler's words.
     */
    'smart.bundler_failed': { failure: BundlerFailure; rpcCode?: number }
    /**
     * A bundler's gas or fee is beyond what is allowed. @remarks Compare `value` with `limit`. Either
     * the bundler asks too much, or the operator's ceiling is too low for the network.
     */
    'smart.gas_beyond_bounds': { part: string; value: bigint; limit: bigint }
    /**
     * A paymaster changed more than its own fields, or answered with fields that cannot be its own.
     * @remarks Do not use this paymaster. Send the operation without one, or ask another.
     */
    'smart.paymaster_refused': { part: string }
    /**
     * The chain could not be asked. @remarks Try again; check that the node answers on this chain.
     */
    'smart.node_failed': { method: string }
  }
}

export const badInput = (part: string, expected: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('smart.bad_input', `${part} is wrong. Expected ${expected}.`, {
    context: { part },
    ...(cause === undefined ? {} : { cause }),
  })
