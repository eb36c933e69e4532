import { createHash } from 'node:crypto'
import { type Mailbox, type Message, type Place, isFor } from './mailbox.js'
import { type Subscriber } from './subscriber.js'
import { toWire } from './wire.js'

/** How much one answer carries: stock clients ask once and do not look whether there is more. */
const ANSWER = { messages: 200, bytes: 512 << 10 }

export interface FetchedPage {
  messages: ReturnType<typeof toWire>[]
  hasMore: boolean
}

/**
 * The next page of what waits. The messages stay where they are until they are pushed and acknowledged or their time is
 * over: an answer may get lost with its connection. A connection goes on where its last page of the same topics ended.
 * @param look called before each look into the mailbox, and with what it brought
 */
export async function fetchPage(
  who: Subscriber,
  topics: readonly string[],
  mailbox: Mailbox,
  look: (read: readonly Message[]) => Promise<void>,
): Promise<FetchedPage> {
  const name = createHash('sha256').update(topics.join()).digest('base64url')
  const messages: Message[] = []
  let bytes = 0
  let at: Place | undefined =
    who.fetching?.topics === name ? who.fetching.place : { topic: 0, after: 0 }
  while (at && messages.length < ANSWER.messages && bytes < ANSWER.bytes) {
    const page = await mailbox.list(topics, at)
    await look(page.messages)
    const wanted = page.messages.filter(isFor(who.clientId))
    messages.push(...wanted)
    bytes += wanted.reduce((sum, { message }) => sum + message.length, 0)
    at = page.next
  }
  who.fetching = at && { topics: name, place: at }
  return { messages: messages.map(toWire), hasMore: at !== undefined }
}
