// A page with wagmi alone, as wagmi's own start makes it: mainnet and Sepolia, whatever wallets announce themselves.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import {
  createConfig,
  http,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSignMessage,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi'
import { mainnet, sepolia } from 'viem/chains'
import { injected } from 'wagmi/connectors'

const config = createConfig({
  chains: [mainnet, sepolia],
  connectors: [injected()],
  transports: {
    [mainnet.id]: http('https://rpc.example/mainnet'),
    [sepolia.id]: http('https://rpc.example/sepolia'),
  },
})

function Account() {
  const { address, chainId, status } = useConnection()
  const disconnect = useDisconnect()
  const sign = useSignMessage()
  const change = useSwitchChain()
  return (
    <section>
      <p data-testid="account">{address ?? status}</p>
      <p data-testid="network">{chainId ?? 'none'}</p>
      <p data-testid="result">{sign.data ?? sign.error?.name ?? change.error?.name ?? ''}</p>
      <button onClick={() => disconnect.mutate()}>Disconnect</button>
      <button onClick={() => sign.mutate({ message: 'Hello' })}>Sign</button>
      <button onClick={() => change.mutate({ chainId: sepolia.id })}>Switch to Sepolia</button>
    </section>
  )
}

function Connect() {
  const { mutate, error } = useConnect()
  return (
    <section>
      {useConnectors().map((connector) => (
        <button key={connector.uid} onClick={() => mutate({ connector })}>
          {connector.name}
        </button>
      ))}
      <p role="status">{error?.message}</p>
    </section>
  )
}

createRoot(document.getElementById('root')!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Account />
      <Connect />
    </QueryClientProvider>
  </WagmiProvider>,
)
