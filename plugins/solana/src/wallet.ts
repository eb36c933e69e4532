import type { Dispose } from '@latchkey/plugin-api'
import type { SignInInput, SignedIn } from './signIn.js'

/** An account as a wallet exposes it. */
export interface WalletAccount {
  address: string
  /** Its 32 bytes. */
  key: Uint8Array
  label?: string
  /** What the Wallet Standard calls the clusters that it may be used on. Absent: the wallet does not say. */
  chains?: readonly string[]
}
export interface SendOptions {
  skipPreflight?: boolean
  preflightCommitment?: string
  maxRetries?: number
  minContextSlot?: number
}

/** One wallet behind whichever face it has. What it answers is checked; what it throws is not yet ours. */
export interface Wallet {
  /** The same for every link to one wallet. */
  readonly identity: object
  /** Methods of the WalletConnect profile that it can answer. */
  readonly methods: readonly string[]
  /** Asks for accounts. Silent: without a prompt, none where the page may see none. */
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
  /** Absent: it signs only, and the network's own node is handed what it signed. */
  signAndSend?(
    account: WalletAccount,
    transaction: Uint8Array,
    chain: string,
    options: SendOptions,
  ): Promise<Uint8Array>
  /** Connects and signs in at once. Absent: it cannot. */
  signIn?(input: SignInInput): Promise<SignedIn>
}
