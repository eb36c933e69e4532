import type {
  ConnectionInfo,
  ConnectOptions,
  DirectoryWallet,
  Observable,
} from '@latchkey/plugin-api'
import type { PairingState } from './pairing/machine.js'

/** What the host, and this plugin's views, do with it. */
export interface WalletConnectApi {
  /** Where pairing stands, with the code to show. */
  readonly pairing: Observable<PairingState>
  /** Shows a code and resolves with the wallet that used it. @throws `kernel.connector_missing`, `wallet.user_rejected`, `walletconnect.*` */
  connect(options?: Pick<ConnectOptions, 'namespaces' | 'signal'>): Promise<ConnectionInfo>
  /** Resolves when the wallet answered. @throws `walletconnect.no_session` */
  ping(): Promise<void>
  /** Lets the session live another seven days. @throws `walletconnect.no_session` */
  extend(): Promise<void>
  /** Says which app requests are to open from now on. Absent: none. @throws `kernel.invalid_option` for a link that opens no app: https, or a scheme of an app's own */
  useApp(link?: { href: string; name: string }): Promise<void>
  /** The connector of this wallet that is in the page, if there is one. */
  installed(wallet: DirectoryWallet): string | undefined
  /** Leaves the code for a wallet that is in the page. */
  connectInstalled(connectorId: string): void
  /** Only wallets set to this relay can answer. */
  readonly ownRelay: string | undefined
}
