import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import * as Radix from '@radix-ui/react-dialog'
import { createRoot } from 'react-dom/client'
import { useRef } from 'react'
import { makeKernel } from './kernel.js'

const kernel = makeKernel('kernel')

/** A host with its own dialogs, which contain our button. */
function Page() {
  const own = useRef<HTMLDialogElement>(null)
  return (
    <LatchkeyProvider kernel={kernel}>
      <Radix.Root>
        <Radix.Trigger>Open Radix</Radix.Trigger>
        <Radix.Portal>
          <Radix.Overlay />
          <Radix.Content data-testid="radix" aria-describedby={undefined}>
            <Radix.Title>Radix dialog</Radix.Title>
            <ConnectButton />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <button onClick={() => own.current?.showModal()}>Open own</button>
      <dialog ref={own} data-testid="own" aria-label="Own dialog">
        <ConnectButton />
      </dialog>
    </LatchkeyProvider>
  )
}
createRoot(document.getElementById('root')!).render(<Page />)
