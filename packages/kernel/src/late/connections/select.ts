import type { AccountsPort, Connector, Namespace } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import { toRequestError } from '../errors.js'
import { unlessAborted } from '../steps.js'
import type { Book } from './book.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import { infoOf, scopeOf, USABLE } from './machine.js'
import { relativeStatus, type RelativeStatus } from './relativeStatus.js'
import type { Stored } from './stored.js'

type Target = Parameters<AccountsPort['select']>[0]
interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  connect: Connecting['connect']
  checkNetwork(namespace: Namespace): void
}

/** What switching to a wallet does, by what it is to the namespace. @throws `kernel.invalid_connection_status` */
export function actionFor<T>(status: string, actions: Readonly<Record<RelativeStatus, T>>): T {
  return (
    own<T>(actions, status) ??
    refuse('kernel.invalid_connection_status', { status }, 'Invalid connection status')
  )
}

export function createSelect({
  core,
  book,
  links,
  stored,
  connect,
  checkNetwork,
}: Needs): LateHalf['select'] {
  const { storage, connectors } = core
  const noConnector = (connectorId: string): never =>
    refuse('kernel.connector_missing', { connectorId }, 'No connector found for connection')
  /** Makes the account current, after the wallet was asked where it can be. */
  const use = async ({ connectionId: id, namespace, key }: Target): Promise<void> => {
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
      // It may have gone while the wallet was asked.
      find()
    } else if (!USABLE.includes(account.type))
      refuse(
        'kernel.not_allowed',
        { what: account.type, plugin: 'host' },
        `An account of type "${account.type}" cannot be used.`,
      )
    const info = infoOf(book.read(), id)
    if (!info) return noConnector(id)
    book.apply({ type: 'revised', info, claims: { [namespace]: key } })
    // Whoever chooses between types of accounts prefers that type.
    const types = own(info.scopes, namespace)?.accounts.map(({ type }) => type)
    if (USABLE.includes(account.type) && new Set(types).size > 1)
      storage.set('accountTypes', { ...storage.get('accountTypes'), [namespace]: account.type })
    links.write()
    const told = book.tell('visitor')
    checkNetwork(namespace)
    await told
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
      await use({ connectionId: id, namespace, key })
  }
  return async (target) => {
    const { connectionId, namespace } = target
    if (!namespace)
      refuse('kernel.chain_missing', {}, 'Chain is required to update chain account data')
    await actionFor(relativeStatus(book.read().connections, connectionId, namespace), {
      connected: use,
      active: use,
      disconnected: connectFirst,
    })(target)
  }
}
