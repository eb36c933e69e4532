import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const kernel = createKernel({ metadata: { name: 'My shop' }, plugins: [evm({ networks: [mainnet] })] })

createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
