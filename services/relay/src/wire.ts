import { createHash } from 'node:crypto'
import { type Message } from './mailbox.js'

/** The id of a subscription as clients compute it themselves. */
export const subscriptionId = (topic: string, clientId: string): string => createHash('sha256').update(topic + clientId).digest('hex')

/** A message as clients read it. */
export const toWire = ({ topic, message, tag, publishedAt, attestation }: Message) => ({ topic, message, tag, publishedAt, attestation })
