import { createHash } from 'node:crypto'
import { type Message } from '../store/mailbox.js'

/** The id of a subscription, as clients compute it themselves. */
export const subscriptionId = (topic: string, clientId: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex')

/** A message in the form that clients read. */
export const toWire = ({ topic, message, tag, publishedAt, attestation }: Message) => ({
  topic,
  message,
  tag,
  publishedAt,
  attestation,
})

/** The same as JSON, written once for all listeners. */
export const toJson = (message: Message): string => JSON.stringify(toWire(message))

/**
 * The frame of a push. `data` is JSON already; both ids are digits, so that nothing needs escaping.
 */
export const pushFrame = (id: number, subscription: string, data: string): string =>
  `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscription}","data":${data}}}`
