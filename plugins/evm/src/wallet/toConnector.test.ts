import type { ConnectRequest, PluginContext } from '@latchkey/plugin-api'
import type { LiveConnections } from '@latchkey/plugin-api/wallet'
import { expect, it, vi } from 'vitest'
import type { Eip1193Provider } from './ask.js'
import * as connections from './connection.js'
import { toConnector } from './toConnector.js'

/** A connector, and everything that its wallet was asked or handed. */
function make() {
  const touched: string[] = []
  const provider: Eip1193Provider = {
    request: async ({ method }) => {
      touched.push(method)
      return method === 'eth_chainId' ? '0x1' : ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
    },
    on: (event) => void touched.push(event),
  }
  const live: LiveConnections = new Set()
  const end = new AbortController()
  // The part of a context that a connector reads.
  const ctx = {
    signal: end.signal,
    networks: { find: () => undefined },
    lazy: (_what: string, load: unknown) => load,
  } as unknown as PluginContext
  const find = vi.fn(() => provider)
  const connector = toConnector(ctx, live, {
    id: 'w',
    name: 'W',
    kind: 'announced',
    provider: find,
  })
  return { connector, touched, live, find }
}

it('A connector that prepares runs the way of a connect, and reads nothing of its wallet', async () => {
  const { connector, touched, live, find } = make()
  const opened = vi.spyOn(connections, 'openConnection')
  await connector.prepare?.(new AbortController().signal)
  const made = await opened.mock.results[0]?.value
  expect(Object.keys((made as { scopes: object }).scopes)).toEqual(['eip155'])
  expect([touched, live.size, find.mock.calls.length]).toEqual([[], 0, 0])
})

it('A connector that has prepared connects with the accounts of its wallet', async () => {
  const { connector, touched } = make()
  await connector.prepare?.(new AbortController().signal)
  const request = {
    networks: [],
    silent: false,
    signal: new AbortController().signal,
    onStep: () => undefined,
  } satisfies ConnectRequest
  const { scopes } = await connector.connect!(request)
  expect(scopes['eip155']?.accounts[0]?.address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  expect(touched).toContain('eth_requestAccounts')
})
