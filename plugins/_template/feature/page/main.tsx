// A host with this plugin, and a chain with one wallet, so that there is an account to open it
// from.
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { sampleFeature } from '../src/index.js'
import { pageChain } from './pageChain.js'

const kernel = createKernel({
  metadata: { name: 'Sample Feature' },
  plugins: [pageChain(), sampleFeature()],
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
