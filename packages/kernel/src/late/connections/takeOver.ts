import type { Connection, Connector, Dispose } from '@latchkey/plugin-api'
import type { KernelCore, StoredConnection } from '../../core.js'
import { bounded, STEP_TIMEOUT_MS, unlessAborted } from '../../support/time.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import type { Stored } from './stored.js'

/** Parts of the late half. They are handed in, so that this chunk imports no module of that half. */
export interface Needs {
  core: KernelCore
  links: Links
  stored: Stored
  prepareFinish: Connecting['prepareFinish']
}

/**
 * Waits until the connector is registered: in a tab that was idle, wallets announce themselves only
 * now.
 */
function waitForConnector(
  { connectors }: KernelCore,
  id: string,
  signal: AbortSignal,
): Promise<Connector> {
  let stop: Dispose | undefined
  return unlessAborted(
    signal,
    () =>
      new Promise<Connector>((resolve) => {
        const check = (): void => {
          const connector = connectors.find(id)?.value
          if (connector) resolve(connector)
        }
        stop = connectors.subscribe(check)
        check()
      }),
  ).finally(() => stop?.())
}

/**
 * Closes a connection that is not used. With its last listener it gives back its resources. The
 * wallet is not asked to disconnect, because the other tab still uses it.
 */
const closeUnused = (connection: Connection): void => connection.onChange(() => undefined)()

/** Restores one connection of another tab in this tab, unless it is no longer wanted by then. */
async function bringOver(
  { core, links, stored, prepareFinish }: Needs,
  entry: StoredConnection,
  signal: AbortSignal,
): Promise<void> {
  const connector = await waitForConnector(core, entry.connectorId, signal)
  const networks = core.networks
    .get()
    .map(({ value }) => value)
    .filter(({ namespace }) => connector.namespaces.includes(namespace))
  const connection = await connector.restore?.(entry.snapshot, { networks, signal })
  if (!connection) return
  const isWanted = (): boolean => stored.entries().some(({ id }) => id === entry.id)
  // It took too long, has ended in the other tab, or was connected here in the meantime.
  if (signal.aborted || links.find(connection.id) || !isWanted()) return closeUnused(connection)
  const finish = prepareFinish('restored')
  const { info, link } = await links.adopt(connector, connection, {
    claims: entry.current,
    // A namespace in which this tab has a connection of its own stays with that one.
    yields: true,
    isWanted,
    signal,
  })
  void finish(info, link)
}

/**
 * Brings connections that another tab made into this tab as well. A connection that needs a prompt
 * stays stored as it is.
 */
export function takeOver(needs: Needs, entries: readonly StoredConnection[]): void {
  const { log, signal } = needs.core
  if (signal.aborted) return
  for (const entry of entries)
    bounded('Taking over a connection', STEP_TIMEOUT_MS, [signal], (mine) =>
      bringOver(needs, entry, mine),
    ).catch((error: unknown) => log.debug(`${entry.name} did not come over:`, error))
}
