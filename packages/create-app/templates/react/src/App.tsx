import { ConnectButton, LatchkeyProvider, useLatchkey } from '@latchkey/ui-react'
import { kernel } from './wallet'

function Account() {
  const { status, account, network } = useLatchkey()
  if (status === 'restoring') return <p>One moment…</p>
  if (!account) return <p>Nobody is connected.</p>
  return (
    <p>
      {account.address} on {network?.name}
    </p>
  )
}

export function App() {
  return (
    <LatchkeyProvider kernel={kernel}>
      <main>
        <h1>my-latchkey-app</h1>
        <ConnectButton />
        <Account />
      </main>
    </LatchkeyProvider>
  )
}
