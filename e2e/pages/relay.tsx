// A shop whose wallets connect through a relay.
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'
import { mainnet, polygon } from 'viem/chains'

const relayUrl = new URLSearchParams(location.search).get('relay') ?? ''
const kernel = createKernel({
  metadata: { name: 'Shop' },
  plugins: [evm({ networks: [mainnet, polygon] }), walletconnect({ relayUrl })],
})
Object.assign(globalThis, { kernel })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
