import { ConnectButton, RainbowKitProvider, connectorsForWallets } from '@rainbow-me/rainbowkit'
import { injectedWallet, walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import '@rainbow-me/rainbowkit/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { WagmiProvider, createConfig, http } from 'wagmi'

const connectors = connectorsForWallets(
  [{ groupName: 'Wallets', wallets: [injectedWallet, walletConnectWallet] }],
  // Any id of the right form: the bench never reaches the relay.
  { appName: 'Bench', projectId: '0'.repeat(32) },
)
const config = createConfig({ chains: [mainnet], connectors, transports: { [mainnet.id]: http() } })

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config} reconnectOnMount={false}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
