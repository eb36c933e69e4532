import { BATCH_TOPICS } from './limits.js'

/**
 * Bytes that cost one unit. Reading, parsing, hashing and writing them takes about as long as a
 * small request.
 */
const BYTES_PER_UNIT = 4096
/** Units for letting a client in, because the signature of its token is checked. */
export const HANDSHAKE_COST = 4
/** Units for a frame that is not a valid request. */
export const JUNK_COST = 20
/** A pairing has two ends. The publisher pays for each connection beyond these that listens. */
const ENDS_PER_PAIRING = 2

export const costOfBytes = (bytes: number): number => Math.floor(bytes / BYTES_PER_UNIT)

/** Units for a frame, before it is parsed. */
export const costOfFrame = (bytes: number): number => 1 + costOfBytes(bytes)

/** Units for messages that are pushed or fetched: one each, and those of their bytes. */
export const costOfMessages = (messages: readonly { message: string }[]): number =>
  messages.reduce((sum, { message }) => sum + costOfFrame(message.length), 0)

type Params = Readonly<Record<string, unknown>>

/**
 * Units for what a request makes the relay do after it is read: one for each message and each topic
 * after the first, and for each push beyond a pairing's two ends one and those of its bytes.
 * @param listeners how many connections listen to a topic
 */
export function costOfRequest(params: Params, listeners: (topic: unknown) => number): number {
  const lists = [params.messages, params.topics, params.subscriptions].filter(Array.isArray)
  const pieces = lists.reduce((sum, list) => sum + Math.min(list.length, BATCH_TOPICS + 1), 0)
  const messages = Array.isArray(params.messages)
    ? params.messages.slice(0, BATCH_TOPICS)
    : [params]
  return (
    Math.max(0, pieces - 1) + messages.reduce((sum, one) => sum + costOfFanOut(one, listeners), 0)
  )
}

const costOfFanOut = (one: unknown, listeners: (topic: unknown) => number): number => {
  const { topic, message } = (one ?? {}) as Params
  return typeof message === 'string'
    ? Math.max(0, listeners(topic) - ENDS_PER_PAIRING) * costOfFrame(message.length)
    : 0
}
