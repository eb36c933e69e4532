import type { ConnectRequest, PluginContext } from '@latchkey/plugin-api'
import type { LiveConnections } from '@latchkey/plugin-api/wallet'
import { afterEach, expect, it, vi } from 'vitest'
import type { Eip1193Provider } from './ask.js'
import * as connections from './connection.js'
import { createPractice, toConnector } from './toConnector.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A connector, and everything that its wallet was asked or handed. */
function make({ isConnected = false } = {}) {
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
    onDispose: (dispose: () => void) => end.signal.addEventListener('abort', dispose),
    connections: { get: () => ({ connections: isConnected ? [{}] : [] }) },
    networks: { find: () => undefined },
    lazy: (_what: string, load: unknown) => load,
  } as unknown as PluginContext
  const find = vi.fn(() => provider)
  const connector = toConnector(
    ctx,
    live,
    { id: 'w', name: 'W', kind: 'announced', provider: find },
    createPractice(ctx),
  )
  return { connector, touched, live, find, end }
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

/** A browser that is idle when the test says so. */
function idleBrowser() {
  vi.useFakeTimers()
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  return waiting
}

it('The way of a connect is run once, when the browser is idle, and never again near a row', async () => {
  const waiting = idleBrowser()
  const { connector, touched, live, find } = make()
  const opened = vi.spyOn(connections, 'openConnection')
  vi.advanceTimersByTime(1_000)
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  expect(opened).toHaveBeenCalledTimes(1)
  await connector.prepare?.(new AbortController().signal)
  expect(opened).toHaveBeenCalledTimes(1)
  expect([touched, live.size, find.mock.calls.length]).toEqual([[], 0, 0])
})

it('Nothing is run in an idle moment after the plugin has ended, or where a wallet is connected', () => {
  const waiting = idleBrowser()
  const opened = vi.spyOn(connections, 'openConnection')
  make({ isConnected: true })
  make().end.abort()
  vi.advanceTimersByTime(1_000)
  expect([waiting.length, vi.getTimerCount()]).toEqual([0, 0])
  const { end } = make()
  vi.advanceTimersByTime(1_000)
  end.abort()
  waiting[0]!()
  expect(opened).not.toHaveBeenCalled()
})
