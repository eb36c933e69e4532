import { smartAccountOf } from '@latchkey/smart-account'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  createInjectedWallet,
  type InjectedWallet,
  type InjectedWalletOptions,
} from '../injected/index.js'
import { pageMemory } from '@latchkey/testing'
import { grantMethods } from './grants.js'
import { operationMethods } from './operations.js'

export interface SmartWalletOptions extends Omit<
  InjectedWalletOptions,
  'accounts' | 'exposed' | 'batchAccount' | 'methods'
> {
  /** The key of the owner, who pays the network fees of the account too. */
  ownerKey: Hex
}

/**
 * The localnet's own wallet with a smart account (ERC-4337) in place of an account with a key. It grants
 * permissions (ERC-7715) as delegations of that account, and takes them back on the chain. Its chains need the
 * contracts of `deploySmartAccounts`; each of its operations goes there in a transaction of the owner.
 * For local chains only; its key is public.
 */
export function createSmartWallet(
  { ownerKey, ...options }: SmartWalletOptions,
  page: Window & typeof globalThis = window,
): InjectedWallet {
  const account = smartAccountOf(privateKeyToAccount(ownerKey).address)
  const memory = pageMemory(page, `localnet-wallet:grants:${account.address}`)
  return createInjectedWallet(
    {
      name: 'Localnet Smart Wallet',
      rdns: 'dev.latchkey.localnet.smart',
      ...options,
      accounts: [{ address: account.address, privateKey: ownerKey }],
      methods: { ...operationMethods(account), ...grantMethods(account, memory) },
    },
    page,
  )
}
