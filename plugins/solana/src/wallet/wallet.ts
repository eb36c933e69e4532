import type { Dispose } from '@latchkey/plugin-api'
import type { SendOptions } from '../api.js'
import type { WalletAccount } from './account.js'
import type { SignInInput, SignedIn } from './signIn.js'

export type { SendOptions } from '../api.js'
export type { WalletAccount } from './account.js'

/**
 * One wallet behind either interface. Its answers are checked; the errors that it throws are not
 * mapped yet.
 */
export interface Wallet {
  /** The same object for every connection to one wallet. */
  readonly identity: object
  /** Methods of the WalletConnect profile that it can answer. */
  readonly methods: readonly string[]
  /** Asks for accounts. `silent`: without a prompt. The list is then empty where the page may see no account. */
  connect(silent: boolean): Promise<readonly WalletAccount[]>
  /** The accounts that it exposes now. */
  accounts(): readonly WalletAccount[]
  onChange(listener: () => void): Dispose
  disconnect(): Promise<unknown>
  signMessage(account: WalletAccount, message: Uint8Array): Promise<Uint8Array>
  signTransactions(
    account: WalletAccount,
    transactions: readonly Uint8Array[],
    chain: string,
  ): Promise<readonly Uint8Array[]>
  /** Absent: it only signs, and the network's own node is handed what it signed. */
  signAndSend?(
    account: WalletAccount,
    transaction: Uint8Array,
    chain: string,
    options: SendOptions,
  ): Promise<Uint8Array>
  /** Connects and signs in at once. Absent: the wallet cannot. */
  signIn?(input: SignInInput): Promise<SignedIn>
}
