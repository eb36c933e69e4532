// A site that counts steps, on a server that the page's query names as `url`. With `bare` in its place, each step is a
// plain request of the page in an idle moment.
import { evm } from '@latchkey/evm'
import { analytics } from '@latchkey/feature-analytics'
import { createKernel } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'

const query = new URLSearchParams(location.search)
const url = query.get('url')
const bare = query.get('bare')
const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: url
    ? [evm({ networks: [mainnet] }), analytics({ url })]
    : [evm({ networks: [mainnet] })],
})
const { events } = kernel.ports

const EVENT = { view: 'Account', previous: 'Connect' } as const
/** The body of an event, as analytics has it. */
const body = (): string =>
  JSON.stringify({
    eventId: crypto.randomUUID(),
    url: location.origin + location.pathname,
    domain: location.hostname,
    timestamp: Date.now(),
    props: { ...EVENT, event: 'VIEW_SHOWN' },
  })

let waiting = 0
function sendBare(): void {
  requestIdleCallback(() => {
    const headers = { 'content-type': 'application/json' }
    const query = '?projectId=default&st=latchkey&sv=0.1.0'
    void fetch(`${bare}/e${query}`, { method: 'POST', headers, body: body() }).then(() => {
      waiting -= 1
      if (waiting > 0) sendBare()
    })
  })
}

/** Makes so many steps. @returns the ms until the page goes on */
function step(count: number): number {
  const before = performance.now()
  for (let at = 0; at < count; at += 1) {
    events.emit('router:view-changed', EVENT)
    if (bare && (waiting += 1) === 1) sendBare()
  }
  return performance.now() - before
}
const ready = async (): Promise<void> => {
  await kernel.ready
  await kernel.ports.late.load()
}
Object.assign(window, { ready, step })
