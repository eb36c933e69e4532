import { type Connection } from './context.js'

/** Who is connected. */
export interface Clients {
  add(connection: Connection): void
  remove(connection: Connection): void
  /** Connections of a client. */
  count(clientId: string): number
  /** Ends all connections of a client. */
  end(clientId: string, reason: string): void
  all(): ReadonlySet<Connection>
}

export function createClients(): Clients {
  const all = new Set<Connection>()
  const byClient = new Map<string, Set<Connection>>()
  return {
    add(connection) {
      const own = byClient.get(connection.clientId)
      if (own) own.add(connection)
      else byClient.set(connection.clientId, new Set([connection]))
      all.add(connection)
    },
    remove(connection) {
      const own = byClient.get(connection.clientId)
      all.delete(connection)
      if (own?.delete(connection) && own.size === 0) byClient.delete(connection.clientId)
    },
    count: (clientId) => byClient.get(clientId)?.size ?? 0,
    end(clientId, reason) {
      for (const connection of byClient.get(clientId) ?? []) connection.end(1008, reason)
    },
    all: () => all,
  }
}
