import { is, literal, picklist, strictObject, type InferOutput } from 'valibot'
import {
  frameEvents,
  isFrameEvent,
  type FrameEvent,
  type FramePayload,
  type FrameSuccess,
} from './events.js'
import { failure, isRecord, requestId, webAddress, whole, type FrameFailure } from './fields.js'

type WithPayload<P> = P extends undefined ? { payload?: never } : { payload: P }
/** A request of the page: the event as type, an id, the payload where the event has one. */
export type FrameRequest<E extends FrameEvent = FrameEvent> = {
  [K in E]: { type: K; id: string } & WithPayload<FramePayload<K>>
}[E]
/**
 * The page takes back a request of that id, `rpc request` above all: the frame puts its card away
 * and does not answer. To an `rpc request` it answers 4001, or the outcome where it was too late.
 */
export interface FrameCancel {
  type: 'cancel'
  id: string
}
/** The frame did what the request of that id asked for. */
export type FrameSucceeded<E extends FrameEvent = FrameEvent> = {
  [K in E]: { type: `${K} success`; id: string } & WithPayload<FrameSuccess<K>>
}[E]
/** The frame did not do what the request of that id asked for. */
export type FrameFailed<E extends FrameEvent = FrameEvent> = {
  [K in E]: { type: `${K} error`; id: string; payload: FrameFailure }
}[E]

/**
 * Messages of the frame that answer nothing. `show frame`: the visitor has to see or do something in
 * the frame; `height` in CSS pixels. `hide frame`: that is done. `session ended`: the session ended
 * elsewhere, as by a sign-out of all devices. `user changed`: ask for the user again. `social result`: the
 * login that `get social redirect uri` began last came back; `connect social` takes the uri.
 * `request submitted`: the request of that id may be carried out from now on; it cannot be taken back, and its
 * answer is still to come.
 */
const notices = {
  'show frame': strictObject({
    type: literal('show frame'),
    purpose: picklist(['approval', 'recovery', 'security']),
    height: whole(80, 2_000),
  }),
  'hide frame': strictObject({ type: literal('hide frame') }),
  'session ended': strictObject({ type: literal('session ended') }),
  'request submitted': strictObject({ type: literal('request submitted'), of: requestId }),
  'user changed': strictObject({ type: literal('user changed') }),
  'social result': strictObject({ type: literal('social result'), uri: webAddress }),
} as const
type NoticeType = keyof typeof notices
/** A message of the frame that answers nothing. */
export type FrameNotice = InferOutput<(typeof notices)[NoticeType]>

const isNoticeType = (type: string): type is NoticeType => Object.hasOwn(notices, type)

const cancel = strictObject({ type: literal('cancel'), id: requestId })

type Body = (typeof frameEvents)[FrameEvent]['payload' | 'success'] | typeof failure
/** The schema of a whole message. Fields that it does not name are refused. */
const envelope = (type: string, payload: Body) =>
  payload
    ? strictObject({ type: literal(type), id: requestId, payload })
    : strictObject({ type: literal(type), id: requestId })

/** The type of a message. Empty for anything that is not one, or whose payload is not a record. */
const typeOf = (data: unknown): string => {
  if (!isRecord(data) || !('type' in data)) return ''
  if ('payload' in data && !isRecord(data.payload)) return ''
  return typeof data.type === 'string' ? data.type : ''
}

/**
 * Reads what the page posts to the frame, on the frame's side.
 * @returns `undefined` for anything that is not a whole, known message: it gets no answer
 */
export function parsePageMessage(data: unknown): FrameRequest | FrameCancel | undefined {
  if (is(cancel, data)) return data
  const type = typeOf(data)
  if (!isFrameEvent(type)) return undefined
  return is(envelope(type, frameEvents[type].payload), data) ? (data as FrameRequest) : undefined
}

/**
 * Reads what the frame posts to the page, on the page's side.
 * @returns `undefined` for anything that is not a whole, known message: it is ignored
 */
export function parseFrameMessage(
  data: unknown,
): FrameSucceeded | FrameFailed | FrameNotice | undefined {
  const type = typeOf(data)
  if (isNoticeType(type)) return is(notices[type], data) ? data : undefined
  const [, event, outcome] = /^(.+) (success|error)$/.exec(type) ?? []
  if (!isFrameEvent(event)) return undefined
  if (outcome === 'error')
    return is(envelope(`${event} error`, failure), data) ? (data as FrameFailed) : undefined
  return is(envelope(`${event} success`, frameEvents[event].success), data)
    ? (data as FrameSucceeded)
    : undefined
}

/** Whether a message of the frame answers a request. */
export const isFrameReply = (
  message: FrameSucceeded | FrameFailed | FrameNotice,
): message is FrameSucceeded | FrameFailed => 'id' in message

/**
 * A request of the page.
 * @throws TypeError where the payload is not one of the event, before anything is posted
 */
export function createRequest<E extends FrameEvent>(
  type: E,
  id: string,
  payload: FramePayload<E>,
): FrameRequest<E> {
  const message = payload === undefined ? { type, id } : { type, id, payload }
  if (parsePageMessage(message) === undefined)
    throw new TypeError(`The secure frame takes no such payload with '${type}'.`)
  return message as unknown as FrameRequest<E>
}

/**
 * The success of a request, on the frame's side.
 * @throws TypeError where the payload is not one of the event's success
 */
export function createSuccess<E extends FrameEvent>(
  type: E,
  id: string,
  payload: FrameSuccess<E>,
): FrameSucceeded<E> {
  const message =
    payload === undefined
      ? { type: `${type} success`, id }
      : { type: `${type} success`, id, payload }
  if (parseFrameMessage(message) === undefined)
    throw new TypeError(`The page takes no such payload with the success of '${type}'.`)
  return message as unknown as FrameSucceeded<E>
}

/** The failure of a request, on the frame's side. */
export const createFailure = <E extends FrameEvent>(
  type: E,
  id: string,
  payload: FrameFailure & { message: string },
): FrameFailed<E> => ({ type: `${type} error`, id, payload }) as unknown as FrameFailed<E>
