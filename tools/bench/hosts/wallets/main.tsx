// A site with a directory of 10,000 wallets, which the page answers itself: the figures are those
// of the modal, not of a network.
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const all = Array.from({ length: 10_000 }, (_, index) => ({
  id: `w${index}`,
  name: `Wallet ${index}`,
}))
const directory = async ({
  search = '',
  page,
  count,
}: {
  search?: string
  page: number
  count: number
}) => {
  const found = search
    ? all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    : all
  return { wallets: found.slice((page - 1) * count, page * count), total: found.length }
}
const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: [evm({ networks: [mainnet] })],
  directory,
})
Object.assign(window, { kernel })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
