import { LatchkeyError, type Connection, type Connector } from '@latchkey/plugin-api'

const link = (): Connection => ({
  id: 'pebble-wallet',
  connectorId: 'pebbleWallet',
  scopes: {
    pebble: {
      accounts: [{ key: 'main', namespace: 'pebble', address: 'pebble1abc123', type: 'eoa' }],
      networks: 'any',
      methods: 'any',
    },
  },
  async request({ method, params }) {
    if (method !== 'pebble_sign')
      throw new LatchkeyError('wallet.unsupported_method', `Pebble Wallet cannot ${method}.`, {
        context: { method },
      })
    return `signed:${JSON.stringify(params)}`
  },
  onChange: () => () => undefined,
  release: async () => undefined,
  snapshot: () => ({}),
})

/** A wallet that lives in the page. */
export const pebbleWallet = (signal: AbortSignal): Connector => ({
  id: 'pebbleWallet',
  name: 'Pebble Wallet',
  kind: 'external',
  namespaces: ['pebble'],
  availability: () => (signal.aborted ? 'unavailable' : 'available'),
  connect: async () => link(),
  restore: async () => link(),
})
