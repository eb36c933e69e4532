import { preview } from '@latchkey/feature-preview'
import { createKernel } from '@latchkey/kernel'
import { defineSolanaNetwork, solana } from '@latchkey/solana'
import { createKitSigner } from '@latchkey/solana/kit'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { pay, signText } from './librariesKitShop.js'

const query = new URLSearchParams(location.search)
const url = query.get('node') ?? ''
const denied = query.get('deny')
const kernel = createKernel({
  metadata: { name: 'Kit shop' },
  plugins: [
    solana({
      networks: [
        defineSolanaNetwork({
          genesisHash: query.get('genesis') ?? '',
          chain: 'solana:localnet',
          name: 'Solana Local',
          rpcUrls: [url],
          testnet: true,
        }),
      ],
    }),
    preview({ hostRequests: true }),
  ],
  ...(denied !== null && { rpcPolicy: { deny: [denied] } }),
})

function Shop() {
  const [result, setResult] = useState('')
  const run = (work: () => Promise<string>) => () => {
    setResult('…')
    work().then(setResult, (error: { code?: string; message: string }) =>
      setResult(`failed: ${error.code ?? error.message}`),
    )
  }
  return (
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
      <button onClick={run(async () => signText(createKitSigner(kernel), 'Hello from kit'))}>
        Sign
      </button>
      <button
        onClick={run(async () =>
          pay(createKitSigner(kernel), url, query.get('to') ?? '', BigInt(query.get('lamports')!)),
        )}
      >
        Pay
      </button>
      <output data-testid="result">{result}</output>
    </LatchkeyProvider>
  )
}
createRoot(document.getElementById('root')!).render(<Shop />)
