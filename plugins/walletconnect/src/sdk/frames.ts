import type { RelayProvider } from './internals.js'

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
/** The library emits an event named after an answer's id: only ids of its own form are let through. */
const isId = (value: unknown): boolean => /^\d{1,20}$/.test(String(value))

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

function isMessage({ method, params }: Fields): boolean {
  const data = method === 'irn_subscription' && isObject(params) ? params['data'] : undefined
  return isObject(data) && typeof data['topic'] === 'string' && typeof data['message'] === 'string'
}

const isAnswer = (frame: Fields): boolean =>
  'error' in frame ? isObject(frame['error']) : 'result' in frame

/** Whether a frame is one that a relay may send: an answer, or a message for a topic. */
export function isFrame(data: unknown): boolean {
  const frame = parse(data)
  return (
    isObject(frame) &&
    frame['jsonrpc'] === '2.0' &&
    isId(frame['id']) &&
    ('method' in frame ? isMessage(frame) : isAnswer(frame))
  )
}

/** Drops all other frames: the library would throw on them, and no caller could catch that. */
export function readFramesOnly({ connection }: RelayProvider): void {
  const read = connection.onPayload.bind(connection)
  connection.onPayload = (event) => {
    if (isFrame(event.data)) read(event)
  }
}
