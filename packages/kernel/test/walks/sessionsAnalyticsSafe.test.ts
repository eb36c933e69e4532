import { definePlugin, type Connector } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network } from './support.js'

const chain = (link: FakeLink, more: Partial<Connector> = {}) =>
  definePlugin({
    id: 'chain',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['eip155'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('eip155', Boolean, {
          send: {
            // A Safe answers with its own id: the transaction comes when its owners have signed.
            async submit({ account: { connectionId }, network: { id }, to, value }) {
              return {
                id: String(
                  await ctx.connections.request({
                    connectionId,
                    network: id,
                    method: 'eth_sendTransaction',
                    params: [{ to, value }],
                  }),
                ),
                kind: connectionId === 'safe' ? 'safe' : 'transaction',
              }
            },
            async *watch({ kind, id }) {
              yield { status: 'pending' }
              yield { status: 'success', transaction: kind === 'safe' ? `tx-of-${id}` : id }
            },
          },
        }),
      )
      ctx.networks.add(network('eip155:1'))
      ctx.rpc.allow({ namespace: 'eip155', methods: { eth_sendTransaction: 'send' } })
      ctx.connectors.add(connectorFor(link.connectorId, ['eip155'], () => link, more))
    },
  })
const link = (id: string) =>
  new FakeLink(
    id,
    id,
    { eip155: { accounts: [account('eip155', '0xa')], networks: 'any', methods: 'any' } },
    { answer: ({ method }) => `${method}!` },
  )

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it('A feature adds methods with their class in a namespace that it names', async () => {
  const sessions = definePlugin({
    id: 'sessions',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['eip155'],
    setup: (ctx) => {
      ctx.rpc.allow({
        namespace: 'eip155',
        methods: { wallet_grantPermissions: 'sign', wallet_revokePermissions: 'sign' },
      })
    },
  })
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [chain(link('w')), sessions],
    rpcPolicy: { deny: ['wallet_revokePermissions'] },
  })
  kernel = made
  await made.connect('w')
  expect(
    await made.ports.connections.request({
      network: 'eip155:1',
      method: 'wallet_grantPermissions',
      params: [{}],
    }),
  ).toBe('wallet_grantPermissions!')
  await expect(
    made.ports.connections.request({
      network: 'eip155:1',
      method: 'wallet_revokePermissions',
      params: [{}],
    }),
  ).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
})

it('A feature cannot allow methods in a namespace that it does not name', async () => {
  const greedy = definePlugin({
    id: 'greedy',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup: (ctx) => {
      ctx.rpc.allow({ namespace: 'eip155', methods: { eth_sign: 'sign' } })
    },
  })
  const failed: string[] = []
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    logLevel: 'silent',
    plugins: [chain(link('w')), greedy],
  })
  kernel = made
  made.on('kernel:plugin-failed', ({ plugin }) => failed.push(plugin))
  await made.ready
  await made.connect('w')
  expect(failed).toEqual(['greedy'])
  await expect(
    made.ports.connections.request({ network: 'eip155:1', method: 'eth_sign' }),
  ).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
})

it('An analytics plugin gets every event, and its failure harms no other', async () => {
  const heard: string[] = []
  const analytics = definePlugin({
    id: 'analytics',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup: (ctx) => {
      ctx.events.onAny((name) => {
        heard.push(name)
        throw new Error('tap broke')
      })
    },
  })
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    logLevel: 'silent',
    plugins: [analytics, chain(link('w'))],
  })
  kernel = made
  made.open()
  await made.connect('w')
  expect(heard).toEqual(
    expect.arrayContaining(['modal:opened', 'connection:started', 'connection:established']),
  )
  expect(made.ports.accounts.active()?.address).toBe('0xa')
})

it('The Safe connector is shown only in Safe, connects silently, and follows submissions', async () => {
  const inside = { now: false }
  const auto = definePlugin({
    id: 'auto',
    version: '0.1.0',
    kernelApi: '^0.1',
    dependsOn: { chain: '^0.1.0' },
    setup: () => undefined,
    async start(ctx) {
      if (ctx.connectors.find('safe')?.value.availability() === 'available')
        await ctx.connections.connect('safe', { silent: true })
    },
  })
  const make = () =>
    createKernel({
      metadata: { name: 'Walk' },
      storage: null,
      plugins: [
        chain(link('safe'), { availability: () => (inside.now ? 'available' : 'unavailable') }),
        auto,
      ],
    })
  const outside = make()
  await outside.ready
  const { wallets } = await outside.ports.late.load()
  expect(wallets.get()).toEqual([])
  expect(outside.ports.accounts.active()).toBeUndefined()
  outside.dispose()

  inside.now = true
  const made = make()
  kernel = made
  await made.ready
  const signer = made.ports.accounts.active('eip155')!
  const at = made.ports.activeNetwork.current('eip155')!
  const { send } = await made.ports.adapter('eip155')
  const submission = await send!.submit({ account: signer, network: at, to: '0xb', value: 1n })
  expect(submission).toEqual({ id: 'eth_sendTransaction!', kind: 'safe' })
  const seen: unknown[] = []
  for await (const status of send!.watch(submission, { network: at })) seen.push(status)
  expect(seen.at(-1)).toEqual({ status: 'success', transaction: 'tx-of-eth_sendTransaction!' })
})
