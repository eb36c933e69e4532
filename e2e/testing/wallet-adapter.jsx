// A page with Solana's wallet-adapter, as its quick setup makes it, for wallets of the Wallet Standard alone:
// https://github.com/anza-xyz/wallet-adapter/blob/master/APP.md
import { WalletAdapterNetwork } from '@solana/wallet-adapter-base'
import { ConnectionProvider, WalletProvider, useWallet } from '@solana/wallet-adapter-react'
import {
  WalletDisconnectButton,
  WalletModalProvider,
  WalletMultiButton,
} from '@solana/wallet-adapter-react-ui'
import '@solana/wallet-adapter-react-ui/styles.css'
import { clusterApiUrl } from '@solana/web3.js'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Sign() {
  const { publicKey, signMessage } = useWallet()
  const [result, setResult] = useState('')
  const sign = () =>
    signMessage(new TextEncoder().encode('Hello')).then(
      (signature) => setResult([...signature].join()),
      (error) => setResult(error.message),
    )
  return (
    <>
      <p data-testid="account">{publicKey?.toBase58() ?? 'disconnected'}</p>
      {signMessage && <button onClick={sign}>Sign</button>}
      <p role="status">{result}</p>
    </>
  )
}

function Wallet() {
  const endpoint = useMemo(() => clusterApiUrl(WalletAdapterNetwork.Devnet), [])
  const [problem, setProblem] = useState('')
  return (
    <ConnectionProvider endpoint={endpoint}>
      <WalletProvider wallets={[]} onError={({ message }) => setProblem(message)} autoConnect>
        <WalletModalProvider>
          <WalletMultiButton />
          <WalletDisconnectButton />
          <Sign />
          <p role="alert">{problem}</p>
        </WalletModalProvider>
      </WalletProvider>
    </ConnectionProvider>
  )
}

createRoot(document.getElementById('root')).render(<Wallet />)
