import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { latchkey } from '@latchkey/wagmi'
import { cookieStorage, createConfig, createStorage, http } from 'wagmi'
import { mainnet, sepolia } from 'viem/chains'

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet, sepolia] })],
})

/** One for each visitor that the server draws: wagmi keeps the visitor in it. The kernel holds nobody on a server. */
export const makeConfig = () =>
  createConfig({
    chains: [mainnet, sepolia],
    transports: { [mainnet.id]: http(), [sepolia.id]: http() },
    connectors: [latchkey({ kernel })],
    // The modal lists the wallets of the page.
    multiInjectedProviderDiscovery: false,
    ssr: true,
    storage: createStorage({ storage: cookieStorage }),
  })
