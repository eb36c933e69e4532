import { costOfMessages } from './costs.js'
import { fetchPage } from './fetch.js'
import { type Hub } from './hub.js'
import { type Limits } from './limits.js'
import { type Mailbox, type Message } from './mailbox.js'
import { readList, readMessage, readRecord, readTopic, readTopics } from './params.js'
import { type RateLimit } from './rateLimit.js'
import { type Subscriber } from './subscriber.js'
import { type Turns } from './turns.js'
import { subscriptionId } from './wire.js'

type Params = Readonly<Record<string, unknown>>
/** By name. */
export type Methods = ReadonlyMap<string, Method>
type Method = (who: Subscriber, params: Params) => Promise<Outcome>
interface Outcome {
  result: unknown
  /** What follows once the answer has left. */
  afterwards?(): Promise<void>
}

const TAG = { proposal: 1100, proposalResponse: 1101, settlement: 1102 }

export interface MethodContext {
  hub: Hub
  mailbox: Mailbox
  limits: Limits
  rate: RateLimit
  turns: Turns
  /** Called for each message that a client published. */
  published(): void
}

/** The methods that the relay speaks, by name. */
export function createMethods({
  hub,
  mailbox,
  limits,
  rate,
  turns,
  published,
}: MethodContext): Methods {
  const { publish, publishAndListen } = createPublishing({ hub, mailbox, limits, published })
  const subscribe = async (
    who: Subscriber,
    topics: readonly string[],
  ): Promise<Outcome & { result: string[] }> => {
    await hub.subscribe(who, topics)
    return {
      result: topics.map((topic) => subscriptionId(topic, who.clientId)),
      afterwards: async () => hub.deliver(who),
    }
  }
  const unsubscribe = async (who: Subscriber, topics: readonly string[]): Promise<Outcome> => {
    await hub.unsubscribe(who, topics)
    return { result: true }
  }
  const fetch = async (who: Subscriber, topics: readonly string[]): Promise<Outcome> => ({
    result: await fetchPage(who, topics, mailbox, async (read) => {
      rate.spend(who.clientId, costOfMessages(read))
      await turns.take(who.clientId, costOfMessages(read))
    }),
  })
  const methods: Record<string, Method> = {
    irn_publish: (who, params) => publish(who, [params]),
    irn_batchPublish: (who, { messages }) =>
      publish(who, readList(messages, 'messages').map(readRecord)),
    irn_subscribe: async (who, { topic }) => {
      const {
        result: [id],
        afterwards,
      } = await subscribe(who, [readTopic(topic)])
      return { result: id, ...(afterwards && { afterwards }) }
    },
    irn_batchSubscribe: (who, { topics }) => subscribe(who, readTopics(topics)),
    irn_unsubscribe: (who, { topic }) => unsubscribe(who, [readTopic(topic)]),
    irn_batchUnsubscribe: (who, { subscriptions }) =>
      unsubscribe(
        who,
        readList(subscriptions, 'subscriptions').map((one) => readTopic(readRecord(one).topic)),
      ),
    irn_fetchMessages: (who, { topic }) => fetch(who, [readTopic(topic)]),
    irn_batchFetchMessages: (who, { topics }) => fetch(who, readTopics(topics)),
    // A proposal: the proposer listens to the pairing's topic and publishes there.
    wc_proposeSession: async (who, { pairingTopic, sessionProposal, ...rest }) => {
      const topic = readTopic(pairingTopic)
      return publishAndListen(
        who,
        [{ ...rest, topic, message: sessionProposal, tag: TAG.proposal }],
        topic,
      )
    },
    // An approval: the wallet answers on the pairing's topic, listens to the session's and settles there.
    wc_approveSession: async (
      who,
      { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ...rest },
    ) => {
      const topic = readTopic(sessionTopic)
      return publishAndListen(
        who,
        [
          {
            ...rest,
            topic: pairingTopic,
            message: sessionProposalResponse,
            tag: TAG.proposalResponse,
          },
          { ...rest, topic, message: sessionSettlementRequest, tag: TAG.settlement },
        ],
        topic,
      )
    },
  }
  return new Map(Object.entries(methods))
}

const createPublishing = ({
  hub,
  mailbox,
  limits,
  published,
}: Pick<MethodContext, 'hub' | 'mailbox' | 'limits' | 'published'>) => {
  const publish = async (
    who: Subscriber,
    messages: readonly Params[],
    first?: () => Promise<unknown>,
  ): Promise<Outcome> => {
    const read = messages.map((message) => readMessage(message, who.clientId, limits)) // all are sound, or none is published
    await first?.()
    const added: Message[] = []
    for (const message of read) {
      if (await mailbox.add(message)) added.push(message)
      published()
    }
    return {
      result: true,
      afterwards: async () => {
        for (const message of added) await mailbox.announce(message)
      },
    }
  }
  /** Listens first: a message that is kept and not announced would be lost where the client has no room for the topic. */
  const publishAndListen = async (
    who: Subscriber,
    messages: readonly Params[],
    topic: string,
  ): Promise<Outcome> => {
    const { result, afterwards } = await publish(who, messages, () => hub.subscribe(who, [topic]))
    return {
      result,
      async afterwards() {
        await afterwards?.()
        hub.deliver(who)
      },
    }
  }
  return { publish, publishAndListen }
}
