// What older versions stored.
import { createKernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { evm } from '../src/index.js'
import { createMemory, type EvmContext } from '../src/memory.js'

it('a transaction that the version before kept, as JSON in a text, is followed on (audit L8)', () => {
  const seen = { from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', nonce: '0x5' }
  const storage = fakeStorage({
    'latchkey-default:evm:v1:sent': JSON.stringify(JSON.stringify({ 'eip155:1:0x01': seen })),
  })
  let ctx: EvmContext | undefined
  const plugin = evm({ networks: [mainnet] })
  const watched = definePlugin({
    ...plugin,
    setup: (found: EvmContext) => plugin.setup((ctx = found as never)),
  })
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage,
    mobile: false,
    logLevel: 'silent',
    plugins: [watched] as never,
  })
  const memory = createMemory(ctx!.storage, 'eip155:1')
  expect(memory.get('0x01')).toEqual(seen)
  memory.set('0x02', seen)
  expect(
    Object.keys(JSON.parse(storage.getItem('latchkey-default:evm:v1:sent')!) as object),
  ).toEqual(['eip155:1:0x02', 'eip155:1:0x01'])
  kernel.dispose()
})
