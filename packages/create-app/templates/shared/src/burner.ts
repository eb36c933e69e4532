// A wallet for development. Its key is made in this browser, and it signs whatever it is asked. It is
// loaded behind the bundler's development flag: production builds have nothing of it.
import { cosmoshub } from '@latchkey/cosmos/networks' // @cosmos
import { polkadotHub } from '@latchkey/polkadot/networks' // @polkadot
import { createInjectedWallet } from '@latchkey/testing' // @evm
import { installChainWallets } from '@latchkey/testing' // @solana @bitcoin @polkadot @cosmos
import { bytesToHex, type Chain } from 'viem' // @evm
import { privateKeyToAccount } from 'viem/accounts' // @evm
import { mainnet, sepolia } from 'viem/chains' // @evm

/** It approves by itself. Without a rule it asks in a window of its own. */
const options = { name: 'Burner', rule: 'approve' } as const

const node = ({ id, name, rpcUrls }: Chain) => ({ id, name, url: rpcUrls.default.http[0]! }) // @evm
const solanaNode = 'https://api.mainnet-beta.solana.com' // @solana
const solanaGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' // @solana
const solana = { url: solanaNode, wsUrl: solanaNode, genesisHash: solanaGenesis } // @solana
const bitcoin = { url: 'https://mempool.space/api', network: 'mainnet' } as const // @bitcoin
const cosmos = { url: cosmoshub.rpcUrls[0]!, chainId: cosmoshub.chainId } // @cosmos

/** The key of this browser: 32 random bytes in its local storage. */
function readSecret(): Uint8Array {
  const kept = localStorage.getItem('burner')?.split(',').map(Number)
  const secret = kept ? Uint8Array.from(kept) : crypto.getRandomValues(new Uint8Array(32))
  localStorage.setItem('burner', secret.join())
  return secret
}

// The kernel finds it as it finds an extension.
// Cosmos wallets cannot say their names, so it stands in the place of Keplr. // @cosmos
export function installBurner(): void {
  const secret = readSecret()
  const privateKey = bytesToHex(secret) // @evm
  const accounts = [{ address: privateKeyToAccount(privateKey).address, privateKey }] // @evm
  createInjectedWallet({ ...options, chains: [mainnet, sepolia].map(node), accounts }) // @evm
  installChainWallets({ solana }, secret, window, options) // @solana
  installChainWallets({ bitcoin }, secret, window, options) // @bitcoin
  installChainWallets({ polkadot: polkadotHub }, secret, window, options) // @polkadot
  installChainWallets({ cosmos }, secret, window, options) // @cosmos
}
