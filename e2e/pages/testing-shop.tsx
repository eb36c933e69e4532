// A shop with Latchkey, as the quick start for React makes it, and WalletConnect through a relay of one's own.
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider, useLatchkey } from '@latchkey/ui-react'
import { walletconnect } from '@latchkey/walletconnect'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Chain } from 'viem'
import { mainnet, sepolia } from 'viem/chains'

const at = (chain: Chain, url: string): Chain => ({
  ...chain,
  rpcUrls: { default: { http: [url] } },
})
const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [
    evm({
      networks: [
        at(mainnet, 'https://rpc.example/mainnet'),
        at(sepolia, 'https://rpc.example/sepolia'),
      ],
    }),
    walletconnect({
      relayUrl: new URLSearchParams(location.search).get('relay') ?? 'ws://127.0.0.1:9',
    }),
  ],
})

function Shop() {
  const { account, network } = useLatchkey()
  const [result, setResult] = useState('')
  const attempt = (work: () => Promise<unknown>) => () =>
    void work().then(
      (value) => setResult(String(value)),
      (error: Error) => setResult(error.message),
    )
  const wallet = () => kernel.plugins.evm.getWalletClient()
  return (
    <section>
      <ConnectButton />
      <p data-testid="account">{account?.address ?? 'disconnected'}</p>
      <p data-testid="network">{network?.name ?? 'none'}</p>
      <p data-testid="result">{result}</p>
      <button onClick={attempt(async () => (await wallet()).signMessage({ message: 'Hello' }))}>
        Sign
      </button>
      <button onClick={attempt(async () => (await wallet()).switchChain({ id: sepolia.id }))}>
        Switch to Sepolia
      </button>
    </section>
  )
}

createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <Shop />
  </LatchkeyProvider>,
)
