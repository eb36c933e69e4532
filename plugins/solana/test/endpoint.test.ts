import { createKernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { solana, solanaMainnet } from '../src/index.js'

const other = definePlugin({
  id: 'other',
  version: '1.0.0',
  kernelApi: '^0.1',
  chains: ['eip155'],
  setup(ctx) {
    ctx.networks.add({
      id: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Other',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://node-1.test'],
    })
  },
})
const open = () =>
  createKernel({
    metadata: { name: 'Test' },
    storage: null,
    logLevel: 'silent',
    plugins: [other, solana({ networks: [solanaMainnet] })],
  })
let kernel: ReturnType<typeof open> | undefined
afterEach(() => kernel?.dispose())

it('The node of a network of Solana is told, and that of another family is refused', async () => {
  kernel = open()
  await kernel.ready
  const { getEndpoint } = kernel.plugins.solana
  expect(await getEndpoint(solanaMainnet.id)).toMatchObject({
    network: solanaMainnet.id,
    url: solanaMainnet.rpcUrls[0],
  })
  for (const network of ['eip155:1', 'solana:unknown'])
    await expect(getEndpoint(network)).rejects.toMatchObject({
      code: 'kernel.network_unknown',
      context: { network },
    })
})
