// The data that the relay sees, and proof that no other host and no log sees it.
import { fakeStorage } from '@latchkey/plugin-testkit'
import dns from 'node:dns'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { RelayClient } from '../src/sdk/relayClient.js'
import { openFaultProxy } from './faultProxy.js'
import { ALICE, openStage, type Stage } from './support.js'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const methodsSince = (before: number): string[] =>
  stage.asked.slice(before).map(({ method }) => method)

it('The socket carries the session and its requests encrypted [WSIDE-12]', async () => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  const before = stage.asked.length
  await site.connect(wallet)
  await site.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x736563726574', ALICE],
  })
  const seen = stage.asked.slice(before)
  const tags = seen.map(({ params }) => params['tag'])
  expect(seen.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['wc_proposeSession', 'wc_approveSession', 'irn_publish']),
  )
  expect(tags).toEqual(expect.arrayContaining([1108, 1109]))
  const ours = seen.find(({ method }) => method === 'wc_proposeSession')!.clientId
  // The wallet's own client tells the relay what it signed. This plugin cannot prevent that.
  const text = JSON.stringify([
    seen.filter(({ clientId }) => clientId === ours),
    seen.map(({ params }) => params['message']),
  ])
  for (const secret of ['personal_sign', '0x736563726574', ALICE, ALICE.toLowerCase()])
    expect(text).not.toContain(secret)
})

it('An attempt to connect opens a socket and proposes a session [WSIDE-13]', async () => {
  const site = await stage.site()
  const before = stage.asked.length
  const connecting = site.kernel.connect('walletConnect').catch(() => undefined)
  const uri = await site.uri()
  expect(stage.asked.slice(before)).toEqual([
    expect.objectContaining({
      method: 'wc_proposeSession',
      params: expect.objectContaining({ pairingTopic: uri.slice(3, 67) }),
    }),
  ])
  site.kernel.dispose()
  await connecting
})

it('A message is published with topic, message, ttl and tag [WSIDE-17]', async () => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  await site.connect(wallet)
  const before = stage.asked.length
  await site.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00', ALICE],
  })
  const published = stage.asked
    .slice(before)
    .find(({ method, params }) => method === 'irn_publish' && params['tag'] === 1108)
  expect(published?.params).toMatchObject({
    topic: wallet.topic,
    message: expect.any(String),
    ttl: expect.any(Number),
    tag: 1108,
  })
  // The relay does not learn the method of the request.
  expect(Object.keys(published?.params ?? {})).not.toEqual(expect.arrayContaining(['rpcMethods']))
  expect(JSON.stringify(published)).not.toContain('rpcMethods')
})

it('A new session subscribes to its topic, and unsubscribes when it ends [WSIDE-18, WSIDE-20]', async () => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  await site.connect(wallet)
  const of = (method: string) =>
    stage.asked.filter(
      (request) => request.method === method && request.params['topic'] === wallet.topic,
    )
  expect(of('irn_subscribe').length).toBeGreaterThan(0)
  await wallet.client.disconnect({ topic: wallet.topic, reason: { code: 6000, message: 'bye' } })
  await expect.poll(() => of('irn_unsubscribe').length).toBeGreaterThan(0)
})

const openClient = (relayUrl: string): Promise<RelayClient> =>
  RelayClient.open({
    relayUrl,
    verify: false,
    webSocket: WebSocket,
    storeId: crypto.randomUUID().slice(0, 8),
    metadata: { name: 'Site', description: '', url: 'https://site.test', icons: [] },
  })
const ASKED = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    events: ['chainChanged'],
    rpcMap: {},
  },
} as const

it('A client that comes back subscribes to all of its topics at once [WSIDE-19]', async () => {
  const proxy = await openFaultProxy(stage.url)
  const client = await openClient(proxy.url)
  const offers = [
    await client.propose(ASKED),
    await client.propose(ASKED),
    await client.propose(ASKED),
  ]
  const before = stage.asked.length
  proxy.kill()
  await expect.poll(() => methodsSince(before)).toContain('irn_batchSubscribe')
  const batches = stage.asked.slice(before).filter(({ method }) => method === 'irn_batchSubscribe')
  expect(batches).toHaveLength(1)
  expect(new Set(batches[0]!.params['topics'] as string[])).toEqual(
    new Set(offers.map(({ topic }) => topic)),
  )
  client.dispose()
  await proxy.close()
})

it('A client that comes back fetches the messages it missed, and handles each once [WSIDE-21]', async () => {
  const proxy = await openFaultProxy(stage.url)
  const [client, wallet] = await Promise.all([openClient(proxy.url), stage.wallet()])
  const offer = await client.propose(ASKED)
  await wallet.scan(offer.uri)
  await offer.approval
  const told: string[] = []
  client.on((signal) => signal.type === 'event' && void told.push(String(signal.data)))
  await proxy.goAway()
  for (const data of ['0xa', '0xb', '0xc'])
    await wallet.client.emit({
      topic: wallet.topic,
      event: { name: 'chainChanged', data },
      chainId: 'eip155:1',
    })
  const before = stage.asked.length
  await proxy.comeBack()
  await expect.poll(() => told.length, { timeout: 5_000 }).toBe(3)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(methodsSince(before)).toContain('irn_batchFetchMessages')
  expect([...told].sort()).toEqual(['0xa', '0xb', '0xc'])
  client.dispose()
  await proxy.close()
})

it('The page contacts no host except the relay, from the first hover to the end', async () => {
  const hosts = new Set<string>()
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: [never]) => {
    hosts.add(host)
    return lookup(host, ...rest)
  }) as never)
  const { connect } = net.Socket.prototype
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...args: never[]
  ) {
    const [first] = args as unknown as [{ host?: string; port?: number } | [{ host?: string }]]
    hosts.add(String((Array.isArray(first) ? first[0] : first)?.host))
    return connect.apply(this, args as never)
  } as never)
  vi.stubGlobal('fetch', (url: unknown) => {
    hosts.add(new URL(String(url)).host)
    return Promise.reject(new Error('no'))
  })
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  await site.kernel.ports.connectors.find('walletConnect')!.value.prepare!(
    new AbortController().signal,
  )
  await site.connect(wallet)
  await site.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00', ALICE],
  })
  await site.api.ping()
  await site.kernel.disconnect()
  expect([...hosts]).toEqual(['127.0.0.1'])
})

it('The key of a pairing never reaches the log, the storage of the page or the console', async () => {
  const said: string[] = []
  for (const name of ['log', 'warn', 'error', 'info', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation(
      (...words) => void said.push(words.map(String).join(' ')),
    )
  const storage = fakeStorage()
  const [site, wallet] = await Promise.all([stage.site({ storage }), stage.wallet()])
  const connected = site.kernel.connect('walletConnect')
  const uri = await site.uri()
  await wallet.scan(uri)
  await connected
  const key = /symKey=([0-9a-f]+)/.exec(uri)![1]!
  const stored = Array.from({ length: storage.length }, (_, index) =>
    storage.getItem(storage.key(index)!),
  ).join()
  expect(stored).toContain(wallet.topic)
  for (const text of [
    stored,
    said.join(),
    site.kernel.ports.late.now()!.logText(),
    JSON.stringify(site.kernel.ports.connections.get()),
    JSON.stringify(site.api.pairing.get()),
  ])
    expect(text).not.toContain(key)
})

it('A client leaves no globals on the page', async () => {
  const keys = () => Object.keys(globalThis).filter((key) => /walletconnect/i.test(key))
  const before = keys()
  const client = await openClient(stage.url)
  expect(keys()).toEqual(before)
  client.dispose()
})
