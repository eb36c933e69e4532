// A page with RainbowKit, as its installation guide makes it: https://rainbowkit.com/docs/installation
// The button that signs is wagmi's.
import { ConnectButton, RainbowKitProvider, getDefaultConfig } from '@rainbow-me/rainbowkit'
import '@rainbow-me/rainbowkit/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider, useSignMessage } from 'wagmi'
import { mainnet, sepolia } from 'wagmi/chains'

const config = getDefaultConfig({
  appName: 'My RainbowKit App',
  projectId: 'YOUR_PROJECT_ID',
  chains: [mainnet, sepolia],
})

function Sign() {
  const { data, error, signMessage } = useSignMessage()
  return (
    <>
      <button onClick={() => signMessage({ message: 'Hello' })}>Sign</button>
      <p role="status">{data ?? error?.shortMessage}</p>
    </>
  )
}

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton />
        <Sign />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
