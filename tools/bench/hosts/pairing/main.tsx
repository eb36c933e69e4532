// A site whose wallets answer through the relay that its address names.
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const relayUrl = new URLSearchParams(location.search).get('relay') ?? ''
const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: [evm({ networks: [mainnet] }), walletconnect({ relayUrl })],
})
const { pairing } = kernel.plugins.walletconnect
const { scan } = window as unknown as { scan?(uri: string): void }
let last: string | undefined
pairing.subscribe(() => {
  const { uri } = pairing.get()
  if (uri !== undefined && uri !== last) scan?.((last = uri))
})
Object.assign(window, { kernel })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
