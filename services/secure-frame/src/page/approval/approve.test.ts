// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { Prepared, Step } from '../rpc/prepared.js'
import { en } from '../translations/en.js'
import { approve } from './approve.js'

const drawn = vi.hoisted(() => ({ close: () => undefined as void }))
/** A card whose person approves at once, in a window that the test closes. */
vi.mock('./card.js', () => ({
  drawCard: ({ onApprove }: { onApprove: () => void }) => {
    onApprove()
    return { setWaiting() {}, setSigning() {}, remove() {} }
  },
}))
vi.mock('./place.js', () => ({
  findPlace: async (self: Window) => ({
    self,
    closed: new Promise<void>((resolve) => (drawn.close = resolve)),
    leave() {},
  }),
}))

/** A request that is signed and written down, and then handed on, as operations are. */
function begin() {
  const abort = new AbortController()
  const submitted = vi.fn()
  const handed = vi.fn()
  let isSigned = false
  let write = (): void => undefined
  const written = new Promise<void>((resolve) => (write = resolve))
  const run = async (step: Step): Promise<string> => {
    isSigned = true
    await written
    step.submitted()
    handed()
    return '0x01'
  }
  const request = { network: { id: 'eip155:1' }, account: '0x', run } as unknown as Prepared
  const approved = approve({
    self: window as unknown as Window & typeof globalThis,
    request,
    read: () => Promise.resolve(request),
    asker: { origin: 'https://shop.example', name: 'Shop' },
    texts: en,
    isWindowAlways: false,
    signal: abort.signal,
    unlock: () => Promise.resolve(),
    use: () => {
      throw new Error('Nothing is signed here.')
    },
    submitted,
  }).then(
    ({ answer }) => answer,
    (error: unknown) => error,
  )
  const signed = () => vi.waitFor(() => expect(isSigned).toBe(true))
  return { abort, submitted, handed, write: () => write(), approved, signed }
}

it('A request that is taken back while it is written down is handed to nobody', async () => {
  for (const end of ['abort', 'close'] as const) {
    const { abort, submitted, handed, write, approved, signed } = begin()
    await signed()
    if (end === 'abort') abort.abort()
    else drawn.close()
    await Promise.resolve()
    write()
    expect(await approved, end).toMatchObject({ details: { code: 4001 } })
    expect([submitted, handed].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  }
})

it('A request that is taken back after it was submitted ends as it ends', async () => {
  const { abort, submitted, handed, write, approved, signed } = begin()
  submitted.mockImplementation(() => abort.abort())
  await signed()
  write()
  expect(await approved).toBe('0x01')
  expect(handed).toHaveBeenCalledOnce()
})
