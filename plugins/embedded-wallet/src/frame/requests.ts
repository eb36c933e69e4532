import { aborted, badAnswer, requestFailed, timedOut } from '../errors.js'
import {
  createNonce,
  createRequest,
  isFrameResult,
  type FrameCancel,
  type FrameEvent,
  type FrameFailed,
  type FramePayload,
  type FrameRequest,
  type FrameSucceeded,
  type FrameSuccess,
} from '../protocol/index.js'
import { isSignIn, QUESTION_MS, timeoutOf } from './timing.js'

/** The requests that wait for the frame. */
export interface FrameRequests {
  /**
   * Posts a request and waits for the reply of its id.
   * @throws TypeError for a payload that is not the event's; `embedded.request_failed`,
   * `embedded.timed_out`, `embedded.aborted`, `kernel.aborted`, `wallet.bad_answer`
   */
  ask<E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
    signal?: AbortSignal,
  ): Promise<FrameSuccess<E>>
  /** Settles the request that a reply answers. Any other reply is ignored. */
  settle(reply: FrameSucceeded | FrameFailed): void
  /** The request of that id cannot be taken back any more: its answer counts, whenever it comes. */
  submitted(id: string): void
  /** Gives the sign-ins that wait more time, because the frame asks the visitor something. */
  extend(): void
  /** Rejects all that wait: the document that had them is gone. */
  rejectAll(): void
}

type Outcome = { success: unknown } | { error: unknown }
interface Waiting {
  readonly event: FrameEvent
  readonly method: string | undefined
  /** The frame is carrying it out. */
  isSubmitted?: boolean
  /** Lets its time begin anew. `undefined`: a visitor reads and decides, however long that takes. */
  start(ms: number | undefined): void
  settle(outcome: Outcome): void
}

/** The outcome that a reply is for a request. `undefined`: it is a reply to another event. */
function outcomeOf(
  reply: FrameSucceeded | FrameFailed,
  { event, method }: Waiting,
): Outcome | undefined {
  if (reply.type === `${event} error`)
    return { error: requestFailed(event, reply.payload as FrameFailed['payload']) }
  if (reply.type !== `${event} success`) return undefined
  if (reply.type !== 'rpc request success' || method === undefined)
    return { success: reply.payload }
  return isFrameResult(method, reply.payload.result)
    ? { success: reply.payload }
    : { error: badAnswer(method) }
}

/** @returns begins the time anew; `undefined` ends it */
function createTimer(onEnd: (ms: number) => void): (ms: number | undefined) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (ms) => {
    clearTimeout(timer)
    if (ms !== undefined) timer = setTimeout(() => onEnd(ms), ms)
  }
}

/**
 * @param post hands a message to the frame
 * @param onTimeout called once for each request that had no answer in time
 */
export function createRequests(
  post: (message: FrameRequest | FrameCancel) => void,
  onTimeout: (event: FrameEvent) => void,
): FrameRequests {
  const waiting = new Map<string, Waiting>()

  const wait = (request: FrameRequest, signal: AbortSignal | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { id, type: event } = request
      const giveUp = (error: unknown): void => {
        waiting.get(id)?.settle({ error })
        post({ type: 'cancel', id })
      }
      const onAbort = (): void => {
        if (!waiting.get(id)?.isSubmitted) giveUp(aborted(event))
      }
      const start = createTimer((ms) => {
        giveUp(timedOut(event, ms))
        onTimeout(event)
      })
      start(timeoutOf(event))
      waiting.set(id, {
        event,
        method: request.type === 'rpc request' ? request.payload.method : undefined,
        start,
        settle(outcome) {
          waiting.delete(id)
          start(undefined)
          signal?.removeEventListener('abort', onAbort)
          if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.success)
        },
      })
      signal?.addEventListener('abort', onAbort, { once: true })
      post(request)
    })

  return {
    async ask(event, payload, signal) {
      const request = createRequest(event, createNonce(), payload)
      if (signal?.aborted) throw aborted(event)
      return (await wait(request as FrameRequest, signal)) as FrameSuccess<typeof event>
    },
    settle(reply) {
      const request = waiting.get(reply.id)
      const outcome = request && outcomeOf(reply, request)
      if (outcome) request.settle(outcome)
    },
    submitted(id) {
      const request = waiting.get(id)
      if (request) request.isSubmitted = true
    },
    extend() {
      for (const request of waiting.values())
        if (isSignIn(request.event)) request.start(QUESTION_MS)
    },
    rejectAll() {
      for (const request of [...waiting.values()]) request.settle({ error: aborted(request.event) })
    },
  }
}
