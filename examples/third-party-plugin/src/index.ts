import { definePlugin, type AccountAction, type Network } from '@latchkey/plugin-api'
import type { PebbleApi } from './api.js'
import { pebbleWallet } from './connector.js'
import { views } from './views.js'

const NAMESPACE = 'pebble'

const networks: Network[] = [
  {
    id: 'pebble:shore',
    namespace: NAMESPACE,
    reference: 'shore',
    name: 'Pebble Shore',
    nativeCurrency: { name: 'Pebble', symbol: 'PBL', decimals: 4 },
    rpcUrls: [],
  },
]

/** The whole plugin on one screen. */
export const pebble = () =>
  definePlugin({
    id: 'pebble',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    setup(ctx): PebbleApi {
      for (const network of networks) ctx.networks.add(network)
      ctx.adapters.add({
        namespace: NAMESPACE,
        label: 'Pebble',
        abilities: ['balance', 'sign'],
        resembles: (text) => /^pebble1[a-z0-9]+$/.test(text),
        session: { methods: ['pebble_sign'], events: [] },
        load: async () => (await import('./adapter.js')).adapter(ctx),
      })
      ctx.rpc.allow({ namespace: NAMESPACE, methods: { pebble_sign: 'sign' } })
      ctx.connectors.add(pebbleWallet(ctx.signal))
      for (const view of views) ctx.views.add(view)
      ctx.messages.add({
        en: {
          'pebble.skipTitle': 'Skip a pebble',
          'pebble.stones': 'Stones',
          'pebble.howFar': 'How far',
          'pebble.throw': 'Throw',
          'pebble.thrown': 'Thrown {amount} PBL',
        },
      })
      const skip: AccountAction = {
        id: 'pebble.skip',
        label: 'pebble.skipTitle',
        when: ({ network }) => network?.namespace === NAMESPACE,
        run: () => ctx.router.push('pebble.skip', { stones: 3 }),
      }
      ctx.accountActions.add(skip)
      const thrown: bigint[] = []
      return {
        thrown: () => [...thrown],
        throwPebbles(amount: bigint) {
          thrown.push(amount)
          ctx.toasts.show({
            variant: 'success',
            message: ctx.messages.text('pebble.thrown', {
              amount: String(Number(amount) / 10 ** 4),
            }),
          })
          ctx.router.back()
        },
      }
    },
  })

export type { PebbleApi } from './api.js'
