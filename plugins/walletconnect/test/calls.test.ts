// EIP-5792 over WalletConnect, end to end: a real relay, the published session client as the
// wallet, and viem as the host.
import type { EvmApi } from '@latchkey/evm'
import { definePlugin, type AnyPlugin } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { createWalletClient, custom, type Address } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openNodes, type FakeNodes } from './fakeNodes.js'
import { ALICE, BOB, chain, openStage, type Site, type Stage, type Wallet } from './support.js'

let stage: Stage
let nodes: FakeNodes
beforeAll(async () => {
  stage = await openStage()
  nodes = await openNodes({ eth_chainId: '0x1', eth_blockNumber: '0x10' })
})
afterAll(async () => {
  await stage.close()
  await nodes.close()
})

const RECEIPT = {
  logs: [],
  status: '0x1',
  blockHash: `0x${'11'.repeat(32)}`,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  transactionHash: `0x${'22'.repeat(32)}`,
}
const CALLS = [
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_getCapabilities',
]

/** Connects a wallet that can send calls. `grants`: its methods, which may exceed the request. */
async function pair(
  grants: readonly string[],
  plugins: AnyPlugin[] = [],
): Promise<{ site: Site; wallet: Wallet; asked(): string[] }> {
  const [site, wallet] = await Promise.all([
    stage.site({ storage: fakeStorage(), chains: [chain(1, nodes.http)], plugins }),
    stage.wallet(),
  ])
  Object.assign(wallet.client.engine, { requestQueueDelay: 0 })
  wallet.namespaces = {
    eip155: {
      accounts: [`eip155:1:${ALICE}`],
      methods: ['personal_sign', ...grants],
      events: ['accountsChanged'],
    },
  }
  let looks = 0
  wallet.answer = ({ method }) => {
    if (method === 'wallet_sendCalls') return { id: '0xbatch' }
    if (method === 'wallet_getCapabilities') return { '0x1': { atomic: { status: 'supported' } } }
    if (method === 'wallet_getCallsStatus')
      return {
        version: '2.0.0',
        id: '0xbatch',
        chainId: '0x1',
        atomic: true,
        status: looks++ ? 200 : 100,
        ...(looks > 1 && { receipts: [RECEIPT] }),
      }
    return `${method}!`
  }
  await site.connect(wallet)
  nodes.bodies.length = 0
  return { site, wallet, asked: () => wallet.requests.map(({ method }) => method) }
}
const evmOf = ({ kernel }: Site): EvmApi => (kernel.plugins as unknown as { evm: EvmApi }).evm
const on = ({ kernel }: Site) => ({
  account: kernel.ports.accounts.active('eip155')!,
  network: kernel.ports.networks.find('eip155:1')!.value,
})
const adapterOf = ({ kernel }: Site) => kernel.ports.adapter('eip155')

it('Calls, their status and the capabilities go to the wallet, past every node (audit A1)', async () => {
  const { site, asked } = await pair(CALLS)
  const adapter = await adapterOf(site)
  expect(await adapter.capabilities!(on(site))).toEqual({
    '0x1': { atomic: { status: 'supported' } },
  })
  const submission = await adapter.calls!({
    ...on(site),
    calls: [
      { to: BOB, value: '0x1' },
      { to: ALICE, data: '0x' },
    ],
  })
  expect(submission).toEqual({ id: '0xbatch', kind: 'calls' })
  const seen: unknown[] = []
  for await (const status of adapter.send!.watch(submission, { network: on(site).network }))
    seen.push(status)
  expect(seen.at(-1)).toEqual({ status: 'success', transaction: RECEIPT.transactionHash })
  expect(asked()).toEqual([
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_getCallsStatus',
  ])
  expect(nodes.bodies).toEqual([])
}, 15_000)

it('The viem library sends and follows calls over the provider (audit A1)', async () => {
  const { site, asked } = await pair(CALLS)
  const client = createWalletClient({
    account: ALICE as Address,
    chain: chain(1, nodes.http),
    transport: custom(evmOf(site).provider),
  })
  expect(await client.getCapabilities({ chainId: 1 })).toEqual({ atomic: { status: 'supported' } })
  const { id } = await client.sendCalls({ calls: [{ to: BOB as Address, value: 1n }] })
  const { status, receipts } = await client.waitForCallsStatus({ id, pollingInterval: 50 })
  expect([id, status, receipts?.[0]?.transactionHash]).toEqual([
    '0xbatch',
    'success',
    RECEIPT.transactionHash,
  ])
  await client.showCallsStatus({ id })
  expect(new Set(asked())).toEqual(new Set(CALLS))
  expect(nodes.bodies.join()).not.toMatch(/wallet_|batch/)
})

it('A session without these methods has no capabilities, and refuses calls past any node (audit A1)', async () => {
  const { site, asked } = await pair([])
  const adapter = await adapterOf(site)
  expect(await adapter.capabilities!(on(site))).toEqual({})
  await expect(
    adapter.calls!({ ...on(site), calls: [{ to: BOB, value: '0x1' }] }),
  ).rejects.toMatchObject({ code: 'wallet.unsupported_method' })
  for (const method of CALLS)
    await expect(evmOf(site).provider.request({ method, params: [ALICE] })).rejects.toMatchObject({
      code: 4200,
    })
  expect([asked(), nodes.bodies]).toEqual([[], []])
})

/**
 * A third party's feature: it allows a method of its own, and has sessions ask for three methods and
 * an event.
 */
const permissions = () =>
  definePlugin({
    id: 'permissions',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: ['eip155'],
    setup(ctx) {
      const stop = ctx.rpc.allow({
        namespace: 'eip155',
        methods: { stranger_wish: 'sign' },
        session: {
          methods: ['wallet_requestExecutionPermissions', 'stranger_wish', 'personal_sign'],
          events: ['stranger_event'],
        },
      })
      return { stop, session: () => ctx.rpc.sessionOf('eip155') }
    },
  })

it('Wallets are asked once for the methods and events of features, while they are there (audit A1)', async () => {
  const { site, wallet } = await pair(['stranger_wish'], [permissions()])
  const { methods, events } = (
    wallet.proposal!.optionalNamespaces as Record<string, { methods: string[]; events: string[] }>
  )['eip155']!
  expect(methods).toEqual(
    expect.arrayContaining([
      'personal_sign',
      'wallet_sendCalls',
      'wallet_requestExecutionPermissions',
      'stranger_wish',
    ]),
  )
  expect([new Set(methods).size, events]).toEqual([
    methods.length,
    ['accountsChanged', 'chainChanged', 'stranger_event'],
  ])
  await expect(
    site.kernel.ports.connections.request({
      network: 'eip155:1',
      method: 'stranger_wish',
      params: [1],
    }),
  ).resolves.toBe('stranger_wish!')
  const { stop, session } = (
    site.kernel.plugins as unknown as {
      permissions: {
        stop(): void
        session(): { methods: readonly string[]; events: readonly string[] }
      }
    }
  ).permissions
  stop()
  expect([session().methods.includes('stranger_wish'), session().events]).toEqual([
    false,
    ['accountsChanged', 'chainChanged'],
  ])
  await expect(
    site.kernel.ports.connections.request({ network: 'eip155:1', method: 'stranger_wish' }),
  ).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
})

it('A denied method is not asked for, and an allowed one is used where the wallet grants it (audit A1)', async () => {
  const [site, wallet] = await Promise.all([
    stage.site({
      storage: fakeStorage(),
      chains: [chain(1, nodes.http)],
      rpcPolicy: { allow: { eth_sign: 'sign' }, deny: ['wallet_sendCalls', 'personal_sign'] },
    }),
    stage.wallet(),
  ])
  wallet.namespaces = {
    eip155: {
      accounts: [`eip155:1:${ALICE}`],
      methods: ['personal_sign', 'eth_sign', 'eth_unheardOf'],
      events: [],
    },
  }
  const dropped = vi.fn()
  site.kernel.on('walletconnect:surplus-dropped', dropped)
  await site.connect(wallet)
  const { methods } = (
    wallet.proposal!.optionalNamespaces as Record<string, { methods: string[] }>
  )['eip155']!
  expect(methods).toContain('eth_sendTransaction')
  for (const method of ['wallet_sendCalls', 'personal_sign', 'eth_sign'])
    expect(methods).not.toContain(method)
  await expect(
    site.kernel.ports.connections.request({ network: 'eip155:1', method: 'eth_sign', params: [] }),
  ).resolves.toBe('eth_sign!')
  await expect(
    site.kernel.ports.connections.request({
      network: 'eip155:1',
      method: 'personal_sign',
      params: [],
    }),
  ).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
  expect(dropped).toHaveBeenCalledWith({ dropped: ['personal_sign', 'eth_unheardOf'] })
})
