// Checks the behaviour and the members of the published client on which this plugin relies.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { engineOf, relayerOf } from './internals.js'
import { RelayClient } from './relayClient.js'

let client: RelayClient
beforeEach(async () => {
  process.env['DISABLE_GLOBAL_CORE'] = 'true'
  client = await RelayClient.open({
    relayUrl: 'ws://127.0.0.1:1',
    verify: false,
    webSocket: WebSocket,
    storeId: crypto.randomUUID().slice(0, 8),
    metadata: { name: 'Site', description: '', url: 'https://site.test', icons: [] },
  })
})
afterEach(() => {
  client.dispose()
  vi.useRealTimers()
})
interface Request {
  method: string
  params: { topics?: string[]; ttl?: number; message?: string }
}
const relayer = () =>
  client.sdk.core.relayer as unknown as {
    request: (request: Request) => Promise<unknown>
    publish(topic: string, message: string, options?: object): Promise<void>
    subscriber: { cached: object[]; onRestart(): Promise<void> }
    publisher: { publish(topic: string, message: string, options?: object): Promise<void> }
  }

it('The relay client has every member that the supervisor uses', () => {
  const found = relayerOf(client.sdk.core)
  for (const name of [
    'connect',
    'createProvider',
    'unregisterProviderListeners',
    'onProviderDisconnect',
    'registerEventListeners',
    'confirmOnlineStateOrThrow',
    'handleBatchMessageEvents',
    'transportOpen',
  ] as const)
    expect(found[name], name).toBeTypeOf('function')
  expect(found.publisher.checkQueue).toBeTypeOf('function')
  for (const name of ['rpcPublish', 'publish', 'publishCustom'] as const)
    expect(found.publisher[name], name).toBeTypeOf('function')
  expect(found.publisher.queue).toBeInstanceOf(Map)
  expect(found.subscriber.initialSubscribeTimeout).toBeTypeOf('number')
  const engine = engineOf(client.sdk.client)
  for (const name of [
    'onSessionProposeResponse',
    'isValidSessionSettleRequest',
    'onSessionAuthenticateResponse',
    'getTVFParams',
  ] as const)
    expect(engine[name], name).toBeTypeOf('function')
  expect(engine.events.emit).toBeTypeOf('function')
})

it('The relay client subscribes to 500 topics at a time [CONST-18]', async () => {
  const batches: number[] = []
  relayer().request = async ({ method, params }) =>
    void (method === 'irn_batchSubscribe' && batches.push(params.topics!.length))
  relayer().subscriber.cached = Array.from({ length: 1_201 }, (_, index) => ({
    topic: `t${index}`,
    id: `i${index}`,
    relay: { protocol: 'irn' },
  }))
  await relayer().subscriber.onRestart()
  expect(batches).toEqual([500, 500, 201])
})

it('The relay client has a heartbeat every five seconds [CONST-19] [CONST-04]', async () => {
  const { heartbeat } = client.sdk.core
  heartbeat.stop()
  vi.useFakeTimers()
  await heartbeat.init()
  let beats = 0
  heartbeat.on('heartbeat_pulse', () => void beats++)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(beats).toBe(3)
})

it('A message that the relay never acknowledges is given up after a minute [CONST-20]', async () => {
  vi.useFakeTimers()
  relayer().request = () => new Promise(() => undefined)
  let failed: unknown
  void relayer()
    .publisher.publish('t', 'm', { internal: { throwOnFailedPublish: true } })
    .catch((error: unknown) => (failed = error))
  await vi.advanceTimersByTimeAsync(59_900)
  expect(failed).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(String(failed)).toMatch(/Failed to publish/)
})

it('A message lives six hours where nobody says how long [CONST-21]', async () => {
  let ttl: number | undefined
  relayer().request = async ({ params }) => void (ttl = params.ttl)
  await relayer().publisher.publish('t', 'm')
  expect(ttl).toBe(21_600)
})

it('The relay client shows the relay an EdDSA token, signed with its own key [CONST-22]', async () => {
  const token = await client.sdk.core.crypto.signJWT('wss://relay.example')
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const decoded = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string }
  const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string }
  expect(decoded.alg).toBe('EdDSA')
  const { checkToken } = await import('../../test/checkToken.js')
  expect(checkToken(iss, `${header}.${payload}`, signature)).toBe(true)
  expect(checkToken(iss, `${header}.${payload}x`, signature)).toBe(false)
})

it('The relay client asks for an attestation only where that is wanted', async () => {
  await expect(client.sdk.core.verify.register({ id: 'a', decryptedId: 'b' })).resolves.toBe('')
})
