import type { Connection, Connector, Dispose } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf, StoredConnection } from '../../core.js'
import { guarded } from '../../support/guard.js'
import { bounded, onAbort, STEP_TIMEOUT_MS, unlessAborted } from '../../support/time.js'
import type { Book } from './book.js'
import { isContested } from './claimants.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import { unloaded } from './scopes.js'
import type { Stored } from './stored.js'

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  prepareFinish: Connecting['prepareFinish']
}

/**
 * Time in ms within which wallets announce themselves. A wallet that is missing after it was most
 * likely uninstalled: the page stops waiting for it, but it may still come back.
 */
const ANNOUNCE_TIMEOUT_MS = 1_000

/**
 * Waits for the connector of a stored connection: wallets announce themselves late. A connector of
 * that id on other chains is another wallet, which took the id.
 */
async function waitForConnector(
  { connectors, adapters }: KernelCore,
  { connectorId, namespaces }: StoredConnection,
  signal: AbortSignal,
  onMissing: () => void,
): Promise<Connector> {
  let stop: Dispose | undefined
  // The host may no longer have one of the chains, so that its adapter is missing.
  const isSameWallet = (connector: Connector): boolean =>
    namespaces.some((name) => connector.namespaces.includes(name)) &&
    namespaces.every((name) => connector.namespaces.includes(name) || !adapters.find(name))
  const timer = setTimeout(onMissing, ANNOUNCE_TIMEOUT_MS)
  try {
    return await unlessAborted(
      signal,
      () =>
        new Promise<Connector>((resolve) => {
          const check = (): void => {
            const connector = connectors.find(connectorId)?.value
            if (connector && isSameWallet(connector)) resolve(connector)
          }
          stop = connectors.subscribe(check)
          check()
        }),
    )
  } finally {
    stop?.()
    clearTimeout(timer)
  }
}

/**
 * Asks the connector for a stored connection and adopts it. Resolves also when there is nothing to
 * bring back.
 */
async function bringBack(
  { core, links, stored, prepareFinish }: Needs,
  entry: StoredConnection,
  signal: AbortSignal,
  onMissing: () => void,
): Promise<void> {
  const { networks, log, signal: kernel } = core
  // For connections that come too late. With its last listener a connection gives back its
  // resources; its wallet is not told, because the visitor did not end anything.
  const closeUnused = guarded(
    (late: Connection | undefined) => late?.onChange(() => undefined)(),
    (error) => log.debug('restore', error),
  )
  const connector = await waitForConnector(core, entry, signal, onMissing)
  // The visitor connected one of these wallets and nothing says which: without a click none of
  // them is accepted.
  if (isContested(core.connectors, connector))
    return log.info(
      `${entry.name} does not come back: several wallets claim to be "${entry.connectorId}".`,
    )
  const request = {
    networks: networks
      .get()
      .map(({ value }) => value)
      .filter(({ namespace }) => connector.namespaces.includes(namespace)),
    signal,
  }
  const connection: Connection | undefined = await unlessAborted(
    signal,
    () => connector.restore?.(entry.snapshot, request),
    closeUnused,
  )
  const isWanted = (): boolean => stored.entries().some(({ id }) => id === entry.id)
  const forget = (): void => stored.forget((each) => each === entry)
  // The connector has nothing to bring back.
  if (!connection) return forget()
  // The visitor disconnected it, or connected it anew, while the wallet was being asked.
  if (!isWanted() || links.find(connection.id)) {
    forget()
    links.discard(connection)
    throw new Error('it is not wanted any more')
  }
  const finish = prepareFinish('restored')
  // A connection that cannot be adopted has given back its resources. Its wallet is not told,
  // because the visitor did not end anything.
  const { info, link } = await links
    .adopt(connector, connection, {
      claims: entry.current,
      yields: true,
      isWanted,
      signal: kernel,
    })
    .catch((error: unknown) => {
      // The visitor did disconnect it, before its adapter was loaded.
      if (!isWanted()) links.discard(connection)
      // It stays stored where an adapter did not load: that may work the next time.
      else if (!unloaded(core, connection.scopes).length) forget()
      throw error
    })
  void finish(info, link)
}

export function createRestore(needs: Needs): LateHalf['restore'] {
  const { core, book, links, stored } = needs
  const { log, signal: kernel } = core
  /**
   * Resolves when a stored connection is back or given up, or its wallet is not on the page; in that
   * case it may still come back later.
   */
  const restoreEntry = (entry: StoredConnection): Promise<void> =>
    new Promise((resolve) => {
      let isMissing = false
      const rest = (): void => {
        stored.stopWaiting(entry)
        book.apply({ type: 'rested', awaited: stored.awaited() })
        resolve()
      }
      const onMissing = (): void => {
        isMissing = true
        log.info(`${entry.name} is not on this page.`)
        rest()
      }
      bounded('Restoring', STEP_TIMEOUT_MS, [kernel], (signal) =>
        bringBack(needs, entry, signal, onMissing),
      )
        .catch(
          (error: unknown) =>
            isMissing || kernel.aborted || log.warn(`${entry.name} did not come back:`, error),
        )
        .finally(() => kernel.aborted || rest())
    })
  return async () => {
    await Promise.race([
      Promise.all(stored.entries().map(restoreEntry)),
      new Promise((resolve) => onAbort(kernel, () => resolve(undefined))),
    ])
    if (kernel.aborted) return
    stored.stopWaiting()
    book.apply({ type: 'rested', awaited: [], restoring: 'over' })
    links.write()
  }
}
