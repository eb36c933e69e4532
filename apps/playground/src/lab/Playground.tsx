import { ConnectButton, LatchkeyProvider, NetworkButton } from '@latchkey/ui-react'
import { useState, type ReactNode } from 'react'
import { Actions } from './Actions.js'
import { EventLog } from './EventLog.js'
import type { Features } from '../features.js'
import type { PlaygroundKernel } from '../kernels.js'
import { Settings } from './Settings.js'
import type { World } from '../world/world.js'

interface Props {
  kernels: readonly [PlaygroundKernel, PlaygroundKernel]
  world: World
  features: Features
}

export function Playground({ kernels: [first, second], world, features }: Props): ReactNode {
  const [two, setTwo] = useState(false)
  return (
    <main>
      <header>
        <h1>Latchkey playground</h1>
        <p>
          Local chains of five families, a wallet in this page, and the modal. Nothing here leaves
          your machine.
        </p>
      </header>
      <Settings
        kernels={[first, second]}
        world={world}
        features={features}
        two={two}
        onTwo={setTwo}
      />
      <Modal kernel={first} world={world} title="First modal" />
      {two && <Modal kernel={second} world={world} title="Second modal" />}
    </main>
  )
}

function Modal({
  kernel,
  world,
  title,
}: {
  kernel: PlaygroundKernel
  world: World
  title: string
}): ReactNode {
  return (
    <LatchkeyProvider kernel={kernel}>
      <section aria-label={title} data-testid={kernel.id}>
        <h2>{title}</h2>
        <div className="buttons">
          <ConnectButton />
          <NetworkButton />
        </div>
        <Actions kernel={kernel} world={world} />
        <EventLog kernel={kernel} />
      </section>
    </LatchkeyProvider>
  )
}
