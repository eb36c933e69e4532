import type { Connection, Connector } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf, StoredConnection } from '../../core.js'
import { LIMIT, unlessAborted } from '../steps.js'
import type { Book } from './book.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import type { Stored } from './stored.js'

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  finish: Connecting['finish']
}

/** The connector, as soon as it is registered: wallets announce themselves late. */
function appear({ connectors, report }: KernelCore, id: string, signal: AbortSignal): Promise<Connector> {
  let stop = (): void => undefined
  const found = new Promise<Connector>((resolve) => {
    const look = (): void => {
      const connector = connectors.find(id)?.value
      if (connector) resolve(connector)
    }
    stop = connectors.subscribe(look)
    look()
  })
  return unlessAborted(signal, found).finally(() => {
    try {
      stop()
    } catch (error) {
      report(error, 'kernel: restore')
    }
  })
}

export function createRestore({ core, book, links, stored, finish }: Needs): LateHalf['restore'] {
  const { networks, log, signal: kernel } = core
  /** What the connector brings back. @throws whatever it throws, and when time is up */
  const revive = async (entry: StoredConnection, connector: Connector, signal: AbortSignal): Promise<Connection | undefined> => {
    const request = { networks: networks.get().map(({ value }) => value).filter(({ namespace }) => connector.namespaces.includes(namespace)), signal }
    return unlessAborted(signal, new Promise((resolve) => resolve(connector.restore?.(entry.snapshot, request))))
  }
  const bringBack = async (entry: StoredConnection, signal: AbortSignal): Promise<void> => {
    const connector = await appear(core, entry.connectorId, signal)
    const connection = await revive(entry, connector, signal)
    const isWanted = stored.has(entry)
    // It came back, or there is nothing left to come back.
    stored.forget((each) => each === entry)
    if (!connection) return
    // Meanwhile the visitor let it go, or connected it anew.
    if (!isWanted || links.find(connection.id)) return links.discard(connection)
    try {
      const { info, link } = await links.adopt(connector, connection, { claims: entry.current, lead: 'never', yields: true, signal: kernel })
      void finish(info, link, 'restored')
    } catch (error) {
      links.discard(connection)
      throw error
    }
  }
  return async () => {
    const time = new AbortController()
    const stop = (): void => time.abort(new Error('Stored connections are not waited for any longer.'))
    const timer = setTimeout(stop, LIMIT)
    kernel.addEventListener('abort', stop)
    await Promise.all(stored.entries().map(async (entry) => {
      try {
        await bringBack(entry, time.signal)
      } catch (error) {
        log.warn(`${entry.name} did not come back:`, error)
      }
      stored.stopWaiting(entry)
      book.apply({ type: 'awaiting', awaited: stored.awaited(), over: false })
    }))
    clearTimeout(timer)
    kernel.removeEventListener('abort', stop)
    if (kernel.aborted) return
    stored.stopWaiting()
    book.apply({ type: 'awaiting', awaited: [], over: true })
    links.write()
  }
}
