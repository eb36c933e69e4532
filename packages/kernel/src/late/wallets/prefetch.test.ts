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

it('An opening asks no directory function: the first visitor who comes near a wallet does, once', async () => {
  const { kernel, ports, directory } = await start()
  kernel.open()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(directory).not.toHaveBeenCalled()
  ports.warm?.(['test'])
  ports.warm?.(['test'])
  vi.useRealTimers()
  await expect.poll(() => directory.mock.calls).toMatchObject([[{ page: 1, count: 1_000 }]])
})

it('A choice waits for the names of a directory function, once an opening', async () => {
  vi.useRealTimers()
  const { kernel, ports, directory } = await start()
  kernel.open()
  await ports.named?.()
  expect(directory.mock.calls).toMatchObject([[{ page: 1, count: 1_000 }]])
  expect(ports.named?.()).toBeUndefined()
})

it('A choice waits half a second for a directory that is silent, and goes on where it fails', async () => {
  const { kernel, ports, directory } = await start()
  directory.mockReturnValue(new Promise(() => undefined))
  kernel.open()
  const waited = vi.fn()
  void ports.named?.()?.then(waited)
  await vi.advanceTimersByTimeAsync(499)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(waited).toHaveBeenCalled()
  kernel.close()
  kernel.setOptions({ directory: () => Promise.reject(new Error('down')) })
  kernel.open()
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  await ports.named?.()
  expect(ports.named?.()).toBeUndefined()
})
