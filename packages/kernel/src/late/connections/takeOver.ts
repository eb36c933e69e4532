import type { Connection, Connector, Dispose } from '@latchkey/plugin-api'
import type { KernelCore, StoredConnection } from '../../core.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import type { Stored } from './stored.js'

/** All of it given: this chunk shares no module with another. */
export interface Needs {
  core: KernelCore
  links: Links
  stored: Stored
  finisher: Connecting['finisher']
}

/** Longest time that a connection of another tab may take to come over, ms. */
const LIMIT = 10_000

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )

/** The connector, as soon as it is registered: in a tab that was idle wallets announce themselves only now. */
function appear({ connectors }: KernelCore, id: string, signal: AbortSignal): Promise<Connector> {
  const stops: Dispose[] = []
  const found = new Promise<Connector>((resolve) => {
    const look = (): void => {
      const connector = connectors.find(id)?.value
      if (connector) resolve(connector)
    }
    stops.push(connectors.subscribe(look))
    look()
  })
  return Promise.race([found, never(signal)]).finally(() => stops.forEach((stop) => stop()))
}

/** With its last listener a connection gives back what it holds. Its wallet is not told to let go: it is the other tab's too. */
const letGo = (connection: Connection): void => connection.onChange(() => undefined)()

async function bringOver(
  { core, links, stored, finisher }: Needs,
  entry: StoredConnection,
  signal: AbortSignal,
): Promise<void> {
  const connector = await appear(core, entry.connectorId, signal)
  const networks = core.networks
    .get()
    .map(({ value }) => value)
    .filter(({ namespace }) => connector.namespaces.includes(namespace))
  const connection = await connector.restore?.(entry.snapshot, { networks, signal })
  if (!connection) return
  const isWanted = (): boolean => stored.entries().some(({ id }) => id === entry.id)
  // Meanwhile it took too long, ended there, or was connected here.
  if (signal.aborted || links.find(connection.id) || !isWanted()) return letGo(connection)
  const finish = finisher('restored')
  const { info, link } = await links.adopt(connector, connection, {
    claims: entry.current,
    yields: true,
    isWanted,
    signal,
  })
  void finish(info, link)
}

/** Revives here what another tab connected, beside the other tab's. What cannot be had without a prompt stays stored as it is. */
export function takeOver(needs: Needs, entries: readonly StoredConnection[]): void {
  const { log, signal } = needs.core
  if (signal.aborted) return
  for (const entry of entries) {
    const controller = new AbortController()
    const end = (): void => controller.abort(new Error('nobody waits for it any more'))
    const timer = setTimeout(end, LIMIT)
    signal.addEventListener('abort', end)
    void bringOver(needs, entry, controller.signal)
      .catch((error: unknown) => log.debug(`${entry.name} did not come over:`, error))
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
      })
  }
}
