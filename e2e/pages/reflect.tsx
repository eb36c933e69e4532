// A host that uses reflect-metadata itself, before and after our code loads.
import 'reflect-metadata'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { makeKernel } from './kernel.js'

class Service {}
Reflect.defineMetadata('host:key', 'before', Service)
const kernel = makeKernel('kernel')
Reflect.defineMetadata('host:other', 'after', Service)
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
Object.assign(window, {
  metadata: () => [
    Reflect.getMetadata('host:key', Service),
    Reflect.getMetadata('host:other', Service),
  ],
})
