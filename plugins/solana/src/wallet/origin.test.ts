import type { ConnectedAccount, PluginContext, RpcRequest } from '@latchkey/plugin-api'
import { Transaction } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { createAdapter } from '../adapter.js'
import { toBase58 } from '../chain/base58.js'
import { solanaMainnet as network } from '../chain/networks.js'
import { request, signMessage } from './provider.js'
import { signAndSend } from '../hostRequests.js'

const account = {
  address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
  connectionId: 'one',
} as ConnectedAccount

/** A context that records the requests made through it. */
function recording() {
  const asked: RpcRequest[] = []
  const ask = async (one: RpcRequest): Promise<unknown> => {
    asked.push(one)
    return { signature: toBase58(new Uint8Array(64).fill(7)) }
  }
  const ctx = {
    connections: { request: ask, get: () => ({ connections: [] }) },
    activeNetwork: { current: () => network },
    accounts: { active: () => account },
  }
  return { asked, ctx: ctx as unknown as PluginContext }
}

it('A request that the host makes through the provider is marked as the host’s', async () => {
  const { asked, ctx } = recording()
  await request(ctx, { method: 'solana_signMessage', params: { message: '2' } })
  await signMessage(ctx, Uint8Array.of(1))
  await signAndSend(
    ctx,
    new Transaction({ feePayer: account.address, recentBlockhash: account.address } as never),
  )
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['solana_signMessage', 'host'],
    ['solana_signMessage', 'host'],
    ['solana_signAndSendTransaction', 'host'],
  ])
})

it('A request that the adapter makes is not marked as the host’s', async () => {
  const { asked, ctx } = recording()
  await createAdapter(ctx).sign!({ account, network, message: 'Hi' })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['solana_signMessage', undefined],
  ])
})
