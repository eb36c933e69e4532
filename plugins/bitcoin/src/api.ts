import type { PluginContext } from '@latchkey/plugin-api'
import type { BitcoinSource, Utxo } from './source.js'

export interface BitcoinAddress {
  address: string
  publicKey?: string
  /** BIP-32 path, where the wallet tells. */
  path?: string
  intention?: string
}
export interface BitcoinProvider {
  /** `getAccountAddresses`, `signMessage`, `signPsbt`, `sendTransfer`, as WalletConnect's bip122 profile has them. */
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** All on the network in use, with the account in use where none is named. Requests go through the rpc door. */
export interface BitcoinApi {
  readonly provider: BitcoinProvider
  getAccountAddresses(): Promise<readonly BitcoinAddress[]>
  /** Signature in base64. By address: BIP-322 for SegWit, ECDSA for the older, unless `protocol` says otherwise. */
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
  /** Uses another payment address of a connected wallet. @throws `bitcoin.address_required`, `bitcoin.not_payment` */
  switchAccount(target: { address?: string }): Promise<void>
}

export function createApi(ctx: PluginContext, source: () => Promise<BitcoinSource>): BitcoinApi {
  const load = ctx.lazy('Bitcoin provider', () => import('./provider.js'))
  const door = async (): Promise<BitcoinApi> => (await load()).createProvider(ctx, source)
  return {
    provider: { request: async (request) => (await door()).provider.request(request) },
    getAccountAddresses: async () => (await door()).getAccountAddresses(),
    signMessage: async (request) => (await door()).signMessage(request),
    signPsbt: async (request) => (await door()).signPsbt(request),
    sendTransfer: async (request) => (await door()).sendTransfer(request),
    getBalance: async (address) => (await door()).getBalance(address),
    getUtxos: async (address) => (await door()).getUtxos(address),
    switchAccount: async (target) => (await door()).switchAccount(target),
  }
}
