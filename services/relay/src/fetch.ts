import { TOPICS_AT_ONCE } from './hub.js'
import { type Mailbox, type Message } from './mailbox.js'
import { type Subscriber } from './subscriber.js'
import { toWire } from './wire.js'

/** How much one answer carries. */
const PAGE = { messages: 200, bytes: 512 << 10 }
/** More than one client can leave to be fetched without being read. */
const REMEMBERED = 10_000

export interface FetchedPage { messages: ReturnType<typeof toWire>[]; hasMore: boolean }

/**
 * The next page of what waits. The messages stay where they are until they are pushed and acknowledged or their time is
 * over: an answer may get lost with its connection.
 */
export async function fetchPage(who: Subscriber, topics: readonly string[], mailbox: Mailbox): Promise<FetchedPage> {
  const taken: Message[] = []
  let bytes = 0
  const fits = ({ message }: Message): boolean => taken.length === 0 || (taken.length < PAGE.messages && bytes + message.length <= PAGE.bytes)
  const finish = (hasMore: boolean): FetchedPage => {
    if (!hasMore || who.fetched.size > REMEMBERED) who.fetched.clear()
    else for (const message of taken) who.fetched.add(nameOf(message))
    return { messages: taken.map(toWire), hasMore }
  }
  for (let at = 0; at < topics.length; at += TOPICS_AT_ONCE) {
    for (const message of await mailbox.list(topics.slice(at, at + TOPICS_AT_ONCE), who.clientId)) {
      if (who.fetched.has(nameOf(message))) continue
      if (!fits(message)) return finish(true)
      taken.push(message)
      bytes += message.message.length
    }
  }
  return finish(false)
}

const nameOf = ({ topic, key }: Message): string => `${topic}:${key}`
