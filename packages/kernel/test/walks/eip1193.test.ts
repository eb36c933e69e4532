import { definePlugin, LatchkeyError, type Network, type Scopes } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import {
  account,
  adapterFor,
  connectorFor,
  FakeLink,
  memoryStorage,
  network,
  settle,
} from './support.js'

const scopes = (accounts: readonly string[], chain: `${string}:${string}`): Scopes => ({
  eip155: {
    accounts: accounts.map((address) => account('eip155', address)),
    ...(accounts[0] ? { selected: accounts[0] } : {}),
    network: chain,
    networks: 'any',
    methods: 'any',
  },
})

/** An EIP-1193 wallet as a connection: its selected account becomes `selected`, its chain `network`. */
class Wallet extends FakeLink {
  knows = new Set(['eip155:1'])
  constructor() {
    super('io.test', 'io.test', scopes(['0xa'], 'eip155:1'), {
      answer: ({ method }) =>
        method === 'eth_fail'
          ? Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
          : method,
      switchNetwork: (target) => this.move(target),
    })
  }

  async move(target: Network): Promise<void> {
    if (!this.knows.has(target.id))
      throw new LatchkeyError('wallet.unknown_chain', `The wallet does not know ${target.id}.`, {
        context: { network: target.id },
      })
    this.tell({ network: target.id })
  }
}

const evm = (wallet: Wallet) =>
  definePlugin({
    id: 'evm',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['eip155'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('eip155', (text) => text.startsWith('0x'), {
          read: async ({ method }) => `rpc:${method}`,
        }),
      )
      ctx.networks.add(network('eip155:1'))
      ctx.networks.add(network('eip155:10'))
      ctx.rpc.allow({
        namespace: 'eip155',
        methods: { eth_call: 'read', eth_sign_it: 'sign', eth_fail: 'sign' },
        nodes: ['eth_call'],
      })
      ctx.connectors.add(
        connectorFor('io.test', ['eip155'], () => wallet, { kind: 'announced', rdns: 'io.test' }),
      )
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())
const start = async (wallet = new Wallet(), storage = memoryStorage()) => {
  const made = createKernel({ metadata: { name: 'Walk' }, storage, plugins: [evm(wallet)] })
  kernel = made
  await made.ready
  return { made, wallet, storage }
}

it('The account that the wallet selects is followed, and the connection ends when it shows none', async () => {
  const { made, wallet } = await start()
  await made.connect('io.test')
  wallet.tell({ scopes: scopes(['0xb', '0xa'], 'eip155:1') })
  await settle()
  expect(made.ports.accounts.active()?.address).toBe('0xb')
  wallet.tell({ closed: 'wallet' })
  await settle()
  expect(made.ports.connections.get().namespaces['eip155']?.status).toBe('disconnected')
  expect(wallet.listeners).toBe(0)
})

it('A switch goes through the wallet, and fails for a network that it does not know', async () => {
  const { made, wallet } = await start()
  await made.connect('io.test')
  await expect(made.switchNetwork('eip155:10')).rejects.toMatchObject({
    code: 'wallet.unknown_chain',
  })
  expect(made.ports.activeNetwork.current()?.id).toBe('eip155:1')
  wallet.knows.add('eip155:10')
  await made.switchNetwork('eip155:10')
  expect(made.ports.activeNetwork.current()?.id).toBe('eip155:10')
  wallet.tell({ network: 'eip155:999999' })
  await settle()
  expect(made.ports.activeNetwork.current()).toMatchObject({
    name: 'Unknown Network',
    supported: false,
  })
})

it('Allowed methods are sent, others refused by name, and reads answered by the node without a wallet', async () => {
  const { made } = await start()
  expect(await made.ports.connections.request({ network: 'eip155:1', method: 'eth_call' })).toBe(
    'rpc:eth_call',
  )
  await expect(
    made.ports.connections.request({ network: 'eip155:1', method: 'eth_sign_it' }),
  ).rejects.toMatchObject({ code: 'rpc.no_connection' })
  await made.connect('io.test')
  expect(await made.ports.connections.request({ network: 'eip155:1', method: 'eth_sign_it' })).toBe(
    'eth_sign_it',
  )
  for (const method of ['eth_foo', 'ETH_CALL', ' eth_call', '__proto__', 'toString'])
    await expect(
      made.ports.connections.request({ network: 'eip155:1', method }),
    ).rejects.toMatchObject({
      code: 'rpc.method_not_allowed',
      message: expect.stringContaining('Requested RPC call is not allowed'),
    })
  await expect(
    made.ports.connections.request({ network: 'eip155:1', method: 'eth_fail' }),
  ).rejects.toMatchObject({ code: 'wallet.user_rejected' })
})

it('A connection comes back after a reload without a prompt', async () => {
  const { made, storage } = await start()
  await made.connect('io.test')
  made.dispose()
  const wallet = new Wallet()
  const asked = vi.spyOn(wallet, 'request')
  const { made: again } = await start(wallet, storage)
  await expect
    .poll(() => again.ports.connections.get().namespaces['eip155']?.status)
    .toBe('connected')
  expect(again.ports.accounts.active()?.address).toBe('0xa')
  expect(asked).not.toHaveBeenCalled()
})
