/** A connection, as far as this registry needs it. */
interface ClientConnection {
  readonly clientId: string
  endConnection(code: number, reason: string): void
}

/** The open connections, by client. */
export interface Clients<Connection extends ClientConnection> {
  add(connection: Connection): void
  remove(connection: Connection): void
  /** How many connections a client has. */
  countOf(clientId: string): number
  /** Ends all connections of a client. */
  endClient(clientId: string, reason: string): void
  all(): ReadonlySet<Connection>
}

export function createClients<One extends ClientConnection>(): Clients<One> {
  const all = new Set<One>()
  const byClient = new Map<string, Set<One>>()
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
    countOf: (clientId) => byClient.get(clientId)?.size ?? 0,
    endClient(clientId, reason) {
      for (const connection of byClient.get(clientId) ?? []) connection.endConnection(1008, reason)
    },
    all: () => all,
  }
}
