import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin'
import { createKernel } from '@latchkey/kernel'
import { polkadot } from '@latchkey/polkadot'
import { polkadotHub } from '@latchkey/polkadot/networks'
import { solana, solanaMainnet } from '@latchkey/solana'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'

const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: [
    solana({ networks: [solanaMainnet] }),
    bitcoin({ networks: [bitcoinMainnet] }),
    polkadot({ networks: [polkadotHub] }),
  ],
})
Object.assign(window, { kernel })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
