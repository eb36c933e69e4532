import type {
  AccountsPort,
  ActiveNetworkPort,
  ConnectionInfo,
  ConnectionsPort,
  Dispose,
  KernelEvents,
  HostRpcPolicy,
  Namespace,
  Network,
  Observable,
  Registry,
} from '@latchkey/plugin-api'
import type { BitcoinApi } from '../api.js'

/** A kernel with the `bitcoin` plugin. */
export interface BitcoinKernel {
  readonly id: string
  readonly plugins: { readonly bitcoin: BitcoinApi }
  readonly ports: {
    readonly accounts: AccountsPort
    readonly activeNetwork: ActiveNetworkPort
    readonly connections: ConnectionsPort
    readonly networks: Registry<Network>
    readonly options: Observable<{ readonly rpcPolicy?: HostRpcPolicy }>
  }
  connectWithModal(): Promise<ConnectionInfo>
  disconnect(target: { namespace: Namespace }): Promise<void>
  on(
    name: 'connection:closed',
    listener: (event: KernelEvents['connection:closed']) => void,
  ): Dispose
}
