import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { walletconnect } from '@latchkey/walletconnect'
import { toChains, type World } from './world.js'

/** One modal of the page. Everything a host needs stands here; a world without a relay has no WalletConnect row. */
export const makeKernel = (id: string, name: string, world: World) =>
  createKernel({ id, metadata: { name }, plugins: [evm({ networks: toChains(world) }), walletconnect(world.relay ? { relayUrl: world.relay } : {})], connectorOrder: 'installed-first' })

export type PlaygroundKernel = ReturnType<typeof makeKernel>

declare module '@latchkey/plugin-api' {
  interface Register {
    kernel: PlaygroundKernel
  }
}
