import type { ConnectedAccount, PluginContext } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { createAdapter } from '../src/adapter.js'
import { mainnet } from '../src/chain/networks.js'

it('Bytes are signed as the very text that they are, a byte order mark included (audit C12)', async () => {
  const asked: unknown[] = []
  const connections = {
    request: async ({ params }: { params: { message: string } }) => (
      asked.push(params.message),
      { address: 'a', signature: 'AA==' }
    ),
  }
  const adapter = createAdapter({ connections } as unknown as PluginContext, () =>
    Promise.reject(new Error('no node is asked')),
  )
  const account: ConnectedAccount = {
    key: 'payment:a',
    namespace: 'bip122',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    type: 'payment',
    connectionId: 'c',
  }
  const sign = (message: Uint8Array) =>
    adapter.sign?.({ account, network: mainnet, message }).catch(() => undefined)
  await sign(new TextEncoder().encode('\ufeffhello'))
  await sign(new TextEncoder().encode('hello'))
  expect(asked).toEqual(['\ufeffhello', 'hello'])
})
