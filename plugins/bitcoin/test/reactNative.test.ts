// React Native as a host: `window` is the global object, has no events and holds no wallets.
import { createKernel } from '@latchkey/kernel'
import { expect, it, onTestFinished, vi } from 'vitest'
import { bitcoin, mainnet } from '../src/index.js'

it('In React Native the plugin starts without a complaint, and lists no wallet of a page', async () => {
  vi.stubGlobal('window', globalThis)
  onTestFinished(() => void vi.unstubAllGlobals())
  const errors: unknown[] = []
  const kernel = createKernel({
    metadata: { name: 'App' },
    storage: null,
    logLevel: 'silent',
    plugins: [bitcoin({ networks: [mainnet] })],
  })
  kernel.on('kernel:error-reported', ({ error }) => errors.push(error))
  await kernel.ready
  const { wallets } = await kernel.ports.late.load()
  expect(wallets.get()).toEqual([])
  expect(errors).toEqual([])
  kernel.dispose()
})
