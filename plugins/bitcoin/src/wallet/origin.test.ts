import type { ConnectedAccount, PluginContext, RpcRequest } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { createAdapter } from '../adapter.js'
import { mainnet as network } from '../chain/networks.js'
import { createProvider } from './provider.js'

const account = {
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  connectionId: 'one',
} as ConnectedAccount
const never = () => Promise.reject(new Error('no source is asked'))

/** A context that records the requests made through it. */
function recording() {
  const asked: RpcRequest[] = []
  const request = async (one: RpcRequest): Promise<unknown> => {
    asked.push(one)
    return { signature: 'AA==', psbt: 'AA==', txid: '00'.repeat(32) }
  }
  const ctx = {
    connections: { request },
    activeNetwork: { current: () => network },
    accounts: { active: () => account },
    lazy: (_: string, load: unknown) => load,
  }
  return { asked, ctx: ctx as unknown as PluginContext }
}

it('A request that the host makes through the provider is marked as the host’s', async () => {
  const { asked, ctx } = recording()
  const provider = createProvider(ctx, never)
  await provider.provider.request({ method: 'signMessage', params: { message: 'Hi' } })
  await provider.signMessage({ message: 'Hi' })
  await provider.signPsbt({ psbt: 'cHNidP8=' })
  await provider.sendTransfer({ recipientAddress: account.address, amount: 1n })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['signMessage', 'host'],
    ['signMessage', 'host'],
    ['signPsbt', 'host'],
    ['sendTransfer', 'host'],
  ])
})

it('A request that the adapter makes is not marked as the host’s', async () => {
  const { asked, ctx } = recording()
  const adapter = createAdapter(ctx, never)
  await adapter.sign!({ account, network, message: 'Hi' })
  await adapter.send!.submit({ account, network, to: account.address, value: 1n })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['signMessage', undefined],
    ['sendTransfer', undefined],
  ])
})
