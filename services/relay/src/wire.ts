import { createHash } from 'node:crypto'
import { type Message } from './mailbox.js'

/** The id of a subscription as clients compute it themselves. */
export const subscriptionId = (topic: string, clientId: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex')

/** A message as clients read it. */
export const toWire = ({ topic, message, tag, publishedAt, attestation }: Message) => ({
  topic,
  message,
  tag,
  publishedAt,
  attestation,
})

/** The same as JSON, to be written once for all who get it. */
export const toData = (message: Message): string => JSON.stringify(toWire(message))

/** A push; the ids are numbers and hexadecimal digits. */
export const pushFrame = (id: number, subscription: string, data: string): string =>
  `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscription}","data":${data}}}`
