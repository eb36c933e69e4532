// A shop in a web view of Telegram, with a wallet for each way in which one is reached from there.
import { evm } from '@latchkey/evm'
import { createKernel, type DirectoryWallet } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider, useLatchkey } from '@latchkey/ui-react'
import { walletconnect } from '@latchkey/walletconnect'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const wallets: readonly DirectoryWallet[] = [
  {
    id: 'both',
    name: 'Both Links',
    mobileLink: 'bothlinks://',
    universalLink: 'https://both.example',
  },
  { id: 'inside', name: 'Inside Telegram', universalLink: 'https://t.me/insidewallet/app' },
  { id: 'scheme', name: 'Scheme Alone', mobileLink: 'schemealone://' },
]
const kernel = createKernel({
  metadata: { name: 'Shop' },
  plugins: [
    evm({ networks: [mainnet] }),
    walletconnect({ relayUrl: new URLSearchParams(location.search).get('relay') ?? '' }),
  ],
  customWallets: wallets,
  termsUrl: 'https://shop.example/terms',
})

function Shop() {
  const { account } = useLatchkey()
  const [result, setResult] = useState('')
  const sign = async () => {
    const wallet = await kernel.plugins.evm.getWalletClient()
    setResult(await wallet.signMessage({ message: 'Hello' }))
  }
  return (
    <>
      <ConnectButton />
      <p data-testid="account">{account?.address ?? 'disconnected'}</p>
      <p data-testid="result">{result}</p>
      <button onClick={() => void sign()}>Sign</button>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <Shop />
  </LatchkeyProvider>,
)
