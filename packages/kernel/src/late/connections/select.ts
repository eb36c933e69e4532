import { LatchkeyError, type AccountsPort, type Connector } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import { own } from '../../support/own.js'
import { refuse } from '../../support/refuse.js'
import { toRequestError } from '../errors.js'
import type { Book } from './book.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import { infoOf, USABLE } from './machine.js'
import { relativeStatus, type RelativeStatus } from './relativeStatus.js'
import type { Stored } from './stored.js'

type Target = Parameters<AccountsPort['select']>[0]
interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  connect: Connecting['connect']
  checkNetwork(namespace: string): void
}

/** What switching to a wallet does, by what it is to the namespace. @throws `kernel.invalid_connection_status` */
export function actionFor<T>(status: string, actions: Readonly<Record<RelativeStatus, T>>): T {
  return own<T>(actions, status) ?? refuse('kernel.invalid_connection_status', { status }, 'Invalid connection status')
}

export function createSelect({ core, book, links, stored, connect, checkNetwork }: Needs): LateHalf['select'] {
  /** Makes the account current, after the wallet was asked where it can be. */
  const use = async ({ connectionId: id, namespace, key }: Target): Promise<void> => {
    const accountNow = () => own(infoOf(book.read(), id)?.scopes, namespace)?.accounts.find((each) => each.key === key)
    const account = accountNow() ?? refuse('kernel.account_or_network_missing', {}, `The connection "${id}" has no account "${key}" in ${namespace}.`)
    const { connection } = links.find(id) ?? refuse('kernel.connector_missing', { connectorId: id }, 'No connector found for connection')
    if (connection.switchAccount) {
      await connection.switchAccount(account).catch((error: unknown) => {
        throw toRequestError(error, 'switchAccount')
      })
    } else if (!USABLE.includes(account.type)) refuse('kernel.not_allowed', { what: account.type, plugin: 'host' }, `An account of type "${account.type}" can be shown but not be used.`)
    // It may have gone while the wallet was asked.
    if (!accountNow()) throw new LatchkeyError('wallet.disconnected', 'The account went away while the wallet was asked to use it.', { context: {} })
    book.apply({ type: 'selected', id, namespace, key })
    prefer(namespace, id, account.type)
    links.write()
    await book.tell('visitor')
    checkNetwork(namespace)
  }
  /** Whoever chooses between types of accounts prefers that type. */
  const prefer = (namespace: string, id: string, type: string): void => {
    const types = own(infoOf(book.read(), id)?.scopes, namespace)?.accounts.map((each) => each.type) ?? []
    if (USABLE.includes(type) && new Set(types).size > 1) core.storage.set('accountTypes', { ...core.storage.get('accountTypes'), [namespace]: type })
  }
  const connectorOf = (id: string): Connector => {
    const known = infoOf(book.read(), id) ?? stored.entries().find((entry) => entry.id === id)
    return core.connectors.find(known?.connectorId ?? id)?.value ?? refuse('kernel.connector_missing', { connectorId: id }, 'No connector found for connection')
  }
  const connectFirst = async ({ connectionId, namespace, key }: Target): Promise<void> => {
    const { id, scopes } = await connect(connectorOf(connectionId).id, { namespaces: [namespace] })
    if (own(scopes, namespace)?.accounts.some((account) => account.key === key)) await use({ connectionId: id, namespace, key })
  }
  return async (target) => {
    if (!target.namespace) refuse('kernel.chain_missing', {}, 'Chain is required to update chain account data')
    await actionFor(relativeStatus(book.read().connections, target.connectionId, target.namespace), { connected: use, active: use, disconnected: connectFirst })(target)
  }
}
