import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network } from './support.js'

const bitcoin = () =>
  definePlugin({
    id: 'bitcoin',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['bip122'],
    setup(ctx) {
      ctx.adapters.add(adapterFor('bip122', (text) => text.startsWith('bc1')))
      ctx.networks.add(network('bip122:main'))
      ctx.rpc.allow({ namespace: 'bip122', methods: { signMessage: 'sign' } })
      ctx.connectors.add(
        connectorFor(
          'ordinals-wallet',
          ['bip122'],
          () =>
            new FakeLink(
              'ordinals-wallet',
              'ordinals-wallet',
              {
                bip122: {
                  accounts: [
                    account('bip122', 'bc1qpay', {
                      type: 'payment',
                      publicKey: '02aa',
                      path: "m/84'/0'/0'/0/0",
                    }),
                    account('bip122', 'bc1pord', {
                      type: 'ordinals',
                      publicKey: '02bb',
                      path: "m/86'/0'/0'/0/0",
                    }),
                  ],
                  networks: 'any',
                  methods: 'any',
                },
              },
              { answer: ({ params }) => params },
            ),
        ),
      )
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it('A payment and an ordinals account of one wallet are kept apart, with their keys and paths', async () => {
  const made = createKernel({ metadata: { name: 'Walk' }, storage: null, plugins: [bitcoin()] })
  kernel = made
  await made.connect('ordinals-wallet')
  expect(made.ports.accounts.active('bip122')).toMatchObject({
    type: 'payment',
    address: 'bc1qpay',
    publicKey: '02aa',
    path: "m/84'/0'/0'/0/0",
  })
  expect(made.ports.accounts.all('bip122').map(({ type }) => type)).toEqual(['payment', 'ordinals'])
  const params = { address: 'bc1pord', message: 'mine' }
  expect(
    await made.ports.connections.request({ network: 'bip122:main', method: 'signMessage', params }),
  ).toEqual(params)
})
