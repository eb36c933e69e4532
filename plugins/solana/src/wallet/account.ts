/** An account as a wallet exposes it. */
export interface WalletAccount {
  address: string
  /** Its 32 bytes. */
  key: Uint8Array
  label?: string
  /**
   * The clusters where it may be used, by their names in the Wallet Standard. Absent: the wallet
   * does not say.
   */
  chains?: readonly string[]
}
