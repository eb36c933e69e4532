'use client'
import { evm } from '@latchkey/evm'
import { serverStore, siwx } from '@latchkey/feature-siwx'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider, useLatchkey, useObservable } from '@latchkey/ui-react'
import { useRouter } from 'next/navigation'
import { useEffect, type ReactNode } from 'react'
import { mainnet } from 'viem/chains'

// The kernel is also made on the server, where its status is 'restoring': the server draws a
// skeleton, never somebody's address.
const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [
    evm({ networks: [mainnet] }),
    siwx({ store: serverStore({ url: '/api/siwx' }), statement: 'Welcome to my shop.' }),
  ],
})

export const Wallet = ({ children }: { children: ReactNode }) => (
  <LatchkeyProvider kernel={kernel}>{children}</LatchkeyProvider>
)

export function Account() {
  const { status, account, disconnect } = useLatchkey()
  return (
    <>
      <ConnectButton />
      <p data-status>{status}</p>
      {account && <button onClick={() => disconnect()}>Disconnect</button>}
      <SignIn />
    </>
  )
}

/**
 * Signs in a visitor who declined before, signs out, and refreshes what the server draws for
 * signed-in visitors.
 */
function SignIn() {
  const { session, signIn, signOut } = kernel.plugins.siwx
  const { status } = useObservable(session)
  const { refresh } = useRouter()
  useEffect(() => {
    const stops = [kernel.on('siwx:signed-in', refresh), kernel.on('siwx:signed-out', refresh)]
    return () => stops.forEach((stop) => stop())
  }, [refresh])
  // The modal already tells the visitor that the request was declined or that the server is away.
  if (status === 'signedOut')
    return <button onClick={() => void signIn().catch(() => undefined)}>Sign in</button>
  return (
    status === 'signedIn' && (
      <button onClick={() => void signOut().catch(() => undefined)}>Sign out</button>
    )
  )
}
