// The floor: wagmi's hooks, and a plain dialog that lists the wallets it found.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { WagmiProvider, createConfig, http, useAccount, useConnect } from 'wagmi'

const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })

function Dialog() {
  const dialog = useRef(null)
  const { connectors, connect } = useConnect()
  const { address } = useAccount()
  return (
    <>
      <button onClick={() => dialog.current.showModal()}>Connect wallet</button>
      <dialog ref={dialog}>
        {address ? (
          <p data-account>{address}</p>
        ) : (
          connectors.map((connector) => (
            <button key={connector.uid} onClick={() => connect({ connector })}>
              <img src={connector.icon} alt="" width="24" height="24" /> {connector.name}
            </button>
          ))
        )}
      </dialog>
    </>
  )
}

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config} reconnectOnMount={false}>
    <QueryClientProvider client={new QueryClient()}>
      <Dialog />
    </QueryClientProvider>
  </WagmiProvider>,
)
