import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network } from './support.js'

const cosmos = () =>
  definePlugin({
    id: 'cosmos',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['cosmos'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('cosmos', (text) => /^(hub|evmlike)1/.test(text), {
          addressOn: ({ address, networks }, { id }) =>
            networks?.includes(id) ? address : undefined,
        }),
      )
      for (const id of ['cosmos:hub-1', 'cosmos:evmlike-1'] as const) ctx.networks.add(network(id))
      ctx.connectors.add(
        connectorFor(
          'two-keys',
          ['cosmos'],
          () =>
            new FakeLink('two-keys', 'two-keys', {
              // Coin types differ, so the keys do: neither account exists on the other's chain.
              cosmos: {
                accounts: [
                  account('cosmos', 'hub1aaa', { networks: ['cosmos:hub-1'] }),
                  account('cosmos', 'evmlike1bbb', { networks: ['cosmos:evmlike-1'] }),
                ],
                networks: ['cosmos:hub-1', 'cosmos:evmlike-1'],
                methods: 'any',
              },
            }),
        ),
      )
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it('The key of the chain in use is used, and the first one again after a switch back', async () => {
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [cosmos()],
    defaultNetwork: 'cosmos:hub-1',
  })
  kernel = made
  await made.connect('two-keys')
  expect(made.ports.accounts.active()?.address).toBe('hub1aaa')
  await made.switchNetwork('cosmos:evmlike-1')
  expect(made.ports.accounts.active()?.address).toBe('evmlike1bbb')
  await made.switchNetwork('cosmos:hub-1')
  expect(made.ports.accounts.active()?.address).toBe('hub1aaa')
})
