import type { ConnectedAccount, ConnectionsState, Namespace } from '@latchkey/plugin-api'
import { snapshot } from '../support/snapshot.js'

export interface AccountSelectors {
  active(state: ConnectionsState, namespace: Namespace | undefined): ConnectedAccount | undefined
  all(state: ConnectionsState, namespace?: Namespace): readonly ConnectedAccount[]
}

/** Selectors that answer the same object for the same state, as rendering needs it. */
export function createAccountSelectors(): AccountSelectors {
  const lists = new WeakMap<ConnectionsState, readonly ConnectedAccount[]>()
  const kept = new WeakMap<object, ConnectedAccount>()
  const list = (state: ConnectionsState): readonly ConnectedAccount[] => {
    const known = lists.get(state)
    if (known) return known
    const made = snapshot(state.connections.flatMap(({ id, scopes }) => Object.entries(scopes).flatMap(([namespace, { accounts }]) => {
      const now = state.namespaces[namespace]
      return accounts.map((account): ConnectedAccount => {
        // The account in use is spelled as its active network spells it.
        const address = now?.connectionId === id && now.accountKey === account.key && now.address ? now.address : account.address
        const before = kept.get(account)
        if (before?.address === address && before.connectionId === id) return before
        const connected = Object.freeze({ ...account, connectionId: id, address })
        kept.set(account, connected)
        return connected
      })
    })))
    lists.set(state, made)
    return made
  }
  return {
    active(state, namespace) {
      const now = namespace === undefined ? undefined : state.namespaces[namespace]
      return now?.status === 'connected' ? list(state).find((account) => account.namespace === namespace && account.connectionId === now.connectionId && account.key === now.accountKey) : undefined
    },
    all: (state, namespace) => (namespace === undefined ? list(state) : list(state).filter((account) => account.namespace === namespace)),
  }
}
