import { createWallet, installMockWallet as install, type Wallet } from '@johanneskares/wallet-mock'
import type { BrowserContext, Page } from '@playwright/test'
import { http, type Chain } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { WalletAccount, WalletChain } from '@latchkey/testing/wallet'

export interface MockWalletOptions {
  /** The first is the one in use at the start. */
  chains: readonly WalletChain[]
  account: WalletAccount
  /** Prints each request. */
  debug?: boolean
}

const viemChain = ({ id, name, url }: WalletChain): Chain => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

/**
 * Installs `@johanneskares/wallet-mock`: an EIP-6963 wallet ("Mock Wallet",
 * com.example.mock-wallet) that approves everything, has no events, and sends real transactions.
 * Left to itself it knows only viem's chains and would ask a public node about any other; so it
 * gets one wallet for each of ours.
 */
export async function installMockWallet(
  target: Page | BrowserContext,
  { chains, account, debug = false }: MockWalletOptions,
): Promise<void> {
  const key = privateKeyToAccount(account.privateKey)
  const wallets = new Map<number, Wallet>(
    chains.map((chain) => [
      chain.id,
      createWallet(key, { [chain.id]: http(chain.url) }, viemChain(chain)),
    ]),
  )
  let chainId = chains[0]?.id ?? 0
  const wallet: Wallet = {
    async request({ method, params }) {
      if (method === 'wallet_switchEthereumChain') {
        const wanted = Number((params as [{ chainId: string }])[0].chainId)
        if (!wallets.has(wanted)) throw new Error(`Unrecognized chain ID ${wanted}.`)
        chainId = wanted
        return null
      }
      return wallets.get(chainId)?.request({ method, ...(params && { params }) })
    },
  }
  await install({
    ...('goto' in target ? { page: target } : { browserContext: target }),
    wallet,
    debug,
  })
}
