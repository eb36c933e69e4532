/** A connection, as far as it is counted. */
interface Counted {
  readonly clientId: string
  end(code: number, reason: string): void
}

/** Who is connected. */
export interface Clients<One extends Counted> {
  add(connection: One): void
  remove(connection: One): void
  /** Connections of a client. */
  count(clientId: string): number
  /** Ends all connections of a client. */
  end(clientId: string, reason: string): void
  all(): ReadonlySet<One>
}

export function createClients<One extends Counted>(): Clients<One> {
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
    count: (clientId) => byClient.get(clientId)?.size ?? 0,
    end(clientId, reason) {
      for (const connection of byClient.get(clientId) ?? []) connection.end(1008, reason)
    },
    all: () => all,
  }
}
