import type { AccountsPort, ConnectionsState, Connector, Namespace } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { checkNetwork } from '../../modal/lateRules.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import { toRequestError } from '../errors.js'
import { unlessAborted } from '../../support/time.js'
import type { Book } from './book.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import { infoOf, scopeOf, USABLE_TYPES } from './machine.js'
import type { Stored } from './stored.js'

type Target = Parameters<AccountsPort['select']>[0]
/** A wallet's status in a namespace: in use, connected but not in use, or not connected. */
export type RelativeStatus = 'connected' | 'active' | 'disconnected'

/** @param id of a connection or of a connector */
export function relativeStatus(
  { connections, namespaces }: ConnectionsState,
  id: string,
  namespace: Namespace,
): RelativeStatus {
  const known = connections.filter(
    (info) => (info.id === id || info.connectorId === id) && own(info.scopes, namespace),
  )
  const current = own(namespaces, namespace)?.connectionId
  return known.some((info) => info.id === current)
    ? 'connected'
    : known.length
      ? 'active'
      : 'disconnected'
}

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  connect: Connecting['connect']
}

/**
 * Picks what switching to a wallet does, by what the wallet is to the namespace.
 * @throws `kernel.invalid_connection_status`
 */
export function actionFor<T>(status: string, actions: Readonly<Record<RelativeStatus, T>>): T {
  return (
    own<T>(actions, status) ??
    refuse('kernel.invalid_connection_status', { status }, 'Invalid connection status')
  )
}

export function createSelect({ core, book, links, stored, connect }: Needs): LateHalf['select'] {
  const { storage, connectors } = core
  const noConnector = (connectorId: string): never =>
    refuse('kernel.connector_missing', { connectorId }, 'No connector found for connection')
  /** Makes the account current; a wallet that can switch accounts is asked first. */
  const makeCurrent = async ({ connectionId: id, namespace, key }: Target): Promise<void> => {
    const { connection, signal } = links.find(id) ?? noConnector(id)
    const find = () =>
      scopeOf(book.read(), id, namespace)?.accounts.find((each) => each.key === key) ??
      refuse('kernel.account_or_network_missing', {}, `"${id}" has no account "${key}".`)
    const account = find()
    if (connection.switchAccount) {
      await unlessAborted(signal, () => connection.switchAccount?.(account)).catch(
        (error: unknown) => {
          throw toRequestError(error, 'switchAccount')
        },
      )
      // The account may be gone since the wallet was asked.
      find()
    } else if (!USABLE_TYPES.includes(account.type))
      refuse(
        'kernel.not_allowed',
        { what: account.type, plugin: 'host' },
        `An account of type "${account.type}" cannot be used.`,
      )
    const info = infoOf(book.read(), id)
    if (!info) return noConnector(id)
    book.apply({ type: 'revised', info, claims: { [namespace]: key } })
    // A visitor who chooses between types of accounts prefers that type from now on.
    const types = own(info.scopes, namespace)?.accounts.map(({ type }) => type)
    if (USABLE_TYPES.includes(account.type) && new Set(types).size > 1)
      storage.set('accountTypes', { ...storage.get('accountTypes'), [namespace]: account.type })
    links.write()
    const isDone = book.emitChanges('visitor')
    checkNetwork(core, namespace)
    await isDone
  }
  const connectorOf = (id: string): Connector => {
    const known = [...book.read().connections.connections, ...stored.entries()].find(
      (each) => each.id === id,
    )
    return connectors.find(known?.connectorId ?? id)?.value ?? noConnector(id)
  }
  const connectFirst = async ({ connectionId, namespace, key }: Target): Promise<void> => {
    const { id, scopes } = await connect(connectorOf(connectionId).id, { namespaces: [namespace] })
    if (own(scopes, namespace)?.accounts.some((account) => account.key === key))
      await makeCurrent({ connectionId: id, namespace, key })
  }
  return async (target) => {
    const { connectionId, namespace } = target
    if (!namespace)
      refuse('kernel.chain_missing', {}, 'Chain is required to update chain account data')
    await actionFor(relativeStatus(book.read().connections, connectionId, namespace), {
      connected: makeCurrent,
      active: makeCurrent,
      disconnected: connectFirst,
    })(target)
  }
}
