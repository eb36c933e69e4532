import { createHash } from 'node:crypto'
import { RelayError } from '../errors.js'
import { isRecord } from './jsonRpc.js'
import { BATCH_TOPICS, type Limits } from '../bounds/limits.js'
import { type Message } from '../store/mailbox.js'

type Params = Readonly<Record<string, unknown>>

const TOPIC_PATTERN = /^[0-9a-f]{64}$/
// Envelopes are base64. Characters beyond ASCII would take twice the memory that is counted.
const ENVELOPE_PATTERN = /^[\x20-\x7e]+$/
const MAX_ATTESTATION_LENGTH = 4096

const invalidParams = (message: string): RelayError =>
  new RelayError('relay.invalid_params', message)

export function readTopic(value: unknown): string {
  if (typeof value !== 'string' || !TOPIC_PATTERN.test(value))
    throw invalidParams('A topic is 64 lower-case hexadecimal digits.')
  return value
}

/**
 * @throws RelayError `relay.invalid_params` for an empty list, or more topics than the protocol
 * allows
 */
export function readTopics(value: unknown): string[] {
  return readList(value, 'topics').map(readTopic)
}

export function readList(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > BATCH_TOPICS)
    throw invalidParams(`${what} must be a list of 1 to ${BATCH_TOPICS}.`)
  return value
}

export const readRecord = (value: unknown): Params => {
  if (!isRecord(value)) throw invalidParams('An entry of the list is not an object.')
  return value
}

export type PublishRules = Pick<Limits, 'defaultTtl' | 'maxTtl'>

/** A message as `irn_publish` names it: topic, message, ttl, tag, attestation. */
export function readMessage(
  params: Params,
  from: string,
  { defaultTtl, maxTtl }: PublishRules,
): Message {
  const topic = readTopic(params.topic)
  const { message, attestation = '' } = params
  if (typeof message !== 'string' || !ENVELOPE_PATTERN.test(message))
    throw invalidParams('message must be an encoded envelope.')
  if (
    attestation !== null &&
    (typeof attestation !== 'string' || attestation.length > MAX_ATTESTATION_LENGTH)
  )
    throw invalidParams('attestation must be a text.')
  const ttl = Math.min(readCount(params.ttl, 'ttl', defaultTtl), maxTtl)
  const publishedAt = Date.now()
  return {
    topic,
    message,
    from,
    publishedAt,
    key: createHash('sha256').update(message).digest('base64url').slice(0, 22),
    tag: readCount(params.tag, 'tag', 0),
    attestation: attestation ?? '',
    expiresAt: publishedAt + ttl * 1000,
  }
}

const readCount = (value: unknown, what: string, otherwise: number): number => {
  if (value === undefined || value === null) return otherwise
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`${what} must be a whole number.`)
  return value
}
