import type { Kernel } from '@latchkey/kernel'
import * as latchkey from '@latchkey/ui-react'
import { StrictMode, type ReactNode } from 'react'
import type { Hooks, Use } from './driver.js'

/** The value of this render: a component of React is called anew for the next. */
const constant =
  <T,>(value: T) =>
  () =>
    value

const hooks: Hooks = {
  kernel: latchkey.useKernel,
  account: (namespace) => constant(latchkey.useAccount(namespace)),
  accounts: (namespace) => constant(latchkey.useAccounts(namespace)),
  network: (namespace) => constant(latchkey.useNetwork(namespace)),
  networks: (namespace) => constant(latchkey.useNetworks(namespace)),
  connections: () => constant(latchkey.useConnections()),
  modal: () => constant(latchkey.useModal()),
  theme: () => constant(latchkey.useTheme()),
  wallets: () => constant(latchkey.useWallets()),
  balance: (namespace) => constant(latchkey.useBalance(namespace)),
  connect: () => constant(latchkey.useConnect()),
  events: latchkey.useEvents,
}

function Probe({ use }: { use: Use }): ReactNode {
  return <p>{use(hooks)()}</p>
}

export const reactPage = (kernel: Kernel | undefined, use: Use): ReactNode => (
  <StrictMode>
    {kernel ? (
      <latchkey.LatchkeyProvider kernel={kernel}>
        <Probe use={use} />
      </latchkey.LatchkeyProvider>
    ) : (
      <Probe use={use} />
    )}
  </StrictMode>
)
