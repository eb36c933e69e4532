import type { ConnectedAccount } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { createAdapter } from '../adapter.js'
import { toAssets } from './assets.js'
import type { EvmContext } from './pendingTransactions.js'

const entry = (more: object) => ({
  type: 'ERC20',
  address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  balance: '0x1',
  metadata: { name: 'Dai', symbol: 'DAI', decimals: 18 },
  ...more,
})

it('A token without an address is not listed, because it would be sent as the native currency', () => {
  const list = [
    '',
    '0x',
    '0x1',
    'native',
    '0x0000000000000000000000000000000000000000',
    '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  ].map((address) => entry({ address }))
  expect(toAssets({ '0x1': [...list, entry({})] }, '0x1').map(({ token }) => token)).toEqual([
    '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  ])
})
it('A token without an address is never sent as the native currency', async () => {
  const asked: string[] = []
  const ctx = {
    connections: {
      request: async ({ method }: { method: string }) => (asked.push(method), '0x'),
      subscribe: () => () => undefined,
    },
    activeNetwork: { subscribe: () => () => undefined },
    accounts: { subscribe: () => () => undefined },
    lazy: (_: string, load: unknown) => load,
    events: { on: () => () => undefined },
  } as unknown as EvmContext
  const account = {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    connectionId: 'one',
  } as ConnectedAccount
  await expect(
    createAdapter(ctx).send!.submit({
      account,
      network: {
        id: 'eip155:1',
        namespace: 'eip155',
        reference: '1',
        name: 'One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [],
      },
      to: account.address,
      value: 1n,
      token: '',
    }),
  ).rejects.toMatchObject({ code: 'evm.transfer_refused' })
  expect(asked).not.toContain('eth_sendTransaction')
})
