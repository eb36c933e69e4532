// Every combination of origin, ancestors, source, nonce, ports and state of the handshake on the
// frame's side.
import { frameOffer, isFrameReady } from '@latchkey/embedded-wallet/protocol'
import { expect, it } from 'vitest'
import { awaitParent } from './handshake.js'

const SHOP = 'https://shop.example'
const ORIGINS = [
  SHOP,
  'http://shop.example',
  'https://shop.example:444',
  'https://x.test',
  'null',
  '',
]
const ANCESTORS = [[SHOP], [SHOP, SHOP], [SHOP, 'https://x.test'], ['null']]
const STATES = ['waiting', 'connected'] as const

/** A frame whose parent posts what the test says. */
function createFrame(ancestorOrigins: readonly string[]) {
  const posted: unknown[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const parent = { postMessage: (data: unknown) => void posted.push(data) }
  const self = {
    parent,
    location: { ancestorOrigins },
    addEventListener: (_: string, listen: (event: MessageEvent) => void) => listeners.add(listen),
    removeEventListener: (_: string, listen: (event: MessageEvent) => void) =>
      listeners.delete(listen),
  } as unknown as Window
  let taken = 0
  void awaitParent({ self, isAllowed: (origin) => origin === SHOP }).then(() => (taken += 1))
  const [ready] = posted
  if (!isFrameReady(ready)) throw new Error('The frame posted no ready event.')
  return {
    self,
    parent,
    nonce: ready.nonce,
    post: (event: object) => [...listeners].forEach((listen) => listen(event as MessageEvent)),
    async taken() {
      await new Promise<void>((resolve) => setTimeout(resolve))
      return taken
    },
  }
}

it('Of all offers the one of the parent, of an allowed origin, to this document, is taken once', async ({
  task,
}) => {
  let cells = 0
  const acted: string[] = []
  for (const state of STATES)
    for (const ancestors of ANCESTORS)
      for (const origin of ORIGINS)
        for (const source of ['parent', 'self', 'other', 'none'])
          for (const nonce of ['own', 'other'])
            for (const count of [0, 1, 2]) {
              const frame = createFrame(ancestors)
              const channels = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
              const sources = { parent: frame.parent, self: frame.self, other: {}, none: null }
              const offer = (of: string) => frameOffer('ab'.repeat(16), of)
              const good = { origin: SHOP, source: frame.parent, data: offer(frame.nonce) }
              if (state === 'connected') frame.post({ ...good, ports: [channels[2]!.port2] })
              const before = await frame.taken()
              frame.post({
                origin,
                source: sources[source as keyof typeof sources],
                data: offer(nonce === 'own' ? frame.nonce : 'cd'.repeat(16)),
                ports: channels.slice(0, count).map(({ port2 }) => port2),
              })
              const cell = [state, ancestors.join(' '), origin, source, nonce, count].join(', ')
              if ((await frame.taken()) > before) acted.push(cell)
              for (const { port1 } of channels) port1.close()
              cells += 1
            }
  task.meta.attack = {
    attack: 'offers to the frame: origin x ancestors x source x nonce x ports x state',
    tries: cells,
    wanted: 'the offer of the allowed parent acts, alone or nested in its own pages',
    seen: `${acted.length} act`,
  }
  expect(acted).toEqual([
    `waiting, ${SHOP}, ${SHOP}, parent, own, 1`,
    `waiting, ${SHOP} ${SHOP}, ${SHOP}, parent, own, 1`,
  ])
})
