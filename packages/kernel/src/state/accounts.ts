import type {
  AccountsPort,
  ConnectedAccount,
  ConnectionsState,
  Namespace,
  Observable,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { own } from '../support/own.js'
import { snapshot } from '../support/snapshot.js'

/** The type of account that the visitor has chosen for a namespace, else the one that the host named. */
export const namedAccountType = (
  { storage, options }: Pick<KernelCore, 'storage' | 'options'>,
  namespace: Namespace,
): string | undefined =>
  own(storage.get('accountTypes'), namespace) ?? own(options.get().accountTypes, namespace)

/** Selectors over the connections. The same accounts give the same object, as rendering needs it. */
export function createAccounts(
  connections: Observable<ConnectionsState>,
  activeNamespace: () => string | undefined,
): Omit<AccountsPort, keyof Observable<never> | 'select' | 'preferredType'> {
  let of: Partial<ConnectionsState> = {}
  let made: readonly ConnectedAccount[] = []
  const list = (): readonly ConnectedAccount[] => {
    const state = connections.get()
    const isSame = of.connections === state.connections && of.namespaces === state.namespaces
    of = state
    return (made = isSame
      ? made
      : snapshot(
          state.connections.flatMap(({ id, scopes }) =>
            Object.values(scopes).flatMap(({ accounts }) =>
              accounts.map((account) => {
                const { connectionId, accountKey, address } =
                  state.namespaces[account.namespace] ?? {}
                // The address in use is spelled as the network in use spells it.
                return {
                  ...account,
                  connectionId: id,
                  ...(address && connectionId === id && accountKey === account.key && { address }),
                }
              }),
            ),
          ),
        ))
  }
  return {
    active(namespace = activeNamespace()) {
      const now = own(connections.get().namespaces, namespace ?? '')
      return now?.status === 'connected'
        ? list().find(
            (account) =>
              account.namespace === namespace &&
              account.connectionId === now.connectionId &&
              account.key === now.accountKey,
          )
        : undefined
    },
    all: (wanted) =>
      wanted === undefined ? list() : list().filter(({ namespace }) => namespace === wanted),
  }
}
