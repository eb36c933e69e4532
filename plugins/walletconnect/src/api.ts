import type {
  ConnectionInfo,
  ConnectOptions,
  DirectoryWallet,
  Observable,
} from '@latchkey/plugin-api'
import type { PairingState } from './pairing/machine.js'
import type { UniversalProviderLike, UniversalProviderOptions } from './sdk/universal/types.js'

/** The API of this plugin, for hosts and for its own views: `kernel.plugins.walletconnect`. */
export interface WalletConnectApi {
  /** The state of pairing, with the code to show. */
  readonly pairing: Observable<PairingState>
  /**
   * Shows a code and resolves with the wallet that used it. @throws `kernel.connector_missing`,
   * `wallet.user_rejected`, `walletconnect.*`
   */
  connect(options?: Pick<ConnectOptions, 'namespaces' | 'signal'>): Promise<ConnectionInfo>
  /** Resolves when the wallet answered. @throws `walletconnect.no_session` */
  ping(): Promise<void>
  /** Lets the session live another seven days. @throws `walletconnect.no_session` */
  extend(): Promise<void>
  /**
   * Sets the app that requests open from now on. Absent: none. The link is https, or has an app's own
   * scheme. @throws `kernel.invalid_option` for another link
   */
  useApp(link?: { href: string; name: string }): Promise<void>
  /**
   * Loads the `UniversalProvider` of `@walletconnect/universal-provider` 2.21.8, for code that is
   * written against it. It speaks for the kernel's session: `connect()` shows a code in the modal,
   * requests pass the rpc policy and the previews, reads go to the networks' own nodes. Every call
   * gives the same object. Resolves when stored connections came back, 10 s at most.
   * @throws `kernel.connector_missing`, `walletconnect.websocket_missing`
   * @example const provider = await kernel.plugins.walletconnect.getUniversalProvider<UniversalProvider>()
   */
  getUniversalProvider<P extends UniversalProviderLike = UniversalProviderLike>(
    options?: UniversalProviderOptions,
  ): Promise<P>
  /** Id of this wallet's connector, if the wallet is in the page. */
  installed(wallet: DirectoryWallet): string | undefined
  /** Leaves the code, and connects a wallet that is in the page. */
  connectInstalled(connectorId: string): void
  /** The host's own relay: only wallets that are set to it can answer. */
  readonly ownRelay: string | undefined
}
