import './watch.js'
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const here = { ...mainnet, rpcUrls: { default: { http: [`${location.origin}/rpc`] } } }
const kernel = createKernel({ metadata: { name: 'Engines' }, plugins: [evm({ networks: [here] })] })
Object.assign(window, { kernel })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
