import { ConnectButton, useLatchkey } from '@latchkey/ui-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { kernel } from '../wallet'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  return (
    <main>
      <h1>My shop</h1>
      <ConnectButton />
      <Account />
    </main>
  )
}

function Account() {
  const { status, account, disconnect } = useLatchkey()
  const [signature, setSignature] = useState('')
  const sign = async () => {
    const wallet = await kernel.plugins.evm.getWalletClient() // a viem wallet client
    setSignature(await wallet.signMessage({ message: 'Hello' }))
  }
  if (status === 'restoring') return <p>One moment…</p>
  if (!account) return <p>Nobody is connected.</p>
  return (
    <>
      <p>{account.address}</p>
      <button onClick={() => void sign().catch(({ message }: Error) => setSignature(message))}>
        Sign
      </button>
      <button onClick={() => void disconnect()}>Disconnect</button>
      <output>{signature}</output>
    </>
  )
}
