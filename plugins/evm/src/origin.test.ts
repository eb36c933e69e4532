import type { ConnectedAccount, Network, RpcRequest } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { createAdapter } from './adapter.js'
import type { EvmContext } from './chain/pendingTransactions.js'
import { handle } from './wallet/provider.js'

const network: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const account = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  connectionId: 'one',
} as ConnectedAccount

/** A context that records the requests made through it. */
function recording() {
  const asked: RpcRequest[] = []
  const request = async (one: RpcRequest): Promise<unknown> => {
    asked.push(one)
    return '0x01'
  }
  const ctx = {
    rpc: { ruleOf: () => ({ denied: false, class: undefined, nodes: false }) },
    connections: { request, subscribe: () => () => undefined, get: () => ({ connections: [] }) },
    activeNetwork: { current: () => network, subscribe: () => () => undefined },
    accounts: { active: () => account, subscribe: () => () => undefined },
    lazy: (_: string, load: unknown) => load,
    events: { on: () => () => undefined },
  }
  return { asked, ctx: ctx as unknown as EvmContext }
}

it('A request of the host through the provider is marked as coming from the host', async () => {
  const { asked, ctx } = recording()
  for (const method of ['personal_sign', 'eth_sendTransaction', 'wallet_addEthereumChain'])
    await handle({ ...ctx, networks: { find: () => undefined } } as never, {
      method,
      params: [{ chainId: '0x5' }],
    })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['personal_sign', 'host'],
    ['eth_sendTransaction', 'host'],
    ['wallet_addEthereumChain', 'host'],
  ])
})

it('A request of the adapter is not marked as coming from the host', async () => {
  const { asked, ctx } = recording()
  const adapter = createAdapter(ctx)
  await adapter.sign!({ account, network, message: 'Hi' })
  await adapter.send!.submit({ account, network, to: account.address, value: 1n })
  await adapter.calls!({ account, network, calls: [] })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['personal_sign', undefined],
    ['eth_sendTransaction', undefined],
    ['wallet_sendCalls', undefined],
  ])
})
