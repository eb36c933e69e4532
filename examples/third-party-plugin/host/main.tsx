import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { pebble } from '../src/index.js'

const kernel = createKernel({ metadata: { name: 'Pebble shop' }, plugins: [pebble()] })
kernel.onAny((name) => document.documentElement.setAttribute('data-last-event', name))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
      <output />
    </LatchkeyProvider>,
  )
kernel.ports.router.subscribe(() => {
  document.title = `thrown ${kernel.plugins.pebble.thrown().join()}`
})
