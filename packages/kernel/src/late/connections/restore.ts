import type { Connection, Connector, Dispose } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf, StoredConnection } from '../../core.js'
import { guarded } from '../../support/guard.js'
import { bounded } from '../services/bounded.js'
import { LIMIT, onAbort, unlessAborted } from '../steps.js'
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
  finisher: Connecting['finisher']
}

/** ms within which wallets announce themselves. One that is not there by then was uninstalled, most likely: nobody waits for it, but it may still come. */
const ANNOUNCED = 1_000

/** The connector, as soon as it is registered: wallets announce themselves late. One of that id on other chains is another wallet, which took its id. */
async function appear(
  { connectors, adapters }: KernelCore,
  { connectorId, namespaces }: StoredConnection,
  signal: AbortSignal,
  onMissing: () => void,
): Promise<Connector> {
  let stop: Dispose | undefined
  // The host may have given up one of several chains.
  const holds = (connector: Connector): boolean =>
    namespaces.some((name) => connector.namespaces.includes(name)) &&
    namespaces.every((name) => connector.namespaces.includes(name) || !adapters.find(name))
  const timer = setTimeout(onMissing, ANNOUNCED)
  try {
    return await unlessAborted(
      signal,
      () =>
        new Promise<Connector>((resolve) => {
          const look = (): void => {
            const connector = connectors.find(connectorId)?.value
            if (connector && holds(connector)) resolve(connector)
          }
          stop = connectors.subscribe(look)
          look()
        }),
    )
  } finally {
    stop?.()
    clearTimeout(timer)
  }
}

export function createRestore({ core, book, links, stored, finisher }: Needs): LateHalf['restore'] {
  const { networks, log, signal: kernel } = core
  // What comes too late: with its last listener it gives back what it holds, and asks the wallet nothing.
  const letGo = guarded(
    (late: Connection | undefined) => late?.onChange(() => undefined)(),
    (error) => log.debug('restore', error),
  )
  const bringBack = async (
    entry: StoredConnection,
    signal: AbortSignal,
    onMissing: () => void,
  ): Promise<void> => {
    const connector = await appear(core, entry, signal, onMissing)
    // The visitor connected one of them, and nobody can tell which: without a click none is taken for it.
    if (isContested(core.connectors, connector))
      return log.info(
        `${entry.name} does not come back: several wallets claim to be ${entry.connectorId}.`,
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
      letGo,
    )
    const isWanted = (): boolean => stored.entries().some(({ id }) => id === entry.id)
    const forget = (): void => stored.forget((each) => each === entry)
    // There is nothing left to come back.
    if (!connection) return forget()
    // Meanwhile the visitor let it go, or connected it anew.
    if (!isWanted() || links.find(connection.id)) {
      forget()
      links.discard(connection)
      throw new Error('nobody wants it any more')
    }
    const finish = finisher('restored')
    // What could not be taken in holds nothing any more. The wallet is not told: the visitor let go of nothing.
    const { info, link } = await links
      .adopt(connector, connection, {
        claims: entry.current,
        yields: true,
        isWanted,
        signal: kernel,
      })
      .catch((error: unknown) => {
        // The visitor did, before its adapter was there.
        if (!isWanted()) links.discard(connection)
        // It stays stored where an adapter did not load: that may be there the next time.
        else if (!unloaded(core, connection.scopes).length) forget()
        throw error
      })
    void finish(info, link)
  }
  /** Settles when the entry is back or given up, or its wallet is not on the page; it may come back after that all the same. */
  const settle = (entry: StoredConnection): Promise<void> =>
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
      bounded('Restoring', LIMIT, [kernel], (signal) => bringBack(entry, signal, onMissing))
        .catch(
          (error: unknown) =>
            isMissing || kernel.aborted || log.warn(`${entry.name} did not come back:`, error),
        )
        .finally(() => kernel.aborted || rest())
    })
  return async () => {
    await Promise.race([
      Promise.all(stored.entries().map(settle)),
      new Promise((resolve) => onAbort(kernel, () => resolve(undefined))),
    ])
    if (kernel.aborted) return
    stored.stopWaiting()
    book.apply({ type: 'rested', awaited: [], restoring: 'over' })
    links.write()
  }
}
