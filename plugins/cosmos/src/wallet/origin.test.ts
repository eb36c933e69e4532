import type { ConnectedAccount, PluginContext, RpcRequest } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { createAdapter } from '../adapter.js'
import { toNetwork } from '../chain/chains.js'
import { cosmoshub } from '../chain/networks.js'
import { signAmino, signArbitrary, signDirect } from './provider.js'

const network = toNetwork(cosmoshub)
const account = {
  address: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
  connectionId: 'one',
} as ConnectedAccount
const amino = {
  chain_id: 'cosmoshub-4',
  account_number: '1',
  sequence: '1',
  memo: '',
  msgs: [],
  fee: { amount: [], gas: '1' },
}

/** A context that keeps what is asked through it. */
function recording() {
  const asked: RpcRequest[] = []
  const request = async (one: RpcRequest): Promise<unknown> => {
    asked.push(one)
    return {
      signed: (one.params as { signDoc: unknown }).signDoc,
      signature: {
        signature: Buffer.alloc(64).toString('base64'),
        pub_key: { type: '', value: '' },
      },
    }
  }
  const ctx = {
    connections: { request },
    activeNetwork: { current: () => network },
    lazy: (_: string, load: unknown) => load,
  }
  return { asked, ctx: ctx as unknown as PluginContext }
}

it('Requests by the signer have the origin host', async () => {
  const { asked, ctx } = recording()
  await signDirect(ctx, undefined, account.address, {
    chainId: 'cosmoshub-4',
    accountNumber: 1n,
    bodyBytes: new Uint8Array(),
    authInfoBytes: new Uint8Array(),
  })
  await signAmino(ctx, undefined, account.address, amino)
  await signArbitrary(ctx, undefined, account.address, 'Hi')
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['cosmos_signDirect', 'host'],
    ['cosmos_signAmino', 'host'],
    ['cosmos_signAmino', 'host'],
  ])
})

it('Requests by the adapter do not have the origin host', async () => {
  const { asked, ctx } = recording()
  await createAdapter(ctx, new Map()).sign!({ account, network, message: 'Hi' })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['cosmos_signAmino', undefined],
  ])
})
