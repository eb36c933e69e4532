import { isAddress, numberToHex, type Address } from 'viem'
import { rpcError, toRpcError } from '../wallet/errors.js'
import type { RequestArguments, WalletControl } from '../wallet/types.js'
import type { WalletOptions } from '../wallet/core.js'
import { createWallet } from '../wallet/wallet.js'

/** Sends to the page: the answer to a request, or a notification. */
export interface MetaMaskBackground {
  control: WalletControl
  answer(message: RequestArguments & { id: unknown }): Promise<object>
}

// MetaMask gives its accounts in lower case.
const plain = (accounts: readonly Address[]): string[] => accounts.map((one) => one.toLowerCase())
const accountMethods = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_coinbase',
  'wallet_requestPermissions',
  'wallet_getPermissions',
]

/** Every address in an answer in MetaMask's spelling. */
const plainAnswer = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' && isAddress(one) ? one.toLowerCase() : one,
  )

/** MetaMask's words for a network; `isConnected` says that its node answers. */
const network = (chainId: string) => ({
  chainId,
  networkVersion: String(Number(chainId)),
  isConnected: true,
})

/**
 * The wallet behind MetaMask's provider: our own wallet's logic with MetaMask's dialect. It lives
 * in the test runner and so outlives a page's reload, as an extension does.
 */
export function createMetaMaskBackground(
  options: WalletOptions,
  notify: (method: string, params: unknown) => void,
): MetaMaskBackground {
  const { provider, control } = createWallet(options)
  provider.on('accountsChanged', (accounts: Address[]) =>
    notify('metamask_accountsChanged', plain(accounts)),
  )
  provider.on('chainChanged', (chainId: string) =>
    notify('metamask_chainChanged', network(chainId)),
  )

  const providerState = () => {
    const { accounts, chainId, locked } = control.state
    return { accounts: plain(accounts), isUnlocked: !locked, ...network(numberToHex(chainId)) }
  }
  const result = async ({ method, params }: RequestArguments): Promise<unknown> => {
    if (method === 'metamask_getProviderState') return providerState()
    const value = await provider.request({ method, params })
    return accountMethods.includes(method) ? plainAnswer(value) : value
  }
  return {
    control,
    async answer({ id, ...request }) {
      try {
        return { jsonrpc: '2.0', id, result: (await result(request)) ?? null }
      } catch (error) {
        const { code, message, data } = toRpcError(error)
        // MetaMask says "method not found" where EIP-1193 says "unsupported method".
        const spoken =
          code === 4200
            ? rpcError(-32601, `The method "${request.method}" does not exist / is not available.`)
            : { code, message }
        return {
          jsonrpc: '2.0',
          id,
          error: {
            code: spoken.code,
            message: spoken.message,
            ...(data !== undefined && { data }),
          },
        }
      }
    },
  }
}
