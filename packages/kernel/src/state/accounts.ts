import type { AccountsPort, ConnectedAccount, ConnectionsState, Observable } from '@latchkey/plugin-api'
import { own } from '../support/own.js'
import { snapshot } from '../support/snapshot.js'

/** Selectors over the connections that answer the same object for the same state, as rendering needs it. */
export function createAccounts(connections: Observable<ConnectionsState>, activeNamespace: () => string | undefined): Omit<AccountsPort, keyof Observable<never> | 'select'> {
  const lists = new WeakMap<ConnectionsState, readonly ConnectedAccount[]>()
  const list = (): readonly ConnectedAccount[] => {
    const state = connections.get()
    const made = lists.get(state) ?? snapshot(state.connections.flatMap(({ id, scopes }) => Object.values(scopes).flatMap(({ accounts }) => accounts.map((account) => {
      const { connectionId, accountKey, address } = state.namespaces[account.namespace] ?? {}
      // The account in use is spelled as its active network spells it.
      return { ...account, connectionId: id, ...(address && connectionId === id && accountKey === account.key && { address }) }
    }))))
    lists.set(state, made)
    return made
  }
  return {
    active(namespace = activeNamespace()) {
      const now = own(connections.get().namespaces, namespace ?? '')
      return now?.status === 'connected' ? list().find((account) => account.namespace === namespace && account.connectionId === now.connectionId && account.key === now.accountKey) : undefined
    },
    all: (wanted) => (wanted === undefined ? list() : list().filter(({ namespace }) => namespace === wanted)),
  }
}
