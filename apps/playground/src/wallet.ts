import { createInjectedWallet } from '@latchkey-tools/wallets/injected'
import type { World } from './world.js'

const secretOf = (privateKey: string): Uint8Array =>
  Uint8Array.from(privateKey.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** Announces the local wallet, which asks in a window of its own: by EIP-6963, and in the forms of the other families. @returns takes it away again */
export function injectWallet(world: World): () => void {
  const { dispose } = createInjectedWallet({
    chains: world.chains,
    accounts: world.accounts,
    ui: 'popup',
  })
  const [account] = world.accounts
  const undo =
    account &&
    import('@latchkey-tools/wallets/chains').then(({ installChainWallets }) =>
      installChainWallets(world, secretOf(account.privateKey)),
    )
  return () => {
    dispose()
    void undo?.then((end) => end())
  }
}
