import { LatchkeyError, type Namespace } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf, StoredConnection } from '../../core.js'
import type { LatePorts } from '../../types.js'
import { own } from '../../support/own.js'
import { abortedError, bounded, STEP_TIMEOUT_MS } from '../../support/time.js'
import type { Attempts } from './attempts.js'
import type { Book } from './book.js'
import type { Links } from './links.js'
import { infoOf, stateOf } from './machine.js'
import type { Stored } from './stored.js'

type Target = Parameters<LateHalf['disconnect']>[0]
/** A connection that ends, as a whole or in some namespaces. */
interface EndedPart {
  /** Of the connection. */
  id: string
  namespaces?: readonly Namespace[]
  /** The connection was stored and not alive when it was ended, so its wallet was not told. */
  asleep?: boolean
}
interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  attempts: Attempts
}

interface Ending {
  /** @throws `wallet.disconnect_failed` */
  end(part: EndedPart): Promise<void>
  /** Gives up stored connections that did not come back yet. */
  forget(isGone: Parameters<Stored['forget']>[0]): void
}

/** Ends connections, also those that another tab ended. */
function createEnding({ core, book, links, stored }: Needs): Ending {
  const { storage } = core
  const namesOf = (id: string): readonly Namespace[] =>
    Object.keys(infoOf(book.read(), id)?.scopes ?? {})
  /** The connection is gone from the state at once, whatever the wallet answers. */
  const end: Ending['end'] = async ({ id, namespaces = namesOf(id) }) => {
    const connection = links.find(id)?.connection
    const isWhole = namespaces.length === namesOf(id).length
    links.drop(id, 'user', namespaces)
    await bounded('Disconnecting', STEP_TIMEOUT_MS, [], async () =>
      connection?.release(...(isWhole ? [] : namespaces)),
    ).catch((cause: unknown) => {
      throw new LatchkeyError('wallet.disconnect_failed', 'Failed to disconnect', {
        context: { connectionId: id },
        cause,
      })
    })
  }
  const forget: Ending['forget'] = (isGone) => {
    stored.forget(isGone)
    book.apply({ type: 'rested', awaited: stored.awaited() })
    links.write()
  }
  /**
   * Ends here what another tab ended, unless it was connected again since: a sleeping tab gets the
   * message late. A wallet that the other tab has told is not told a second time.
   */
  const follow = ({ id, namespaces, asleep }: EndedPart): void => {
    const kept = storage.get('connections')?.find((entry) => entry.id === id)?.namespaces ?? []
    const gone = namesOf(id).filter(
      (name) => (namespaces?.includes(name) ?? true) && !kept.includes(name),
    )
    if (!kept.length && stored.entries().some((entry) => entry.id === id))
      forget((entry) => entry.id === id)
    if (asleep)
      void end({ id, namespaces: gone }).catch((error: unknown) => core.log.debug('release', error))
    else if (gone.length) links.drop(id, 'user', gone)
  }
  core.onDispose(storage.subscribe('ended', (parts = []) => parts.forEach(follow)))
  // A page in the browser's back-forward cache gets no storage events.
  const wake = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    stored.reread()
    book.read().connections.connections.forEach(follow)
  }
  // Servers and React Native have no events of a page.
  globalThis.addEventListener?.('pageshow', wake)
  core.onDispose(() => globalThis.removeEventListener?.('pageshow', wake))
  return { end, forget }
}

export function createDisconnect(
  needs: Needs,
): Pick<LateHalf, 'disconnect'> & Pick<LatePorts, 'endsTogetherWith'> {
  const { core, book, links, stored, attempts } = needs
  const { end, forget } = createEnding(needs)
  const endsTogetherWith = (namespace: Namespace): readonly Namespace[] => {
    const id = stateOf(book.read(), namespace).connectionId
    const all = Object.keys(infoOf(book.read(), id)?.scopes ?? {})
    try {
      return links.find(id)?.connection.canRelease?.(namespace) ? [namespace] : all
    } catch (error) {
      core.report(error, `connection ${id}: canRelease`)
      return all
    }
  }
  /** The connections, or parts of them, that a target names. */
  const partsOf = (target: Target): readonly EndedPart[] => {
    if (target && 'namespace' in target) {
      const { connectionId: id } = stateOf(book.read(), target.namespace)
      return id === undefined ? [] : [{ id, namespaces: endsTogetherWith(target.namespace) }]
    }
    return book
      .read()
      .connections.connections.filter(({ id }) => !target || id === target.connectionId)
      .map(({ id }) => ({ id }))
  }
  return {
    endsTogetherWith,
    async disconnect(target) {
      if (!target) attempts.abort(() => abortedError('Everything was disconnected.'))
      const isGone = ({ id, current }: StoredConnection): boolean =>
        !target ||
        ('namespace' in target
          ? own(current, target.namespace) !== undefined
          : id === target.connectionId)
      const asleep = stored.entries().filter(isGone)
      forget(isGone)
      const parts = partsOf(target)
      const ends = Promise.allSettled(parts.map(end))
      core.storage.set('ended', [...parts, ...asleep.map(({ id }) => ({ id, asleep: true }))])
      for (const outcome of await ends) if (outcome.status === 'rejected') throw outcome.reason
    },
  }
}
