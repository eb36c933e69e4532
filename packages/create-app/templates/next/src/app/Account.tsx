'use client'
import { ConnectButton, useLatchkey } from '@latchkey/ui-react'

export function Account() {
  const { status, account, network } = useLatchkey()
  const text = account ? `${account.address} on ${network?.name}` : 'Nobody is connected.'
  return (
    <>
      <ConnectButton />
      <p>{status === 'restoring' ? 'One moment…' : text}</p>
    </>
  )
}
