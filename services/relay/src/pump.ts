import { type Mailbox, type Place, isFor } from './mailbox.js'
import { costOfMessages } from './costs.js'
import { type RateLimit } from './rateLimit.js'
import { type Subscriber } from './subscriber.js'
import { type Turns } from './turns.js'
import { toData } from './wire.js'

/** Brings what waits in mailboxes to one connection after the other, page by page. */
export interface Pump {
  /** Goes on with what is due to this connection; while it is at work it looks for more by itself. */
  start(subscriber: Subscriber): void
}

export interface PumpContext {
  mailbox: Mailbox
  turns: Turns
  rate: RateLimit
  onError(error: unknown): void
}

/** So many topics share a page. */
const TOPICS_AT_ONCE = 16
/** What a look costs, whatever it finds. */
const LOOK_COST = 4
/** What a client must be able to pay before a page is read for it: nothing is held in memory while it cannot. */
const PAGE_COST = 100
const MOST_WAIT_MS = 5000

export function createPump({ mailbox, turns, rate, onError }: PumpContext): Pump {
  const atWork = new WeakSet<Subscriber>()

  const isReady = async (subscriber: Subscriber): Promise<boolean> => {
    for (
      let ms = rate.wait(subscriber.clientId, PAGE_COST);
      ms > 0 && subscriber.isOpen();
      ms = rate.wait(subscriber.clientId, PAGE_COST)
    ) {
      await new Promise((done) => setTimeout(done, Math.min(ms, MOST_WAIT_MS)))
    }
    return (await subscriber.drained()) && subscriber.hasRoom()
  }
  /** @returns where the next page begins, or `full` where the client takes no more now */
  const pushPage = async (
    subscriber: Subscriber,
    topics: readonly string[],
    from: Place,
  ): Promise<Place | 'full' | undefined> => {
    await turns.take(subscriber.clientId, LOOK_COST)
    const { messages, next } = await mailbox.list(topics, from)
    const wanted = messages
      .filter(isFor(subscriber.clientId))
      .filter(({ topic }) => subscriber.topics.has(topic))
    const cost = costOfMessages(wanted)
    rate.spend(subscriber.clientId, cost) // also what it has and did not acknowledge: it was read again
    await turns.take(subscriber.clientId, cost)
    return wanted.every((message) => subscriber.push(message, toData(message))) ? next : 'full'
  }
  /** @returns whether all of it was pushed; what was not is due again */
  const bring = async (subscriber: Subscriber, topics: readonly string[]): Promise<boolean> => {
    let at: Place | undefined = { topic: 0, after: 0 }
    try {
      while (at && (await isReady(subscriber))) {
        const next: Place | 'full' | undefined = await pushPage(subscriber, topics, at)
        if (next === 'full') return false
        at = next
      }
      return at === undefined
    } finally {
      if (at && subscriber.isOpen())
        for (const topic of topics.slice(at.topic))
          if (subscriber.topics.has(topic)) subscriber.due.add(topic)
    }
  }
  const work = async (subscriber: Subscriber): Promise<void> => {
    let goesOn = true
    while (goesOn && subscriber.due.size > 0) {
      const topics: string[] = []
      for (const topic of subscriber.due)
        if (topics.length < TOPICS_AT_ONCE) topics.push(topic)
        else break
      for (const topic of topics) subscriber.due.delete(topic)
      goesOn = await bring(subscriber, topics)
    }
  }
  return {
    start(subscriber) {
      if (subscriber.due.size === 0 || atWork.has(subscriber)) return
      atWork.add(subscriber)
      work(subscriber)
        .catch(onError)
        .finally(() => atWork.delete(subscriber))
    },
  }
}
