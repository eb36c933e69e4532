import { definePlugin, type Account, type Connector, type Scopes } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, FakeLink, memoryStorage, network, settle } from './support.js'

const SPACES = ['eip155', 'solana', 'sixth'] as const
const scope = (...accounts: Account[]) => ({
  accounts,
  networks: 'any' as const,
  methods: 'any' as const,
})
const all = (): Scopes =>
  Object.fromEntries(SPACES.map((space) => [space, scope(account(space, `${space}-1`))]))

/** Three namespaces, of which the relay connector knows none by name. */
const chains = () =>
  definePlugin({
    id: 'chains',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: SPACES,
    setup(ctx) {
      for (const space of SPACES) {
        ctx.adapters.add(adapterFor(space, (text) => text.startsWith(space)))
        ctx.networks.add(network(`${space}:1`))
      }
    },
  })

const relay = (link: FakeLink, asked: Record<string, readonly string[]>[]) =>
  definePlugin({
    id: 'relay',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup(ctx) {
      const connector: Connector = {
        id: 'walletConnect',
        name: 'WalletConnect',
        kind: 'walletConnect',
        get namespaces() {
          return ctx.adapters.get().map(({ value }) => value.namespace)
        },
        availability: () => 'available',
        async connect({ onStep }) {
          asked.push(
            Object.fromEntries(
              ctx.adapters.get().map(({ value }) => [value.namespace, value.session.methods]),
            ),
          )
          onStep({ step: 'uri', uri: 'wc:abc@2', expiresAt: Date.now() + 240_000 })
          return link
        },
        restore: async () => link,
      }
      ctx.connectors.add(connector)
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

const start = async (link: FakeLink, storage = memoryStorage()) => {
  const asked: Record<string, readonly string[]>[] = []
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage,
    plugins: [chains(), relay(link, asked)],
  })
  kernel = made
  await made.ready
  return { made, asked, storage }
}
const status = (made: Kernel) =>
  Object.fromEntries(
    Object.entries(made.ports.connections.get().namespaces).map(([space, state]) => [
      space,
      state.status,
    ]),
  )

it('One session asks for what each adapter names, also of unknown namespaces', async () => {
  const { made, asked } = await start(new FakeLink('topic', 'walletConnect', all()))
  const steps: string[] = []
  made.ports.connections.subscribe(({ attempt }) => attempt && steps.push(attempt.step.step))
  await made.connect('walletConnect')
  expect(asked).toEqual([
    { eip155: ['eip155_sign'], solana: ['solana_sign'], sixth: ['sixth_sign'] },
  ])
  expect(status(made)).toEqual({ eip155: 'connected', solana: 'connected', sixth: 'connected' })
  expect(steps).toContain('uri')
})

it('A session that loses one namespace of three keeps the other two', async () => {
  const link = new FakeLink('topic', 'walletConnect', all())
  const { made } = await start(link)
  await made.connect('walletConnect')
  const { solana: _gone, ...rest } = all()
  link.tell({ scopes: rest })
  await settle()
  expect(status(made)).toEqual({ eip155: 'connected', solana: 'disconnected', sixth: 'connected' })
  expect(made.ports.accounts.active('solana')).toBeUndefined()
  expect(made.ports.accounts.active('sixth')?.address).toBe('sixth-1')
})

it('Accounts that an update adds are known and never current', async () => {
  const link = new FakeLink('topic', 'walletConnect', all())
  const { made } = await start(link)
  await made.connect('walletConnect')
  link.tell({
    scopes: {
      ...all(),
      eip155: scope(account('eip155', 'eip155-2'), account('eip155', 'eip155-1')),
    },
  })
  await settle()
  expect(made.ports.accounts.active('eip155')?.address).toBe('eip155-1')
  expect(made.ports.accounts.all('eip155').map(({ address }) => address)).toEqual([
    'eip155-2',
    'eip155-1',
  ])
})

it('The whole session ends if the wallet cannot part with one namespace, and only that one if it can', async () => {
  const whole = new FakeLink('topic', 'walletConnect', all())
  const first = await start(whole)
  await first.made.connect('walletConnect')
  await first.made.disconnect({ namespace: 'solana' })
  expect(whole.released).toEqual([undefined])
  expect(status(first.made)).toEqual({
    eip155: 'disconnected',
    solana: 'disconnected',
    sixth: 'disconnected',
  })
  first.made.dispose()

  const parting = new FakeLink('topic', 'walletConnect', all(), {
    answer: () => null,
    canRelease: () => true,
  })
  const second = await start(parting)
  await second.made.connect('walletConnect')
  await second.made.disconnect({ namespace: 'solana' })
  expect(parting.released).toEqual(['solana'])
  expect(status(second.made)).toEqual({
    eip155: 'connected',
    solana: 'disconnected',
    sixth: 'connected',
  })
})

it('A session of three namespaces comes back after a reload', async () => {
  const link = new FakeLink('topic', 'walletConnect', all())
  const { made, storage } = await start(link)
  await made.connect('walletConnect')
  made.dispose()
  const { made: again } = await start(new FakeLink('topic', 'walletConnect', all()), storage)
  await expect.poll(() => again.ports.connections.get().restoring).toBe(false)
  expect(status(again)).toEqual({ eip155: 'connected', solana: 'connected', sixth: 'connected' })
})
