'use client'
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider, useLatchkey } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { mainnet } from 'viem/chains'

// On the server it is made too, and says 'restoring': what is drawn there is a skeleton, never somebody's address.
const kernel = createKernel({ metadata: { name: 'My shop' }, plugins: [evm({ networks: [mainnet] })] })

export const Wallet = ({ children }: { children: ReactNode }) => <LatchkeyProvider kernel={kernel}>{children}</LatchkeyProvider>

export function Account() {
  const { status, account, disconnect } = useLatchkey()
  return (
    <>
      <ConnectButton />
      <p data-status>{status}</p>
      {account && <button onClick={() => disconnect()}>Disconnect</button>}
    </>
  )
}
