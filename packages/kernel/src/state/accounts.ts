import type { AccountsPort, ConnectedAccount, ConnectionsState, Observable } from '@latchkey/plugin-api'

/** Selectors over the connections that answer the same object for the same state, as rendering needs it. */
export function createAccounts(connections: Observable<ConnectionsState>, activeNamespace: () => string | undefined): Omit<AccountsPort, keyof Observable<never> | 'select'> {
  const lists = new WeakMap<ConnectionsState, readonly ConnectedAccount[]>()
  const kept = new WeakMap<object, ConnectedAccount>()
  const list = (): readonly ConnectedAccount[] => {
    const state = connections.get()
    const made = lists.get(state) ?? Object.freeze(state.connections.flatMap(({ id, scopes }) => Object.entries(scopes).flatMap(([namespace, { accounts }]) => accounts.map((account) => {
      const now = state.namespaces[namespace]
      // The account in use is spelled as its active network spells it.
      const address = (now?.connectionId === id && now.accountKey === account.key && now.address) || account.address
      const before = kept.get(account)
      const connected = before?.address === address ? before : Object.freeze({ ...account, connectionId: id, address })
      kept.set(account, connected)
      return connected
    }))))
    lists.set(state, made)
    return made
  }
  return {
    active(namespace = activeNamespace()) {
      const now = namespace === undefined ? undefined : connections.get().namespaces[namespace]
      return now?.status === 'connected' ? list().find((account) => account.namespace === namespace && account.connectionId === now.connectionId && account.key === now.accountKey) : undefined
    },
    all: (namespace) => (namespace === undefined ? list() : list().filter((account) => account.namespace === namespace)),
  }
}
