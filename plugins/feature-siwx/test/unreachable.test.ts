// The late half of the plugin cannot be fetched. Then nobody can sign in. Where signing in is
// required, the plugin ends the connection. A message tells the visitor.
import { isLatchkeyError } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { becomePage, closeAll, eventually, openSite } from './support.js'

vi.mock('../src/late.js', () => {
  throw new Error('Failed to fetch dynamically imported module')
})
beforeAll(becomePage)
afterEach(closeAll)

it.each([
  [true, 0],
  [false, 1],
])(
  'With required %s, a late half that cannot be loaded leaves %i connections',
  async (required, count) => {
    const { kernel, view, events } = await openSite({ required })
    kernel.open()
    await kernel.connect('test.bench').catch(() => undefined)
    await eventually(() => expect(events('kernel:error-reported').length).toBeGreaterThan(0))
    await eventually(() => expect(kernel.ports.connections.get().connections).toHaveLength(count))
    expect(view()).toBe('Connect')
  },
)

it.each([
  [true, 'idle'],
  [false, 'signedOut'],
] as const)(
  'A late half that cannot be loaded is reported by toast, event and state: required %s',
  async (required, status) => {
    const { kernel, api, toasts, events } = await openSite({ required })
    kernel.open()
    await kernel.connect('test.bench').catch(() => undefined)
    await eventually(() => expect(events('siwx:failed')).toHaveLength(1))
    const [{ error, phase }] = events('siwx:failed') as [{ error: unknown; phase: string }]
    expect([
      isLatchkeyError(error, 'siwx.start_failed') &&
        isLatchkeyError(error.cause, 'kernel.plugin_failed'),
      phase,
    ]).toEqual([true, 'start'])
    expect(toasts()).toEqual(['error: A problem occurred while trying initialize authentication'])
    expect(api.session.get()).toEqual({ status, error })
  },
)

it("A late half that cannot be loaded is reported in the page's own words", async () => {
  const { kernel, toasts } = await openSite({ required: true })
  kernel.ports.messages.add({ en: { 'errors.kernel.plugin_failed': 'Part {plugin} failed.' } })
  await kernel.connect('test.bench').catch(() => undefined)
  await eventually(() => expect(toasts()).toEqual(['error: Part siwx failed.']))
})

it.each([
  [true, 0, 1],
  [false, 1, 0],
] as const)(
  'With required %s, a failed load after a restore leaves %i connections and %i toasts',
  async (required, count, words) => {
    const storage = fakeStorage()
    const before = await openSite({ automatic: false }, { kernel: { storage } })
    await before.kernel.connect('test.bench')
    await eventually(() => expect(before.events('siwx:failed')).toHaveLength(1))
    before.kernel.dispose()
    const { kernel, toasts, events } = await openSite(
      { required },
      { kernel: { storage }, wallet: before.wallet, resume: true },
    )
    await eventually(() => expect(events('siwx:failed')).toHaveLength(1))
    await eventually(() => expect(kernel.ports.connections.get().connections).toHaveLength(count))
    expect(toasts()).toHaveLength(words)
  },
)
