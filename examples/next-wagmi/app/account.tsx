'use client'
import { useConnect, useConnection, useConnectors, useDisconnect } from 'wagmi'

/** Uses wagmi's hooks only; connecting opens the modal. */
export function Account() {
  const { address, status, chainId } = useConnection()
  const [connector] = useConnectors()
  const { mutate: connect } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  return (
    <>
      {address ? (
        <>
          <button>{`${address.slice(0, 6)}…${address.slice(-4)}`}</button>
          <button onClick={() => disconnect()}>Disconnect</button>
        </>
      ) : (
        <button onClick={() => connector && connect({ connector })}>Connect wallet</button>
      )}
      <p data-status={status}>{chainId ? `Chain ${chainId}` : ''}</p>
    </>
  )
}
