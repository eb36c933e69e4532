import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connector, startServices } from '../../../test/services/support.js'
import { adapterFor } from '../../../test/walks/support.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function start() {
  const load = vi.fn(adapterFor('test', () => true).load)
  const loadFar = vi.fn(adapterFor('far', () => true).load)
  const directory = vi.fn(async () => ({ wallets: [], total: 0 }))
  const plugin = definePlugin({
    id: 'wallets',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['test', 'far'],
    setup(ctx) {
      ctx.adapters.add({ ...adapterFor('test', () => true), load })
      ctx.adapters.add({ ...adapterFor('far', () => true), load: loadFar })
      ctx.connectors.add(connector({ id: 'a' }))
      ctx.connectors.add(
        connector({
          id: 'b',
          kind: 'injected',
          availability: () => 'unavailable',
          namespaces: ['far'],
        }),
      )
    },
  })
  return { ...(await startServices({ plugins: [plugin], directory })), load, loadFar, directory }
}

it('An opening warms the chains of wallets in the page, and the others when a visitor comes near', async () => {
  const { kernel, ports, load, loadFar, directory } = await start()
  await vi.advanceTimersByTimeAsync(500)
  expect(load).not.toHaveBeenCalled()
  kernel.open()
  await vi.advanceTimersByTimeAsync(400)
  expect(load).toHaveBeenCalledTimes(1)
  expect(loadFar).not.toHaveBeenCalled()
  expect(directory).not.toHaveBeenCalled()
  ports.warm?.(['far', 'elsewhere'])
  ports.warm?.(['far'])
  vi.useRealTimers()
  expect(loadFar).toHaveBeenCalledTimes(1)
})

it('An opening asks a directory function, a moment later, for the names that it protects', async () => {
  const { kernel, directory } = await start()
  kernel.open()
  await vi.advanceTimersByTimeAsync(400)
  expect(directory).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await expect.poll(() => directory.mock.calls).toMatchObject([[{ page: 1, count: 1_000 }]])
})
