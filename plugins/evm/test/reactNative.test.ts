// React Native as a host: `window` is the global object, has no events and holds no wallets.
import { createKernel } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'
import { expect, it, onTestFinished, vi } from 'vitest'
import { coinbaseWallet, ledger, okx, safe } from '../src/connectors/index.js'
import { evm } from '../src/index.js'

it('In React Native the plugins start without a complaint, and list no wallet of a page', async () => {
  vi.stubGlobal('window', globalThis)
  onTestFinished(() => void vi.unstubAllGlobals())
  const errors: unknown[] = []
  const kernel = createKernel({
    metadata: { name: 'App' },
    storage: null,
    logLevel: 'silent',
    strict: true,
    plugins: [evm({ networks: [mainnet] }), coinbaseWallet(), ledger(), okx(), safe()],
  })
  kernel.on('kernel:error-reported', ({ error }) => errors.push(error))
  await kernel.ready
  const { wallets } = await kernel.ports.late.load()
  expect(wallets.get()).toEqual([])
  expect(errors).toEqual([])
  kernel.dispose()
})
