import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider, useLatchkey } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet] })],
})

function Disconnect() {
  const { account, disconnect } = useLatchkey()
  return account && <button onClick={() => disconnect()}>Disconnect</button>
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
      <Disconnect />
    </LatchkeyProvider>
  </StrictMode>,
)
