import { aborted, badAnswer, outcomeUnknown, requestFailed, timedOut } from '../errors.js'
import {
  createNonce,
  createRequest,
  hasEffect,
  isFrameResult,
  type FrameCancel,
  type FrameEvent,
  type FrameFailed,
  type FramePayload,
  type FrameRequest,
  type FrameSucceeded,
  type FrameSuccess,
} from '../protocol/index.js'
import { isSignIn, QUESTION_MS, TAKE_BACK_MS, timeoutOf } from './timing.js'

/** The requests that wait for the frame. */
export interface FrameRequests {
  /**
   * Posts a request and waits for the reply of its id.
   * @param onSubmitted called once the frame is carrying it out: an abort is not heeded any more
   * @throws TypeError for a payload that is not the event's; `embedded.request_failed`,
   * `embedded.timed_out`, `embedded.aborted`, `kernel.aborted`, `wallet.bad_answer`
   */
  ask<E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
    signal?: AbortSignal,
    onSubmitted?: () => void,
  ): Promise<FrameSuccess<E>>
  /** Settles the request that a reply answers. Any other reply is ignored. */
  settle(reply: FrameSucceeded | FrameFailed): void
  /** The request of that id cannot be taken back any more: its answer counts, whenever it comes. */
  submitted(id: string): void
  /** Gives the sign-ins that wait more time, because the frame asks the visitor something. */
  extend(): void
  /** Rejects all that wait: the document that had them is gone. Of what it carried out nobody knows the outcome. */
  rejectAll(): void
}

type Outcome = { success: unknown } | { error: unknown }
interface Waiting {
  readonly event: FrameEvent
  readonly method: string | undefined
  /** The frame is carrying it out. */
  isSubmitted?: boolean
  /** The page has taken it back, and the frame has not said yet whether it was in time. */
  isTakenBack?: boolean
  /** Lets its time begin anew. `undefined`: a visitor reads and decides, however long that takes. */
  start(ms: number | undefined): void
  settle(this: void, outcome: Outcome): void
  /** Hears that the frame is carrying it out. */
  onSubmitted: (() => void) | undefined
}

/** EIP-1193: the visitor refused. */
const REJECTED = 4001

/** The outcome that a reply is for a request. `undefined`: it is a reply to another event. */
function outcomeOf(
  reply: FrameSucceeded | FrameFailed,
  { event, method, isTakenBack }: Waiting,
): Outcome | undefined {
  if (reply.type === `${event} error`) {
    const failure = reply.payload as FrameFailed['payload']
    const isGivenUp = isTakenBack === true && failure.code === REJECTED
    return { error: isGivenUp ? aborted(event) : requestFailed(event, failure) }
  }
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

/** All that requests wait with. */
interface Parts {
  readonly waiting: Map<string, Waiting>
  post(message: FrameRequest | FrameCancel): void
  onTimeout(event: FrameEvent): void
}

/** Posts a request and waits for its outcome. */
const wait = (
  { waiting, post, onTimeout }: Parts,
  request: FrameRequest,
  signal: AbortSignal | undefined,
  onSubmitted: (() => void) | undefined,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { id, type: event } = request
    const giveUp = (error: unknown): void => {
      waiting.get(id)?.settle({ error })
      post({ type: 'cancel', id })
    }
    const method = request.type === 'rpc request' ? request.payload.method : undefined
    const onAbort = (): void => {
      const entry = waiting.get(id)
      if (!entry || entry.isSubmitted) return
      if (method === undefined || !hasEffect(method)) return giveUp(aborted(event))
      // It may be on its way already: the frame says so, or that it is not.
      entry.isTakenBack = true
      post({ type: 'cancel', id })
      start(TAKE_BACK_MS)
    }
    const start = createTimer((ms) => {
      const entry = waiting.get(id)
      if (entry?.isTakenBack) return entry.settle({ error: aborted(event) })
      giveUp(timedOut(event, ms))
      onTimeout(event)
    })
    start(timeoutOf(event))
    waiting.set(id, {
      event,
      method,
      onSubmitted,
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

/**
 * @param post hands a message to the frame
 * @param onTimeout called once for each request that had no answer in time
 */
export function createRequests(
  post: (message: FrameRequest | FrameCancel) => void,
  onTimeout: (event: FrameEvent) => void,
): FrameRequests {
  const waiting = new Map<string, Waiting>()
  return {
    async ask(event, payload, signal, onSubmitted) {
      const request = createRequest(event, createNonce(), payload)
      if (signal?.aborted) throw aborted(event)
      const made = request as FrameRequest
      return (await wait({ waiting, post, onTimeout }, made, signal, onSubmitted)) as FrameSuccess<
        typeof event
      >
    },
    settle(reply) {
      const request = waiting.get(reply.id)
      const outcome = request && outcomeOf(reply, request)
      if (outcome) request.settle(outcome)
    },
    submitted(id) {
      const request = waiting.get(id)
      if (!request) return
      request.isSubmitted = true
      request.onSubmitted?.()
      // Where the page took it back, that came too late.
      if (request.isTakenBack) request.start(undefined)
    },
    extend() {
      for (const request of waiting.values())
        if (isSignIn(request.event)) request.start(QUESTION_MS)
    },
    rejectAll() {
      for (const { event, isSubmitted, settle } of [...waiting.values()])
        settle({ error: isSubmitted ? outcomeUnknown(event) : aborted(event) })
    },
  }
}
