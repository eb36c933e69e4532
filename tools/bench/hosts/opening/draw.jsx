// A page with our button. Its address says when the modal is loaded ahead of an opening.
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'

const prefetch = new URLSearchParams(location.search).get('prefetch') ?? 'intent'

/** @param options of the kernel */
export function draw(options) {
  const kernel = createKernel({ ...options, prefetch })
  Object.assign(window, { kernel })
  createRoot(document.getElementById('root')).render(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
}
