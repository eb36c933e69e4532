import type { ConnectedAccount, PluginContext, RpcRequest } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { createAdapter } from '../adapter.js'
import { toNetwork } from '../chain/chains.js'
import { westend } from '../chain/networks.js'
import { signerOf } from './signer.js'

const network = toNetwork(westend)
const account = {
  address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  connectionId: 'one',
} as ConnectedAccount

/** A context that keeps what is asked through it. */
function recording() {
  const asked: RpcRequest[] = []
  const request = async (one: RpcRequest): Promise<unknown> => {
    asked.push(one)
    return { signature: '0x01' }
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
  const signer = signerOf(ctx)
  await signer.signRaw({ address: account.address, data: '0x00', type: 'bytes' })
  await signer.signPayload({ address: account.address, genesisHash: westend.genesisHash } as never)
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['polkadot_signMessage', 'host'],
    ['polkadot_signTransaction', 'host'],
  ])
})

it('Requests by the adapter do not have the origin host', async () => {
  const { asked, ctx } = recording()
  await createAdapter(ctx, new Map(), () => Promise.reject(new Error('no node is asked'))).sign!({
    account,
    network,
    message: 'Hi',
  })
  expect(asked.map(({ method, origin }) => [method, origin])).toEqual([
    ['polkadot_signMessage', undefined],
  ])
})
