import type { Utxo } from './chain/source.js'

export interface BitcoinAddress {
  address: string
  publicKey?: string
  /** BIP-32 path, where the wallet tells it. */
  path?: string
  intention?: string
}
export interface BitcoinProvider {
  /**
   * `getAccountAddresses`, `signMessage`, `signPsbt`, `sendTransfer`, with the parameters of
   * WalletConnect's bip122 profile.
   */
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/**
 * Everything happens on the network in use, with the account in use where none is named. Requests
 * go through the rpc door.
 */
export interface BitcoinApi {
  readonly provider: BitcoinProvider
  getAccountAddresses(): Promise<readonly BitcoinAddress[]>
  /**
   * Signs a text.
   * @param request `protocol`: by default BIP-322 for SegWit addresses, ECDSA for older ones
   * @returns the signature in base64
   */
  signMessage(request: {
    message: string
    address?: string
    protocol?: 'ecdsa' | 'bip322'
  }): Promise<{ address: string; signature: string }>
  /** @param request `psbt` in base64 */
  signPsbt(request: {
    psbt: string
    signInputs?: readonly { address: string; index: number; sighashTypes?: readonly number[] }[]
    broadcast?: boolean
  }): Promise<{ psbt: string; txid?: string }>
  /** @param request `amount` in satoshi */
  sendTransfer(request: {
    recipientAddress: string
    amount: bigint | number | string
  }): Promise<{ txid: string }>
  /** Satoshi. */
  getBalance(address?: string): Promise<bigint>
  getUtxos(address?: string): Promise<readonly Utxo[]>
  /**
   * Uses another payment address of a connected wallet. @throws `bitcoin.address_required`,
   * `bitcoin.not_payment`
   */
  switchAccount(target: { address?: string }): Promise<void>
}
