import { NodeError, malformed, type Refused } from './errors.js'

export type Call = readonly [method: string, ...params: readonly unknown[]]

/** A node behind JSON-RPC. */
export interface Node {
  /** Of the URL, without the path: keys of providers stand there. */
  readonly name: string
  /** Methods that it does not have. */
  readonly lacks: Set<string>
  /**
   * Asks in batches, some at the same time, and answers in the same order.
   * @param size calls of a batch; absent: 100
   * @throws NodeError; the reason of the signal where the follower stops
   */
  ask(calls: readonly Call[], size?: number): Promise<readonly unknown[]>
  /**
   * Asks for what may fail, in one batch, and answers what the node says of each failure;
   * `undefined` for a call that succeeds.
   * @throws NodeError where the batch as a whole fails; the reason of the signal
   */
  refusals(calls: readonly Call[]): Promise<readonly (Refused | undefined)[]>
}

const BATCH = 100
/** Batches that are under way at the same time. */
const AT_ONCE = 4
const TIMEOUT_MS = 15_000
/** Of one answer. */
const BYTES = 64 << 20

/** Words of nodes that refuse a range of blocks or a number of results. */
const TOO_MUCH =
  /too many|too large|limit|exceed|more than|block range|range is|response size|timeout|timed out/i

/**
 * @param url https or http, keys included
 * @param stop ends what is under way
 */
export function createNode(url: string, stop?: AbortSignal): Node {
  const post = async <T>(
    calls: readonly Call[],
    read: (answer: unknown, count: number) => readonly T[],
  ): Promise<readonly T[]> => {
    stop?.throwIfAborted()
    // AbortSignal.any keeps memory for a signal that lives as long as the process.
    const ending = new AbortController()
    const end = () => ending.abort()
    const timer = setTimeout(end, TIMEOUT_MS)
    stop?.addEventListener('abort', end)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(
          calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })),
        ),
        redirect: 'error',
        signal: ending.signal,
      })
      if (response.status === 413 || response.status === 429) throw tooMuch(response.status)
      if (!response.ok) throw failed(`answered HTTP ${response.status}`)
      return read(JSON.parse(await textOf(response)) as unknown, calls.length)
    } catch (cause) {
      stop?.throwIfAborted()
      if (ending.signal.aborted) throw timedOut(cause)
      if (cause instanceof SyntaxError) throw malformed('text that is not JSON')
      if (cause instanceof TypeError) throw failed('could not be reached', cause)
      throw cause
    } finally {
      clearTimeout(timer)
      stop?.removeEventListener('abort', end)
    }
  }
  return {
    name: new URL(url).host,
    lacks: new Set(),
    async ask(calls, size = BATCH) {
      const results = []
      for (let at = 0; at < calls.length; at += size * AT_ONCE) {
        const batches = Array.from({ length: AT_ONCE }, (_, turn) =>
          calls.slice(at + turn * size, at + (turn + 1) * size),
        )
        const answers = batches
          .filter((batch) => batch.length > 0)
          .map((batch) => post(batch, resultsOf))
        results.push(...(await Promise.all(answers)).flat())
      }
      return results
    },
    refusals: (calls) => post(calls, refusalsOf),
  }
}

const tooMuch = (why: string | number) =>
  new NodeError(
    'node.too_much',
    `A node refused the size of a request (${why}). Less is asked for next.`,
  )
const timedOut = (cause: unknown) =>
  new NodeError(
    'node.timed_out',
    `A node did not answer within ${TIMEOUT_MS / 1000} s. Another one is asked, or the same one later.`,
    { cause },
  )
const failed = (what: string, cause?: unknown) =>
  new NodeError('node.failed', `A node ${what}. Another one is asked, or the same one later.`, {
    cause,
  })

/** Reads no more than allowed, whatever the node announces. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += (part as Uint8Array).length
    if (size > BYTES)
      throw new NodeError(
        'node.too_large',
        `The answer of a node is longer than ${BYTES >> 20} MiB. Less is asked for next. A single ` +
          'block of that length cannot be read.',
      )
    parts.push(part as Uint8Array)
  }
  return Buffer.concat(parts).toString()
}

interface Reply {
  id?: unknown
  result?: unknown
  error?: { code?: unknown; message?: unknown; data?: unknown }
}

function refusalsOf(answer: unknown, count: number): readonly (Refused | undefined)[] {
  if (!Array.isArray(answer)) throw failed('refused a batch')
  const byId = new Map((answer as (Reply | null)[]).map((reply) => [reply?.id, reply?.error]))
  return Array.from({ length: count }, (_, id) => {
    const error = byId.get(id)
    return error && { message: String(error.message), data: error.data }
  })
}

function resultsOf(answer: unknown, count: number): readonly unknown[] {
  // A node that refuses the whole batch answers one error.
  const replies = (Array.isArray(answer) ? answer : [answer]) as (Reply | null)[]
  const byId = new Map(replies.map((reply) => [reply?.id, reply]))
  const fault = replies.find((reply) => reply?.error)?.error
  if (fault)
    throw fault.code === -32005 || TOO_MUCH.test(String(fault.message))
      ? tooMuch('its own words')
      : failed(`answered the error ${Number(fault.code)}`)
  return Array.from({ length: count }, (_, id) => {
    const reply = byId.get(id)
    if (reply?.result === undefined) throw malformed('a batch without some of its results')
    return reply.result
  })
}
