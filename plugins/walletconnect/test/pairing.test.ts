import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { RelayClient } from '../src/sdk/relayClient.js'
import { walletconnect, type PairingState } from '../src/index.js'
import { ALICE, openStage, type Site, type Stage, type Wallet } from './support.js'
import { createKernel } from '@latchkey/kernel'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
afterEach(() => void vi.restoreAllMocks())

const recorded = ({ api }: Site): PairingState[] => {
  const states: PairingState[] = []
  api.pairing.subscribe((state) => void states.push(state))
  return states
}
const clientOf = (): { client(): Promise<RelayClient> } => {
  const open = vi.spyOn(RelayClient, 'open')
  return { client: () => open.mock.results.at(-1)!.value as Promise<RelayClient> }
}

it('A pairing shows the uri that was generated, with its expiry [PAIR-01]', async () => {
  const site = await stage.site()
  const before = Date.now()
  const connecting = site.kernel.connect('walletConnect').catch(() => undefined)
  const uri = await site.uri()
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
  expect(site.api.pairing.get().expiresAt!).toBeGreaterThan(before + 238_000)
  expect(site.kernel.ports.connections.get().attempt?.step).toMatchObject({ step: 'uri', uri })
  site.kernel.dispose()
  await connecting
})

it('A pairing buffers from the wallet’s answer to the session [PAIR-03]', async () => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  const states = recorded(site)
  await site.connect(wallet)
  const flags = states.map(({ status, buffering }) => [status, buffering])
  expect(flags).toContainEqual(['buffering', true])
  expect(flags.at(-1)).toEqual(['idle', false])
})

it('A rejection by the wallet raises the error flag, and a new uri clears it [PAIR-04]', async () => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  wallet.how = 'reject'
  await expect(site.connect(wallet)).rejects.toMatchObject({ code: 'wallet.user_rejected' })
  expect(site.api.pairing.get()).toMatchObject({ status: 'rejected', error: true, uri: undefined })
  wallet.how = 'approve'
  await site.connect(wallet)
  expect(site.api.pairing.get()).toMatchObject({ status: 'idle', error: false })
})

it('A disconnect resets the pairing [PAIR-05]', async () => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  await site.connect(wallet)
  const again = site.kernel.connect('walletConnect').catch(() => undefined)
  await site.uri()
  await site.kernel.disconnect()
  await again
  expect(site.api.pairing.get()).toMatchObject({
    status: 'idle',
    uri: undefined,
    expiresAt: undefined,
    buffering: false,
    error: false,
  })
})

it('A new pairing of the protocol lives five minutes and is inactive [PAIR-12, PAIR-13]', async () => {
  const { client } = clientOf()
  const site = await stage.site()
  const before = Date.now() / 1000
  const connecting = site.kernel.connect('walletConnect').catch(() => undefined)
  const uri = await site.uri()
  const { core } = (await client()).sdk
  const pairing = core.pairing.pairings.getAll().find(({ topic }) => uri.includes(topic))!
  expect(pairing.active).toBe(false)
  expect(pairing.expiry - before).toBeGreaterThan(297)
  expect(pairing.expiry - Date.now() / 1000).toBeLessThanOrEqual(301)
  site.kernel.dispose()
  await connecting
})

it('A pairing becomes active and lives longer when the wallet answers on it [PAIR-14, PAIR-15]', async () => {
  const { client } = clientOf()
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  const connected = site.kernel.connect('walletConnect')
  const uri = await site.uri()
  const { core } = (await client()).sdk
  const find = () => core.pairing.pairings.getAll().find(({ topic }) => uri.includes(topic))!
  const { expiry } = find()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await wallet.scan(uri)
  await connected
  expect(find().active).toBe(true)
  expect(find().expiry).toBeGreaterThan(expiry)
})

it('A pairing is deleted with its session, and its topic is unsubscribed [PAIR-16]', async () => {
  const { client } = clientOf()
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  await site.connect(wallet)
  const { core } = (await client()).sdk
  const { topic } = core.pairing.pairings.getAll()[0]!
  await site.kernel.disconnect()
  await expect.poll(() => core.pairing.pairings.getAll()).toEqual([])
  await expect
    .poll(() =>
      stage.asked.some(
        ({ method, params }) => method === 'irn_unsubscribe' && params['topic'] === topic,
      ),
    )
    .toBe(true)
  expect(core.crypto.keychain.has(topic)).toBe(false)
})

it('A pairing is deleted when it expires [PAIR-17]', async () => {
  const { client } = clientOf()
  const site = await stage.site()
  const connecting = site.kernel.connect('walletConnect').catch(() => undefined)
  const uri = await site.uri()
  const { core } = (await client()).sdk
  const { topic } = core.pairing.pairings.getAll()[0]!
  expect(uri).toContain(topic)
  core.expirer.set(topic, Math.floor(Date.now() / 1000) + 60)
  expect(core.pairing.pairings.keys).toContain(topic)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  core.heartbeat.events.emit('heartbeat_pulse')
  await expect.poll(() => core.pairing.pairings.keys).not.toContain(topic)
  site.kernel.dispose()
  await connecting
})

it('A hover prepares a code, and the click shows that code and asks for no other', async () => {
  const site = await stage.site()
  const connector = site.kernel.ports.connectors.find('walletConnect')!.value
  const codes = () => stage.asked.filter(({ method }) => method === 'wc_proposeSession').length
  const earlier = codes()
  await connector.prepare!(new AbortController().signal)
  await expect.poll(codes).toBe(earlier + 1)
  const before = codes()
  const connecting = site.kernel.connect('walletConnect').catch(() => undefined)
  await site.uri()
  expect(codes()).toBe(before)
  site.kernel.dispose()
  await connecting
})

it('An attempt gives up at its own deadline where the relay is dead, and works when it is back', async () => {
  const { openFaultProxy } = await import('./faultProxy.js')
  const proxy = await openFaultProxy(stage.url)
  await proxy.goAway()
  const [site, wallet] = await Promise.all([stage.site({ relayUrl: proxy.url }), stage.wallet()])
  await expect(site.kernel.connect('walletConnect')).rejects.toMatchObject({
    code: 'walletconnect.relay_unreachable',
  })
  expect(site.api.pairing.get()).toMatchObject({ status: 'failed', error: true })
  await proxy.comeBack()
  await site.connect(wallet)
  expect(site.kernel.ports.accounts.active('eip155')?.address).toBe(ALICE)
  await proxy.close()
})

it('A visitor who goes away leaves no half-made connection', async () => {
  const [site, wallet]: [Site, Wallet] = await Promise.all([stage.site(), stage.wallet()])
  wallet.how = 'silence'
  const controller = new AbortController()
  const connecting = site.kernel
    .connect('walletConnect', { signal: controller.signal })
    .catch((error: unknown) => error)
  const uri = await site.uri()
  controller.abort()
  await expect(connecting).resolves.toMatchObject({ code: 'kernel.aborted' })
  wallet.how = 'approve'
  await wallet.scan(uri).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(site.kernel.ports.connections.get().connections).toEqual([])
})

it('A pairing without project id and relay fails because its connector is missing [ERR-29]', async () => {
  const kernel = createKernel({
    metadata: { name: 'Site' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    plugins: [walletconnect()],
  })
  await kernel.ready
  await expect(kernel.plugins.walletconnect.connect()).rejects.toThrow(
    'WalletConnectConnector not found',
  )
  expect(kernel.ports.connectors.get()).toEqual([])
  kernel.dispose()
})

it('A project id means the public relay, unless another relay was named [CONST-23]', () => {
  expect(walletconnect({ projectId: 'x' }).reaches?.origins).toEqual([
    expect.stringMatching(/^wss:\/\//),
  ])
  expect(
    walletconnect({ projectId: 'x', relayUrl: 'wss://mine.example/path' }).reaches?.origins,
  ).toEqual(['wss://mine.example'])
  expect(() => walletconnect({ relayUrl: 'mine.example' })).toThrow(/relayUrl/)
})

it('A code that was taken back or left is not awaited, so that no promise is rejected unheard', async () => {
  const client = await RelayClient.open({
    relayUrl: stage.url,
    verify: false,
    webSocket: WebSocket,
    storeId: crypto.randomUUID().slice(0, 8),
    metadata: { name: 'Site', description: '', url: 'https://site.test', icons: [] },
  })
  const asked = {
    eip155: { chains: ['eip155:1' as const], methods: ['personal_sign'], events: [], rpcMap: {} },
  }
  const taken = await client.propose(asked)
  client.withdraw(taken)
  await expect(taken.approval).rejects.toMatchObject({ message: 'Proposal expired' })
  const left = await client.propose(asked)
  client.dispose()
  await expect(left.approval).rejects.toMatchObject({ message: 'Proposal expired' })
})
