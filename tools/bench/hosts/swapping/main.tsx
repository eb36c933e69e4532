// A site on a chain of this machine, with the blockchain API of its own. `bench swap` says in the address
// where both are.
import { backend } from '@latchkey/backend'
import { evm } from '@latchkey/evm'
import { swap } from '@latchkey/feature-swap'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { defineChain } from 'viem'

interface World {
  api: string
  rpc: string
  routers: string[]
  from: string
  to: string
}
const { api, rpc, routers, from, to } = JSON.parse(
  decodeURIComponent(location.hash.slice(1)),
) as World

const chain = defineChain({
  id: 31_337,
  name: 'Bench',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpc] } },
})
const ID = `eip155:${chain.id}`
const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: [
    evm({ networks: [chain] }),
    backend({ url: api }),
    swap({ networks: [ID], spenders: { [ID]: routers } }),
  ],
})

async function connect(): Promise<void> {
  await kernel.ready
  const find = () =>
    kernel.ports.connectors.get().find(({ value }) => value.name === 'Bench Wallet')
  kernel.open()
  while (!find()) await new Promise(requestAnimationFrame)
  await kernel.connect(find()!.value.id)
}

/** Opens the form with two tokens chosen. */
async function openForm(): Promise<void> {
  await connect()
  kernel.open('Swap', { from, to })
}

/** Opens the list of tokens. */
async function openPicker(): Promise<void> {
  await connect()
  kernel.open('Swap')
  const form = () =>
    document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('[data-side]')
  while (!form()) await new Promise(requestAnimationFrame)
  kernel.ports.router.push('swap.token', { side: 'from' })
}

Object.assign(window, { kernel, openForm, openPicker })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
