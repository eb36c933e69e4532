import {
  definePlugin,
  LatchkeyError,
  type ChainAdapter,
  type Connection,
  type Connector,
} from '@latchkey/plugin-api'

const NAMESPACE = 'page'
const ADDRESS = 'page-account'

const adapter: ChainAdapter = {
  parseAddress(text) {
    if (text !== ADDRESS)
      throw new LatchkeyError('adapter.invalid_address', `Not the account of this page: ${text}.`, {
        context: { input: text, namespace: NAMESPACE },
      })
    return text
  },
  formatAddress: (address) => address,
  addressOn: ({ address }) => address,
}

const connection: Connection = {
  id: 'page.wallet',
  connectorId: 'page.wallet',
  scopes: {
    [NAMESPACE]: {
      accounts: [{ key: ADDRESS, namespace: NAMESPACE, address: ADDRESS, type: 'eoa' }],
      networks: 'any',
      methods: 'any',
    },
  },
  request: ({ method }) =>
    Promise.reject(
      new LatchkeyError('wallet.unsupported_method', `The wallet of this page cannot ${method}.`, {
        context: { method },
      }),
    ),
  onChange: () => () => undefined,
  release: async () => undefined,
  snapshot: () => ({}),
}

const connector: Connector = {
  id: 'page.wallet',
  name: 'Page Wallet',
  kind: 'external',
  namespaces: [NAMESPACE],
  availability: () => 'available',
  connect: async () => connection,
  restore: async () => connection,
}

/**
 * A chain with one wallet that agrees to everything. In its place take the chain that your feature
 * is for, `evm()` perhaps.
 */
export const pageChain = () =>
  definePlugin({
    id: 'latchkey-page',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    setup(ctx) {
      ctx.networks.add({
        id: 'page:main',
        namespace: NAMESPACE,
        reference: 'main',
        name: 'Page',
        nativeCurrency: { name: 'Page', symbol: 'PG', decimals: 0 },
        rpcUrls: [],
      })
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: [],
        resembles: (text) => text === ADDRESS,
        session: { methods: [], events: [] },
        load: async () => adapter,
      })
      ctx.connectors.add(connector)
    },
  })
