// Makes the kernel, mounts the modal, and gets the provider for a host that knows only that.
import { evm } from '@latchkey/evm'
import { preview } from '@latchkey/feature-preview'
import { createKernel } from '@latchkey/kernel'
import { defineSolanaNetwork, solana } from '@latchkey/solana'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { walletconnect } from '@latchkey/walletconnect'
import type UniversalProvider from '@walletconnect/universal-provider'
import { createRoot } from 'react-dom/client'
import { defineChain } from 'viem'
import { openShop } from './libraries-universal-shop.js'

const options = new URLSearchParams(location.search)
const { relay, chains, genesisHash, node } = JSON.parse(options.get('world') ?? '{}') as {
  relay: string
  chains: { id: number; name: string; url: string }[]
  genesisHash: string
  node: string
}
const [one, ...more] = chains.map(({ id, name, url }) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
)
const kernel = createKernel({
  metadata: { name: 'Shop' },
  rpcPolicy: { deny: ['eth_signTypedData_v4'] },
  plugins: [
    evm({ networks: [one!, ...more] }),
    solana({
      networks: [
        defineSolanaNetwork({
          genesisHash,
          chain: 'solana:localnet',
          name: 'Solana Local',
          rpcUrls: [node],
          testnet: true,
        }),
      ],
    }),
    preview({ hostRequests: options.has('previews') }),
    walletconnect({ relayUrl: relay }),
  ],
})
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <h1>Shop</h1>
  </LatchkeyProvider>,
)
const open = async (): Promise<void> => {
  const provider = await kernel.plugins.walletconnect.getUniversalProvider<UniversalProvider>()
  Object.assign(globalThis, { shop: openShop(provider) })
}
Object.assign(globalThis, { kernel, open })
