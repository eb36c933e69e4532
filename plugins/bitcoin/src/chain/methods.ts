import type { RpcClass } from '@latchkey/plugin-api'

/** The methods that this plugin handles, each with its class: WalletConnect's bip122 profile. */
export const methods: Readonly<Record<string, RpcClass>> = {
  getAccountAddresses: 'read',
  signMessage: 'sign',
  signPsbt: 'sign',
  sendTransfer: 'send',
}
