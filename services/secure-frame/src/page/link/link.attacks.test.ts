// Every combination of origin, ancestors, source, nonce, ports and state of the handshake on the
// frame's side.
import { frameOffer } from '@latchkey/embedded-wallet/protocol'
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
/** `early`: the offer came before the page's module ran. */
const STATES = ['early', 'waiting', 'connected'] as const
const NONCE = 'ef'.repeat(16)

/** A frame whose parent posts what the test says. */
function createFrame(ancestorOrigins: readonly string[]) {
  const kept: MessageEvent[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const parent = { postMessage: () => undefined }
  const self = {
    parent,
    location: { ancestorOrigins },
    addEventListener: (_: string, listen: (event: MessageEvent) => void) => listeners.add(listen),
    removeEventListener: (_: string, listen: (event: MessageEvent) => void) =>
      listeners.delete(listen),
  } as unknown as Window
  let taken = 0
  const early = { nonce: NONCE, take: () => kept }
  const isAllowed = (origin: string) => origin === SHOP
  return {
    self,
    parent,
    nonce: NONCE,
    keep: (event: object) => void kept.push(event as MessageEvent),
    /** The page's module runs. */
    run: () => void awaitParent({ self, early, isAllowed }).then(() => (taken += 1)),
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
              if (state !== 'early') frame.run()
              if (state === 'connected') frame.post({ ...good, ports: [channels[2]!.port2] })
              const before = await frame.taken()
              const send = state === 'early' ? frame.keep : frame.post
              send({
                origin,
                source: sources[source as keyof typeof sources],
                data: offer(nonce === 'own' ? frame.nonce : 'cd'.repeat(16)),
                ports: channels.slice(0, count).map(({ port2 }) => port2),
              })
              if (state === 'early') frame.run()
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
  const right = [`${SHOP}, ${SHOP}, parent, own, 1`, `${SHOP} ${SHOP}, ${SHOP}, parent, own, 1`]
  expect(acted).toEqual(
    ['early', 'waiting'].flatMap((state) => right.map((cell) => `${state}, ${cell}`)),
  )
})
