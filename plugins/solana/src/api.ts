import type { PluginContext } from '@latchkey/plugin-api'
import type { Connection, SendOptions, Transaction, VersionedTransaction } from '@solana/web3.js'
import { NAMESPACE, type SolanaNetwork } from './networks.js'

export type Events = 'connect' | 'accountChanged' | 'disconnect'
export type AnyTransaction = Transaction | VersionedTransaction

/** Signs and sends over whatever wallet is connected, in the account and network in use. Takes objects of web3.js. */
export interface SolanaProvider {
  /** Address of the account in use. */
  readonly address: string | undefined
  /** A request of the WalletConnect profile, or of Solana's JSON-RPC. @throws `rpc.method_not_allowed`, `rpc.no_connection`, `wallet.*` */
  request(request: { method: string; params?: unknown }): Promise<unknown>
  /** Answers the 64 bytes of the signature. */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  signTransaction<T extends AnyTransaction>(transaction: T): Promise<T>
  signAllTransactions<T extends AnyTransaction>(transactions: readonly T[]): Promise<T[]>
  /** Answers the signature, by which the transaction is known. */
  signAndSendTransaction(transaction: AnyTransaction, options?: SendOptions): Promise<string>
  on(event: Events, listener: (address: string | undefined) => void): SolanaProvider
  off(event: Events, listener: (address: string | undefined) => void): SolanaProvider
}

export interface SolanaApi {
  readonly provider: SolanaProvider
  /** The same object as `provider`. */
  getProvider(): SolanaProvider
  /** A connection of web3.js to a network by CAIP-2 id, to the one in use where none is named. @throws `kernel.network_unknown` */
  getConnection(network?: string): Promise<Connection>
}

/** What listens to the provider, by event. The late part tells it. */
export type Listeners = Map<string, Set<(address: string | undefined) => void>>

export function createApi(
  ctx: PluginContext,
  networks: readonly SolanaNetwork[],
  listeners: Listeners,
): SolanaApi {
  const sdk = ctx.lazy('Solana SDK', () => import('./sdk/provider.js'))
  const requests = (): Promise<typeof import('./request.js')> => import('./request.js')
  const provider: SolanaProvider = {
    get address() {
      return ctx.accounts.active(NAMESPACE)?.address
    },
    request: async (request) => (await requests()).request(ctx, request),
    signMessage: async (message) => (await requests()).signMessage(ctx, message),
    signTransaction: async (transaction) => (await (await sdk()).signAll(ctx, [transaction]))[0]!,
    signAllTransactions: async (transactions) => (await sdk()).signAll(ctx, transactions),
    signAndSendTransaction: async (transaction, options) =>
      (await sdk()).signAndSend(ctx, transaction, options),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return {
    provider,
    getProvider: () => provider,
    getConnection: async (network) => (await sdk()).connectionTo(ctx, networks, network),
  }
}
