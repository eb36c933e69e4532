import { BATCH_TOPICS } from './limits.js'

/** Bytes that cost as much as a request: reading, parsing, hashing and writing them takes about as long. */
const BYTES_PER_UNIT = 4096
/** What letting a client in costs, in the same unit: its signature is checked. */
export const HANDSHAKE_COST = 4
/** What a frame that is no request costs. */
export const JUNK_COST = 20
/** A pairing has two ends; each connection beyond listens at the publisher's cost. */
const ENDS = 2

export const costOfBytes = (bytes: number): number => Math.floor(bytes / BYTES_PER_UNIT)

/** A frame, before it is parsed. */
export const costOfFrame = (bytes: number): number => 1 + costOfBytes(bytes)

/** What is pushed or fetched: a piece each, and its bytes. */
export const costOfMessages = (messages: readonly { message: string }[]): number =>
  messages.reduce((sum, { message }) => sum + costOfFrame(message.length), 0)

type Params = Readonly<Record<string, unknown>>

/**
 * What a request makes the relay do beyond being read: a unit for each message and each topic after the first, and for each
 * push beyond a pairing's two ends its own and that of its bytes.
 * @param listeners connections that listen to a topic
 */
export function costOfRequest(params: Params, listeners: (topic: unknown) => number): number {
  const lists = [params.messages, params.topics, params.subscriptions].filter(Array.isArray)
  const pieces = lists.reduce((sum, list) => sum + Math.min(list.length, BATCH_TOPICS + 1), 0)
  const messages = Array.isArray(params.messages)
    ? params.messages.slice(0, BATCH_TOPICS)
    : [params]
  return Math.max(0, pieces - 1) + messages.reduce((sum, one) => sum + fanOut(one, listeners), 0)
}

const fanOut = (one: unknown, listeners: (topic: unknown) => number): number => {
  const { topic, message } = (one ?? {}) as Params
  return typeof message === 'string'
    ? Math.max(0, listeners(topic) - ENDS) * costOfFrame(message.length)
    : 0
}
