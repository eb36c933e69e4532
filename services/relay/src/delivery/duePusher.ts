import { type Mailbox, type MailboxPosition, isFor } from '../store/mailbox.js'
import { costOfMessages } from '../bounds/costs.js'
import { type RateLimit } from '../bounds/rateLimit.js'
import { type Subscriber } from './subscriber.js'
import { type Turns } from '../bounds/turns.js'
import { toJson } from '../rpc/wire.js'

/** Pushes the messages that wait in mailboxes to each connection, page by page. */
export interface DuePusher {
  /**
   * Pushes what is due to this connection. While it is at work, further calls do nothing, as it
   * looks for more by itself.
   */
  pushDue(subscriber: Subscriber): void
}

export interface DuePusherContext {
  mailbox: Mailbox
  turns: Turns
  rate: RateLimit
  onError(error: unknown): void
}

/** Topics that one page covers. */
const MAX_TOPICS_PER_PAGE = 16
/** Units for one read of the mailbox, whatever it finds. */
const READ_COST = 4
/**
 * Units that a client must have left before a page is read for it. Nothing is held in memory while
 * it has fewer.
 */
const MIN_UNITS_FOR_PAGE = 100
const MAX_WAIT_STEP_MS = 5000

// eslint-disable-next-line max-lines-per-function -- the steps of one loop, which share its services
export function createDuePusher({ mailbox, turns, rate, onError }: DuePusherContext): DuePusher {
  const atWork = new WeakSet<Subscriber>()

  const isReady = async (subscriber: Subscriber): Promise<boolean> => {
    for (
      let ms = rate.waitMs(subscriber.clientId, MIN_UNITS_FOR_PAGE);
      ms > 0 && subscriber.isOpen();
      ms = rate.waitMs(subscriber.clientId, MIN_UNITS_FOR_PAGE)
    ) {
      await new Promise((done) => setTimeout(done, Math.min(ms, MAX_WAIT_STEP_MS)))
    }
    return (await subscriber.whenDrained()) && subscriber.canPushMore()
  }
  /** @returns where the next page begins, or `full` where the client takes no more now */
  const pushPage = async (
    subscriber: Subscriber,
    topics: readonly string[],
    from: MailboxPosition,
  ): Promise<MailboxPosition | 'full' | undefined> => {
    await turns.waitForTurn(subscriber.clientId, READ_COST)
    const { messages, next } = await mailbox.list(topics, from)
    const wanted = messages
      .filter(isFor(subscriber.clientId))
      .filter(({ topic }) => subscriber.topics.has(topic))
    const cost = costOfMessages(wanted)
    // Messages that it has and did not acknowledge are charged too: they were read again.
    rate.chargeUnits(subscriber.clientId, cost)
    await turns.waitForTurn(subscriber.clientId, cost)
    return wanted.every((message) => subscriber.pushMessage(message, toJson(message)))
      ? next
      : 'full'
  }
  /** @returns whether all of it was pushed. Topics with messages left are due again. */
  const pushTopics = async (
    subscriber: Subscriber,
    topics: readonly string[],
  ): Promise<boolean> => {
    let at: MailboxPosition | undefined = { topic: 0, after: 0 }
    try {
      while (at && (await isReady(subscriber))) {
        const next: MailboxPosition | 'full' | undefined = await pushPage(subscriber, topics, at)
        if (next === 'full') return false
        at = next
      }
      return at === undefined
    } finally {
      if (at && subscriber.isOpen())
        for (const topic of topics.slice(at.topic))
          if (subscriber.topics.has(topic)) subscriber.dueTopics.add(topic)
    }
  }
  const pushAllDue = async (subscriber: Subscriber): Promise<void> => {
    let goesOn = true
    while (goesOn && subscriber.dueTopics.size > 0) {
      const topics: string[] = []
      for (const topic of subscriber.dueTopics)
        if (topics.length < MAX_TOPICS_PER_PAGE) topics.push(topic)
        else break
      for (const topic of topics) subscriber.dueTopics.delete(topic)
      goesOn = await pushTopics(subscriber, topics)
    }
  }
  return {
    pushDue(subscriber) {
      if (subscriber.dueTopics.size === 0 || atWork.has(subscriber)) return
      atWork.add(subscriber)
      pushAllDue(subscriber)
        .catch(onError)
        .finally(() => atWork.delete(subscriber))
    },
  }
}
