import {
  parseCaip10,
  type Account,
  type Caip2,
  type Namespace,
  type Scope,
  type Scopes,
} from '@latchkey/plugin-api'
import type { SessionNamespace, SessionNamespaces } from './namespaces.js'
import { localMethods } from './reads.js'

/** The networks on which each address of a session may be used. Both are in the wallet's order. */
function networksByAddress({ accounts }: SessionNamespace): ReadonlyMap<string, readonly Caip2[]> {
  const found = new Map<string, Caip2[]>()
  for (const { address, network } of accounts.map(parseCaip10))
    found.set(address, [...(found.get(address) ?? []), network])
  return found
}

/** The scope of one namespace. `selected`: the address that the wallet selected, if it has told. */
function toScope(
  namespace: Namespace,
  session: SessionNamespace,
  selected: string | undefined,
): Scope {
  const accounts = [...networksByAddress(session)].map(([address, networks]): Account => ({
    key: address,
    namespace,
    address,
    type: 'eoa',
    ...(networks.length < session.chains.length && { networks }),
  }))
  return {
    accounts,
    ...(selected !== undefined && accounts.some(({ key }) => key === selected) && { selected }),
    network: `${namespace}:${session.defaultChain}`,
    networks: session.chains,
    methods: [...new Set([...session.methods, ...localMethods(namespace)])],
  }
}

/**
 * The permissions of a session as scopes of its connection.
 * @param selected the address that the wallet itself selected, by namespace
 */
export const toScopes = (
  session: SessionNamespaces,
  selected: Readonly<Record<Namespace, string>> = {},
): Scopes =>
  Object.fromEntries(
    Object.entries(session).map(([namespace, each]) => [
      namespace,
      toScope(
        namespace,
        each,
        Object.hasOwn(selected, namespace) ? selected[namespace] : undefined,
      ),
    ]),
  )
