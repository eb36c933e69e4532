// The late part cannot be fetched: nobody is signed in, and where that is required nobody is connected.
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { becomePage, closeAll, eventually, openSite } from './support.js'

vi.mock('../src/late.js', () => {
  throw new Error('Failed to fetch dynamically imported module')
})
beforeAll(becomePage)
afterEach(closeAll)

it.each([[true, 0], [false, 1]])('required %s: connections are %i', async (required, count) => {
  const { kernel, view, events } = await openSite({ required })
  kernel.open()
  await kernel.connect('test.bench').catch(() => undefined)
  await eventually(() => expect(events('kernel:error-reported').length).toBeGreaterThan(0))
  await eventually(() => expect(kernel.ports.connections.get().connections).toHaveLength(count))
  expect(view()).toBe('Connect')
})
