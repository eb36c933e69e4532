// The part that follows a connect cannot be fetched here, as the late half in unreachable.test.ts.
import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { becomePage, closeAll, eventually, openSite } from './support.js'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('../src/flow/startFlows.js', () => {
  fetched()
  throw new Error('Failed to fetch dynamically imported module')
})
beforeAll(becomePage)
afterEach(closeAll)

it('An opening fetches a nonce for the click, and nothing of what follows a connect', async () => {
  const { kernel, store } = await openSite()
  kernel.open()
  await eventually(() => expect(store.calls).toEqual(['nonce']))
  expect(fetched).not.toHaveBeenCalled()
  await kernel.connect('test.bench').catch(() => undefined)
  expect(fetched).toHaveBeenCalled()
})

it.each([
  [true, 0, 'idle'],
  [false, 1, 'signedOut'],
] as const)(
  'A part of signing in that cannot be loaded after a connect is reported: required %s leaves %i connections',
  async (required, count, status) => {
    const { kernel, api, toasts, events } = await openSite({ required })
    kernel.open()
    await kernel.connect('test.bench').catch(() => undefined)
    await eventually(() => expect(events('siwx:failed')).toHaveLength(1))
    const error = events('siwx:failed')[0]?.error
    expect(
      isLatchkeyError(error, 'siwx.start_failed') &&
        isLatchkeyError(error.cause, 'kernel.plugin_failed'),
    ).toBe(true)
    expect(toasts()).toEqual(['error: A problem occurred while trying initialize authentication'])
    expect(api.session.get()).toEqual({ status, error })
    await eventually(() => expect(kernel.ports.connections.get().connections).toHaveLength(count))
  },
)
