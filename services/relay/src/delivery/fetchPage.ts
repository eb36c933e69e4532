import { createHash } from 'node:crypto'
import { type Mailbox, type Message, type MailboxPosition, isFor } from '../store/mailbox.js'
import { type Subscriber } from './subscriber.js'
import { toWire } from '../rpc/wire.js'

/** The largest answer. Stock clients ask once and ignore that there is more. */
const MAX_ANSWER = { messages: 200, bytes: 512 << 10 }

export interface FetchedPage {
  messages: ReturnType<typeof toWire>[]
  hasMore: boolean
}

/**
 * The next page of the messages that wait. They stay in the mailbox until they are pushed and
 * acknowledged, or until their time is over, because an answer may get lost with its connection. A
 * connection goes on where its last page of the same topics ended.
 * @param charge called after each read of the mailbox, with the messages that it brought
 */
export async function fetchPage(
  who: Subscriber,
  topics: readonly string[],
  mailbox: Mailbox,
  charge: (read: readonly Message[]) => Promise<void>,
): Promise<FetchedPage> {
  const name = createHash('sha256').update(topics.join()).digest('base64url')
  const messages: Message[] = []
  let bytes = 0
  let at: MailboxPosition | undefined =
    who.nextFetch?.topics === name ? who.nextFetch.place : { topic: 0, after: 0 }
  while (at && messages.length < MAX_ANSWER.messages && bytes < MAX_ANSWER.bytes) {
    const page = await mailbox.list(topics, at)
    await charge(page.messages)
    const wanted = page.messages.filter(isFor(who.clientId))
    messages.push(...wanted)
    bytes += wanted.reduce((sum, { message }) => sum + message.length, 0)
    at = page.next
  }
  who.nextFetch = at && { topics: name, place: at }
  return { messages: messages.map(toWire), hasMore: at !== undefined }
}
