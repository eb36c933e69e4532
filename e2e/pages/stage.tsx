import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { framePlugin, makeKernel } from './kernel.js'

const src = new URLSearchParams(location.search).get('frame') ?? 'about:blank'
const kernel = makeKernel('kernel', [framePlugin(src)])
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
