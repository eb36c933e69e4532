import { LatchkeyError, type Connection, type Namespace } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { bounded } from '../services/bounded.js'
import { LIMIT } from '../steps.js'
import type { Book } from './book.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import { infoOf, stateOf } from './machine.js'
import { keyOf, type Stored } from './stored.js'

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  abort: Connecting['abort']
}

export function createDisconnect({ core, book, links, stored, abort }: Needs): { disconnect: LateHalf['disconnect']; endsWith(namespace: Namespace): readonly Namespace[] } {
  const { report } = core
  const canPart = (connection: Connection | undefined, namespace: Namespace): boolean => {
    try {
      return connection?.canRelease?.(namespace) ?? false
    } catch (error) {
      report(error, `connector ${connection?.connectorId}: canRelease`)
      return false
    }
  }
  const endsWith = (namespace: Namespace): readonly Namespace[] => {
    const id = stateOf(book.read(), namespace)?.connectionId
    const all = Object.keys(infoOf(book.read(), id)?.scopes ?? {})
    return all.length > 1 && canPart(links.find(id)?.connection, namespace) ? [namespace] : all
  }
  /** Here it is over at once, whatever the wallet says. @throws `wallet.disconnect_failed` */
  const end = async (id: string, namespaces?: readonly Namespace[]): Promise<void> => {
    const connection = links.find(id)?.connection
    const only = namespaces?.length === 1 && Object.keys(infoOf(book.read(), id)?.scopes ?? {}).length > 1 ? namespaces[0] : undefined
    links.drop(id, 'user', only === undefined ? undefined : [only])
    if (!connection) return
    await bounded('Disconnecting', LIMIT, [], async () => connection.release(only)).catch((cause: unknown) => {
      throw new LatchkeyError('wallet.disconnect_failed', 'Failed to disconnect', { context: { connectionId: id }, cause })
    })
  }
  /** Stored connections that did not come back yet will not come back. */
  const forget = (isGone: Parameters<Stored['forget']>[0]): void => {
    stored.forget(isGone)
    book.apply({ type: 'awaiting', awaited: stored.awaited(), over: false })
    links.write()
  }
  return {
    endsWith,
    async disconnect(target) {
      if (!target) {
        abort(new LatchkeyError('kernel.aborted', 'Everything was disconnected while a wallet was being connected.', { context: { reason: 'disconnected' } }))
        forget(() => true)
        const outcomes = await Promise.allSettled(book.read().connections.connections.map(({ id }) => end(id)))
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      } else if ('connectionId' in target) {
        forget(({ id }) => id === target.connectionId)
        await end(target.connectionId)
      } else {
        const { namespace } = target
        const id = stateOf(book.read(), namespace)?.connectionId
        forget((entry) => keyOf(entry, namespace) !== undefined)
        if (id !== undefined) await end(id, endsWith(namespace))
      }
    },
  }
}
