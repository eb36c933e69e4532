import { createInjectedWallet } from '@latchkey-tools/wallets/injected'
import type { World } from './world.js'

/** The bytes of a private key in hexadecimal with `0x`. */
const toBytes = (privateKey: string): Uint8Array =>
  Uint8Array.from(privateKey.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/**
 * Puts a test wallet on the page: by EIP-6963 for EVM, and for every other chain family by its own
 * standard, under a key that derives from the first account. The wallet asks its user in a popup
 * window.
 * @param hasBatches whether it does several calls as one
 * @returns a function that removes the wallet
 */
export function injectWallet(world: World, hasBatches: boolean): () => void {
  const { dispose } = createInjectedWallet({
    chains: world.chains,
    accounts: world.accounts,
    ui: 'popup',
    ...(hasBatches && world.batchAccount && { batchAccount: world.batchAccount }),
  })
  const [account] = world.accounts
  const undo =
    account &&
    import('@latchkey-tools/wallets/chains').then(({ installChainWallets }) =>
      installChainWallets(world, toBytes(account.privateKey)),
    )
  return () => {
    dispose()
    void undo?.then((end) => end())
  }
}
