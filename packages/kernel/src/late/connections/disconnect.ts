import { LatchkeyError, type Namespace } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import type { LatePorts } from '../../types.js'
import { own } from '../../support/own.js'
import { bounded } from '../services/bounded.js'
import { aborted, LIMIT } from '../steps.js'
import type { Attempts } from './attempts.js'
import type { Book } from './book.js'
import type { Links } from './links.js'
import { infoOf, stateOf } from './machine.js'
import type { Stored } from './stored.js'

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  attempts: Attempts
}

export function createDisconnect({ core, book, links, stored, attempts }: Needs): Pick<LateHalf, 'disconnect'> & Pick<LatePorts, 'endsWith'> {
  const endsWith = (namespace: Namespace): readonly Namespace[] => {
    const id = stateOf(book.read(), namespace).connectionId
    const all = Object.keys(infoOf(book.read(), id)?.scopes ?? {})
    try {
      return links.find(id)?.connection.canRelease?.(namespace) ? [namespace] : all
    } catch (error) {
      core.report(error, `connection ${id}: canRelease`)
      return all
    }
  }
  /** Here it is over at once, whatever the wallet says. @throws `wallet.disconnect_failed` */
  const end = async (id: string, namespaces: readonly Namespace[]): Promise<void> => {
    const connection = links.find(id)?.connection
    const isWhole = namespaces.length === Object.keys(infoOf(book.read(), id)?.scopes ?? {}).length
    links.drop(id, 'user', namespaces)
    await bounded('Disconnecting', LIMIT, [], async () => connection?.release(...(isWhole ? [] : namespaces))).catch((cause: unknown) => {
      throw new LatchkeyError('wallet.disconnect_failed', 'Failed to disconnect', { context: { connectionId: id }, cause })
    })
  }
  /** Stored connections that did not come back yet will not come back. */
  const forget = (isGone: Parameters<Stored['forget']>[0]): void => {
    stored.forget(isGone)
    book.apply({ type: 'rested', awaited: stored.awaited() })
    links.write()
  }
  return {
    endsWith,
    async disconnect(target) {
      const all = book.read().connections.connections
      if (!target) {
        attempts.abort(aborted('Everything was disconnected.'))
        forget(() => true)
        const outcomes = await Promise.allSettled(all.map(({ id, scopes }) => end(id, Object.keys(scopes))))
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      } else if ('connectionId' in target) {
        forget(({ id }) => id === target.connectionId)
        for (const { id, scopes } of all) if (id === target.connectionId) await end(id, Object.keys(scopes))
      } else {
        const { namespace } = target
        forget(({ current }) => own(current, namespace) !== undefined)
        const { connectionId } = stateOf(book.read(), namespace)
        if (connectionId !== undefined) await end(connectionId, endsWith(namespace))
      }
    },
  }
}
