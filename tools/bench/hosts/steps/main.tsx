// A site that counts steps, on a server that the page's query names. Without one, the same page without analytics.
import { evm } from '@latchkey/evm'
import { analytics } from '@latchkey/feature-analytics'
import { createKernel } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'

const url = new URLSearchParams(location.search).get('url')
const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: url
    ? [evm({ networks: [mainnet] }), analytics({ url })]
    : [evm({ networks: [mainnet] })],
})
const { events } = kernel.ports

/** Tells the kernel's bus of so many steps. @returns the ms until the page goes on */
function step(count: number): number {
  const before = performance.now()
  for (let at = 0; at < count; at += 1)
    events.emit('router:view-changed', { view: 'Account', previous: 'Connect' })
  return performance.now() - before
}
const ready = async (): Promise<void> => {
  await kernel.ready
  await kernel.ports.late.load()
}
Object.assign(window, { ready, step })
