import { type Message } from './mailbox.js'
import { createRanking } from './ranking.js'

export type Named = Pick<Message, 'topic' | 'key'>

/** Pushes that were not acknowledged in time: a late acknowledgement still finds its message. */
export interface Overdue {
  /** Those of one connection. */
  of(clientId: string, connection: number): OverduePushes
}

export interface OverduePushes {
  add(id: number, named: Named): void
  take(id: number): Named | undefined
}

/** How many are kept: of one client, and of all. Beyond, the oldest is forgotten: of that client, or of the client that has most. */
export const OVERDUE = { client: 2000, total: 8000 }

export function createOverdue(bounds = OVERDUE): Overdue {
  const byClient = new Map<string, Map<string, Named>>()
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
    of: (clientId, connection) => ({
      add(id, { topic, key }) {
        const own = byClient.get(clientId) ?? new Map<string, Named>()
        byClient.set(clientId, own.set(`${connection}:${id}`, { topic, key }))
        held.add(clientId, 1)
        if (own.size > bounds.client) dropOldest(clientId)
        if (held.total() > bounds.total) dropOldest(held.largest() ?? clientId)
      },
      take(id) {
        const name = `${connection}:${id}`
        const named = byClient.get(clientId)?.get(name)
        drop(clientId, name)
        return named
      },
    }),
  }
}
