import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network } from './support.js'

const KEY = 'd43593c7'
/** Stands for SS58: the same key, spelled with each network's prefix. */
const spell = (prefix: number, key: string) => `${prefix}-${key}`
const prefixes: Record<string, number> = { 'polkadot:relay': 0, 'polkadot:kusama': 2 }

const polkadot = () =>
  definePlugin({
    id: 'polkadot',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['polkadot'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('polkadot', (text) => /^\d+-/.test(text), {
          addressOn: ({ publicKey }, { id }) =>
            publicKey === undefined || prefixes[id] === undefined
              ? undefined
              : spell(prefixes[id], publicKey),
        }),
      )
      for (const id of ['polkadot:relay', 'polkadot:kusama'] as const) ctx.networks.add(network(id))
      ctx.connectors.add(
        connectorFor(
          'dot',
          ['polkadot'],
          () =>
            new FakeLink('dot', 'dot', {
              polkadot: {
                accounts: [account('polkadot', spell(42, KEY), { key: KEY, publicKey: KEY })],
                networks: 'any',
                methods: 'any',
              },
            }),
        ),
      )
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it('One key is spelled with the prefix of the network in use', async () => {
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [polkadot()],
    defaultNetwork: 'polkadot:relay',
  })
  kernel = made
  await made.connect('dot')
  expect(made.ports.accounts.active()).toMatchObject({ key: KEY, address: '0-d43593c7' })
  await made.switchNetwork('polkadot:kusama')
  expect(made.ports.accounts.active()).toMatchObject({ key: KEY, address: '2-d43593c7' })
})
