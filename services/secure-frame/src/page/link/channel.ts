import {
  createFailure,
  createSuccess,
  parsePageMessage,
  type FrameEvent,
  type FrameNotice,
  type FramePayload,
  type FrameRequest,
  type FrameSuccess,
} from '@latchkey/embedded-wallet/protocol'
import { is, literal, looseObject, maxLength, minLength, pipe, string } from 'valibot'
import { badParams, toFailure } from './errors.js'

/**
 * Answers an event of the page around. The signal ends when the page takes its request back; the id is that of
 * the request.
 */
export type Handler<E extends FrameEvent> = (
  payload: FramePayload<E>,
  signal: AbortSignal,
  id: string,
) => Promise<FrameSuccess<E>> | FrameSuccess<E>
/** The events that the frame answers. */
export type Handlers = { readonly [E in FrameEvent]?: Handler<E> }

/** A page of another version may know providers that this frame does not: it is told so. */
const otherProvider = looseObject({
  type: literal('get social redirect uri'),
  id: pipe(string(), minLength(1), maxLength(64)),
  payload: looseObject({ provider: string() }),
})

type AnyHandler = (payload: unknown, signal: AbortSignal, id: string) => unknown

/**
 * Answers the messages of a port: each request once, by its id, with a success or an error. Messages
 * that are none of the protocol get no answer; a provider that is none of the frame's gets an error.
 * @returns posts a notice
 */
export function serve(port: MessagePort, handlers: Handlers): (notice: FrameNotice) => void {
  const inFlight = new Map<string, AbortController>()

  async function answer(request: FrameRequest, signal: AbortSignal) {
    const { type, id } = request
    const handler = handlers[type] as AnyHandler | undefined
    try {
      if (!handler) return createFailure(type, id, { message: 'Action not allowed', code: 4200 })
      const payload = 'payload' in request ? request.payload : undefined
      return createSuccess(
        type,
        id,
        (await handler(payload, signal, id)) as FrameSuccess<FrameEvent>,
      )
    } catch (error) {
      return createFailure(type, id, toFailure(error))
    }
  }

  async function take(request: FrameRequest): Promise<void> {
    const abort = new AbortController()
    inFlight.set(request.id, abort)
    const reply = await answer(request, abort.signal)
    inFlight.delete(request.id)
    // The page must know whether a request that it took back was carried out all the same.
    if (!abort.signal.aborted || request.type === 'rpc request') port.postMessage(reply)
  }

  port.onmessage = ({ data }: MessageEvent): void => {
    const message = parsePageMessage(data)
    if (!message && is(otherProvider, data)) {
      const failure = toFailure(badParams('There is no such provider.'))
      port.postMessage(createFailure(data.type, data.id, failure))
    }
    if (!message) return
    if (message.type === 'cancel') inFlight.get(message.id)?.abort()
    else if (!inFlight.has(message.id)) void take(message)
  }
  return (notice) => port.postMessage(notice)
}
