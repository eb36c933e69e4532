import type { ConnectionsState, Namespace } from '@latchkey/plugin-api'
import { own } from '../../support/own.js'

/** What a wallet is to a namespace: the one in use, one that is known, or none. */
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
