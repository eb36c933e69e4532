import { fetchPage } from './fetch.js'
import { type Hub } from './hub.js'
import { type Limits } from './limits.js'
import { type Mailbox } from './mailbox.js'
import { readList, readMessage, readRecord, readTopic, readTopics } from './params.js'
import { type Subscriber } from './subscriber.js'
import { subscriptionId } from './wire.js'

type Params = Readonly<Record<string, unknown>>
/** By name. */
export type Methods = ReadonlyMap<string, Method>
type Method = (who: Subscriber, params: Params) => Promise<unknown>

const TAG = { proposal: 1100, proposalResponse: 1101, settlement: 1102 }

export interface MethodContext {
  hub: Hub
  mailbox: Mailbox
  limits: Limits
  /** Called for each message that a client published. */
  published(): void
}

/** The methods that the relay speaks, by name. */
export function createMethods({ hub, mailbox, limits, published }: MethodContext): Methods {
  const publish = async (who: Subscriber, messages: readonly Params[]): Promise<true> => {
    const read = messages.map((message) => readMessage(message, who.clientId, limits)) // all are sound, or none is published
    for (const message of read) {
      await mailbox.add(message)
      published()
    }
    return true
  }
  const subscribe = async (who: Subscriber, topics: readonly string[]): Promise<string[]> => {
    await hub.subscribe(who, topics)
    return topics.map((topic) => subscriptionId(topic, who.clientId))
  }
  const unsubscribe = async (who: Subscriber, topics: readonly string[]): Promise<true> => {
    await hub.unsubscribe(who, topics)
    return true
  }
  const fetch = (who: Subscriber, topics: readonly string[]) => fetchPage(who, topics, mailbox)

  const methods: Record<string, Method> = {
    irn_publish: (who, params) => publish(who, [params]),
    irn_batchPublish: (who, { messages }) => publish(who, readList(messages, 'messages').map(readRecord)),
    irn_subscribe: async (who, { topic }) => (await subscribe(who, [readTopic(topic)]))[0],
    irn_batchSubscribe: (who, { topics }) => subscribe(who, readTopics(topics)),
    irn_unsubscribe: (who, { topic }) => unsubscribe(who, [readTopic(topic)]),
    irn_batchUnsubscribe: (who, { subscriptions }) => unsubscribe(who, readList(subscriptions, 'subscriptions').map((one) => readTopic(readRecord(one).topic))),
    irn_fetchMessages: (who, { topic }) => fetch(who, [readTopic(topic)]),
    irn_batchFetchMessages: (who, { topics }) => fetch(who, readTopics(topics)),
    // A proposal: the proposer listens to the pairing's topic and publishes there.
    wc_proposeSession: async (who, { pairingTopic, sessionProposal, ...rest }) => {
      const topic = readTopic(pairingTopic)
      await publish(who, [{ ...rest, topic, message: sessionProposal, tag: TAG.proposal }])
      await subscribe(who, [topic])
      return true
    },
    // An approval: the wallet answers on the pairing's topic, listens to the session's and settles there.
    wc_approveSession: async (who, { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ...rest }) => {
      const topic = readTopic(sessionTopic)
      await publish(who, [
        { ...rest, topic: pairingTopic, message: sessionProposalResponse, tag: TAG.proposalResponse },
        { ...rest, topic, message: sessionSettlementRequest, tag: TAG.settlement },
      ])
      await subscribe(who, [topic])
      return true
    },
  }
  return new Map(Object.entries(methods))
}
