// The demos of this repository are production builds, on local chains.
import { installChainWallets as install, type ChainsWorld } from '@latchkey/testing'

export type { ChainsWorld }

/** The test wallets of chains that are not EVM, allowed in production builds too. @returns takes them away again */
export const installChainWallets = (
  world: ChainsWorld,
  secret: Uint8Array,
  page?: Window & typeof globalThis,
): (() => void) => install(world, secret, page, { allowProduction: true })
