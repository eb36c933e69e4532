import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { latchkey } from '@latchkey/wagmi'
import { cookieStorage, createConfig, createStorage, http } from 'wagmi'
import { mainnet, sepolia } from 'viem/chains'

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet, sepolia] })],
})

/**
 * Made once for each request, because wagmi keeps the visitor's state in it. The kernel keeps no
 * visitor's state on a server.
 */
export const makeConfig = () =>
  createConfig({
    chains: [mainnet, sepolia],
    transports: { [mainnet.id]: http(), [sepolia.id]: http() },
    connectors: [latchkey({ kernel })],
    // The modal lists the wallets of the page, so wagmi does not look for them.
    multiInjectedProviderDiscovery: false,
    ssr: true,
    storage: createStorage({ storage: cookieStorage }),
  })
