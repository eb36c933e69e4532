import { inTime } from '@latchkey/service-kit'
import { type Hex } from 'viem'
import * as v from 'valibot' // MIT, the house's schemas: a node's answer is not believed

/** A read of a contract. */
export interface Call {
  to: Hex
  data: Hex
}

/** The time that a query has, with its nodes together. */
export interface Turn {
  signal: AbortSignal
  /** Milliseconds since 1970. */
  until: number
}

/** The HTTP nodes of a chain. */
export interface Nodes {
  /**
   * Asks by JSON-RPC, and the next node after a failure. The time of the turn is shared, so that a
   * node that never answers leaves some for the next. A node that failed is asked last for a while.
   * @param schema of the result; a result of another shape is a failure of the node
   * @throws CallError where a node answered that the call itself fails, else the last failure
   */
  ask<Result>(
    method: string,
    params: readonly unknown[],
    turn: Turn,
    schema: v.GenericSchema<unknown, Result>,
  ): Promise<Result>
}

/** Bytes, as the answers of `eth_call` and `eth_getCode` are. */
export const HEX = v.pipe(
  v.string(),
  v.regex(/^0x(?:[\da-f]{2})*$/i),
  v.transform((text) => text as Hex),
)
/** A number of 256 bits, as a node writes it. */
export const QUANTITY = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)

/** Shorter than the time of a source, so that the answer of the last node is still taken. */
const QUERY_MS = 3500
const REST_MS = 30_000
/** A node that does not answer in less than this may be well. */
const PATIENCE_MS = 1000
const POLL_MS = 250
/** 200 contracts that answer 16 KiB each make 6.5 MB of hex digits. */
const MAX_BYTES = 8 << 20

export const turnOf = (signal: AbortSignal, ms = QUERY_MS): Turn => ({
  signal,
  until: Date.now() + ms,
})

/** The call fails on the chain, at every node. */
export interface CallError extends Error {
  readonly name: 'CallError'
  /** It reverted; else it used up its gas, or the like. */
  readonly isRevert: boolean
  /** Bytes that the call reverted with, where the node tells them. */
  readonly data?: Hex
}

export const callError = (isRevert: boolean, data?: Hex): CallError =>
  Object.assign(new Error('the call fails'), {
    name: 'CallError' as const,
    isRevert,
    ...(data !== undefined && { data }),
  })

export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && error.name === 'CallError'

/** The node did not answer in time, or says that it could not finish in time. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError'

/** The answer had more bytes than are read. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TooLargeError'

export function createNodes(urls: readonly string[], fetch = globalThis.fetch): Nodes {
  const restUntil = new Map<string, number>()
  const isResting = (url: string): boolean => Date.now() < (restUntil.get(url) ?? 0)
  return {
    async ask(method, params, { signal, until }, schema) {
      const order = [...urls.filter((url) => !isResting(url)), ...urls.filter(isResting)]
      let failure: unknown = lateError()
      for (const [at, url] of order.entries()) {
        const share = (until - Date.now()) / (order.length - at)
        if (share <= 0 || signal.aborted) break
        try {
          const result = await inTime(share, (late) =>
            post(fetch, url, { method, params }, AbortSignal.any([late, signal])),
          )
          return v.parse(schema, result)
        } catch (error) {
          if (isCallError(error) || signal.aborted) throw error
          failure = error
          if (share >= PATIENCE_MS || !isLate(error)) restUntil.set(url, Date.now() + REST_MS)
        }
      }
      throw failure
    },
  }
}

const answerSchema = v.union([
  v.object({
    error: v.object({
      code: v.number(),
      message: v.string(),
      data: v.fallback(v.optional(HEX), undefined),
    }),
  }),
  v.object({ result: v.unknown() }),
])

const post = async (
  fetch: typeof globalThis.fetch,
  url: string,
  call: { method: string; params: readonly unknown[] },
  signal: AbortSignal,
): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    redirect: 'error',
    signal,
  })
  const answer = v.parse(answerSchema, JSON.parse(await readBody(response)))
  if ('error' in answer) throw toError(answer.error)
  return answer.result
}

const readBody = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  if (Number(response.headers.get('content-length')) > MAX_BYTES) {
    await response.body?.cancel()
    throw nodeError('TooLargeError')
  }
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw nodeError('TooLargeError')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

const nodeError = (name: string): Error => Object.assign(new Error(name), { name })
const lateError = (): Error => nodeError('TimeoutError')

interface NodeFailure {
  code: number
  message: string
  data?: Hex | undefined
}

/** Reads a failure that the node told. Its words are not kept. 3 is the code of a revert. */
const toError = ({ code, message, data }: NodeFailure): Error => {
  if (/time(?:d[ -]?)?[ -]?out/i.test(message)) return lateError()
  const isRevert = code === 3 || /revert/i.test(message)
  return isRevert || /gas|execution|opcode|stack/i.test(message)
    ? callError(isRevert, data)
    : nodeError('NodeError')
}

/**
 * Asks again and again until there is an answer. A failure is asked again as well.
 * @returns `undefined` where the signal ended it
 */
export async function waitFor<Answer>(
  signal: AbortSignal,
  ask: (turn: Turn) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  while (!signal.aborted) {
    const answer = await ask(turnOf(signal)).catch(() => undefined)
    if (answer !== undefined) return answer
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
  return undefined
}
