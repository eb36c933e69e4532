import { costOfMessages } from '../bounds/costs.js'
import { fetchPage } from '../delivery/fetchPage.js'
import { type Hub } from '../delivery/hub.js'
import { type Limits } from '../bounds/limits.js'
import { type Mailbox, type Message } from '../store/mailbox.js'
import { readList, readMessage, readRecord, readTopic, readTopics } from './params.js'
import { type RateLimit } from '../bounds/rateLimit.js'
import { type Subscriber } from '../delivery/subscriber.js'
import { type Turns } from '../bounds/turns.js'
import { subscriptionId } from './wire.js'

type Params = Readonly<Record<string, unknown>>
/** Methods by name. */
export type Methods = ReadonlyMap<string, Method>
type Method = (who: Subscriber, params: Params) => Promise<Outcome>
/** The answer to a request. */
interface Outcome {
  result: unknown
  /** Called once the answer has left. */
  afterAnswer?(): Promise<void>
}

/** Tags of the messages that the relay publishes itself for a client (WalletConnect's `wc_session*`). */
const TAGS = { proposal: 1100, proposalResponse: 1101, settlement: 1102 }

export interface MethodContext {
  hub: Hub
  mailbox: Mailbox
  limits: Limits
  rate: RateLimit
  turns: Turns
  /** Called for each message that a client published. */
  countPublished(): void
}

/** The methods of the relay, by name. */
// eslint-disable-next-line max-lines-per-function -- a table of methods, one after the other
export function createMethods({
  hub,
  mailbox,
  limits,
  rate,
  turns,
  countPublished,
}: MethodContext): Methods {
  const { publish, publishAndListen } = createPublishing({
    hub,
    mailbox,
    limits,
    countPublished,
  })
  const subscribe = async (
    who: Subscriber,
    topics: readonly string[],
  ): Promise<Outcome & { result: string[] }> => {
    await hub.subscribe(who, topics)
    return {
      result: topics.map((topic) => subscriptionId(topic, who.clientId)),
      afterAnswer: async () => hub.deliverDue(who),
    }
  }
  const unsubscribe = async (who: Subscriber, topics: readonly string[]): Promise<Outcome> => {
    await hub.unsubscribe(who, topics)
    return { result: true }
  }
  const fetch = async (who: Subscriber, topics: readonly string[]): Promise<Outcome> => ({
    result: await fetchPage(who, topics, mailbox, async (read) => {
      rate.chargeUnits(who.clientId, costOfMessages(read))
      await turns.waitForTurn(who.clientId, costOfMessages(read))
    }),
  })
  const methods: Record<string, Method> = {
    irn_publish: (who, params) => publish(who, [params]),
    irn_batchPublish: (who, { messages }) =>
      publish(who, readList(messages, 'messages').map(readRecord)),
    irn_subscribe: async (who, { topic }) => {
      const {
        result: [id],
        afterAnswer,
      } = await subscribe(who, [readTopic(topic)])
      return { result: id, ...(afterAnswer && { afterAnswer }) }
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
        [{ ...rest, topic, message: sessionProposal, tag: TAGS.proposal }],
        topic,
      )
    },
    // An approval: the wallet answers on the pairing's topic, listens to the session's topic and
    // settles there.
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
            tag: TAGS.proposalResponse,
          },
          { ...rest, topic, message: sessionSettlementRequest, tag: TAGS.settlement },
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
  countPublished,
}: Pick<MethodContext, 'hub' | 'mailbox' | 'limits' | 'countPublished'>) => {
  const publish = async (
    who: Subscriber,
    messages: readonly Params[],
    first?: () => Promise<unknown>,
  ): Promise<Outcome> => {
    // All are valid, or none is published.
    const read = messages.map((message) => readMessage(message, who.clientId, limits))
    await first?.()
    const added: Message[] = []
    for (const message of read) {
      if (await mailbox.add(message)) added.push(message)
      countPublished()
    }
    return {
      result: true,
      afterAnswer: async () => {
        for (const message of added) await mailbox.announce(message)
      },
    }
  }
  /**
   * Listens before it publishes. A message that is kept and not announced would be lost where the
   * client may not listen to further topics.
   */
  const publishAndListen = async (
    who: Subscriber,
    messages: readonly Params[],
    topic: string,
  ): Promise<Outcome> => {
    const { result, afterAnswer } = await publish(who, messages, () => hub.subscribe(who, [topic]))
    return {
      result,
      async afterAnswer() {
        await afterAnswer?.()
        hub.deliverDue(who)
      },
    }
  }
  return { publish, publishAndListen }
}
