import { LatchkeyError, type ConnectedAccount, type Network } from '@latchkey/plugin-api'
import { namesNamespaces } from '../options.js'

/** The network, account and wallet in use when a name is to be registered. */
export interface InUse {
  network: Network | undefined
  account: ConnectedAccount | undefined
  /** The kind of the account's connector. */
  kind: string | undefined
}

/** @throws `names.unsupported_namespace` for a chain family without names */
export function checkNamespace(namespace: string | undefined): void {
  if (namespace === undefined || namesNamespaces.includes(namespace)) return
  throw new LatchkeyError(
    'names.unsupported_namespace',
    `Names are available only on EVM chains, and ${namespace} is in use.`,
    { context: { namespace } },
  )
}

/**
 * The account and the network that a name is registered with.
 * @throws `names.network_missing`, `names.unsupported_namespace`, `names.account_missing`
 */
export function checkInUse({ network, account, kind }: InUse): {
  network: Network
  account: ConnectedAccount
} {
  if (!network) throw new LatchkeyError('names.network_missing', 'Network not found')
  checkNamespace(network.namespace)
  if (!account || kind !== 'auth')
    throw new LatchkeyError('names.account_missing', 'Address or auth connector not found')
  return { network, account }
}
