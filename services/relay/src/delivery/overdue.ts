import { type Message } from '../store/mailbox.js'
import { createRanking } from '../bounds/ranking.js'

export type MessageName = Pick<Message, 'topic' | 'key'>

/**
 * Pushes that were not acknowledged in time. A late acknowledgement still finds its message here.
 */
export interface OverdueStore {
  /** The pushes of one connection. */
  forConnection(clientId: string, connection: number): OverduePushes
}

export interface OverduePushes {
  addPush(id: number, named: MessageName): void
  takePush(id: number): MessageName | undefined
}

/**
 * How many are kept, of one client and of all. Beyond this the oldest is forgotten: of that client,
 * or of the client that has most.
 */
export const MAX_OVERDUE = { client: 2000, total: 8000 }

export function createOverdueStore(bounds = MAX_OVERDUE): OverdueStore {
  const byClient = new Map<string, Map<string, MessageName>>()
  const held = createRanking()
  const drop = (clientId: string, name: string | undefined): void => {
    const own = byClient.get(clientId)
    if (name === undefined || !own?.delete(name)) return
    held.add(clientId, -1)
    if (own.size === 0) byClient.delete(clientId)
  }
  const dropOldest = (clientId: string): void =>
    drop(clientId, byClient.get(clientId)?.keys().next().value)
  return {
    forConnection: (clientId, connection) => ({
      addPush(id, { topic, key }) {
        const own = byClient.get(clientId) ?? new Map<string, MessageName>()
        byClient.set(clientId, own.set(`${connection}:${id}`, { topic, key }))
        held.add(clientId, 1)
        if (own.size > bounds.client) dropOldest(clientId)
        if (held.total() > bounds.total) dropOldest(held.largest() ?? clientId)
      },
      takePush(id) {
        const name = `${connection}:${id}`
        const named = byClient.get(clientId)?.get(name)
        drop(clientId, name)
        return named
      },
    }),
  }
}
