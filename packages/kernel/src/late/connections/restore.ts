import type { Connection, Connector, Dispose } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf, StoredConnection } from '../../core.js'
import { guarded } from '../../support/guard.js'
import { bounded } from '../services/bounded.js'
import { LIMIT, unlessAborted } from '../steps.js'
import type { Book } from './book.js'
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

/** The connector, as soon as it is registered: wallets announce themselves late. */
async function appear({ connectors }: KernelCore, id: string, signal: AbortSignal): Promise<Connector> {
  let stop: Dispose | undefined
  try {
    return await unlessAborted(signal, () => new Promise<Connector>((resolve) => {
      const look = (): void => {
        const connector = connectors.find(id)?.value
        if (connector) resolve(connector)
      }
      stop = connectors.subscribe(look)
      look()
    }))
  } finally {
    stop?.()
  }
}

export function createRestore({ core, book, links, stored, finisher }: Needs): LateHalf['restore'] {
  const { networks, log, signal: kernel } = core
  // What comes too late: with its last listener it gives back what it holds, and asks the wallet nothing.
  const letGo = guarded((late: Connection | undefined) => late?.onChange(() => undefined)(), (error) => log.debug('restore', error))
  const bringBack = async (entry: StoredConnection, signal: AbortSignal): Promise<void> => {
    const connector = await appear(core, entry.connectorId, signal)
    const request = { networks: networks.get().map(({ value }) => value).filter(({ namespace }) => connector.namespaces.includes(namespace)), signal }
    const connection: Connection | undefined = await unlessAborted(signal, () => connector.restore?.(entry.snapshot, request), letGo)
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
    const { info, link } = await links.adopt(connector, connection, { claims: entry.current, yields: true, isWanted, signal: kernel }).catch((error: unknown) => {
      // The visitor did, before its adapter was there.
      if (!isWanted()) links.discard(connection)
      // It stays stored where an adapter did not load: that may be there the next time.
      else if (!unloaded(core, connection.scopes).length) forget()
      throw error
    })
    void finish(info, link)
  }
  return async () => {
    await bounded('Restoring', LIMIT, [kernel], (signal) => Promise.all(stored.entries().map(async (entry) => {
      await bringBack(entry, signal).catch((error: unknown) => log.warn(`${entry.name} did not come back:`, error))
      stored.stopWaiting(entry)
      book.apply({ type: 'rested', awaited: stored.awaited() })
    }))).catch((error: unknown) => log.warn(error))
    if (kernel.aborted) return
    stored.stopWaiting()
    book.apply({ type: 'rested', awaited: [], restoring: 'over' })
    links.write()
  }
}
