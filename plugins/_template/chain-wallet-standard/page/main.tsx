// A host with only this plugin, and a wallet that accepts everything.
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet, sampleChain, testnet } from '../src/index.js'
import { FakeWallet } from '../test/FakeWallet.js'

// The storage lets the connection come back after a reload.
new FakeWallet(localStorage).install()
const kernel = createKernel({
  metadata: { name: 'Sample Chain' },
  plugins: [sampleChain({ networks: [mainnet, testnet] })],
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
