import { createKernel, type Kernel } from '@latchkey/kernel'
import {
  definePlugin,
  LatchkeyError,
  type Account,
  type AdapterRegistration,
  type Amount,
  type Caip2,
  type Connection,
  type Connector,
  type ConnectRequest,
  type Network,
  type PluginContext,
  type Scopes,
} from '@latchkey/plugin-api'
import { FakeConnection } from '@latchkey/plugin-testkit/fakes'

/** Two made-up chain families. */
export const INK = 'ink'
export const OAK = 'oak'
export const FIRST = '0xfirst'
export const SECOND = '0xsecond'

export const network = (reference: string, name: string, namespace = INK): Network => ({
  id: `${namespace}:${reference}`,
  namespace,
  reference,
  name,
  nativeCurrency: { name: 'Ink', symbol: 'INK', decimals: 18 },
  rpcUrls: [],
})
export const MAINNET = network('1', 'Ink Mainnet')
export const INKLING = network('5', 'Inkling')
export const OAK_MAINNET = network('9', 'Oak', OAK)

export const account = (address: string, namespace = INK): Account => ({
  key: address,
  namespace,
  address,
  type: 'eoa',
})

export const scopesOf = (accounts: readonly Account[]): Scopes =>
  Object.fromEntries(
    [...new Set(accounts.map(({ namespace }) => namespace))].map((namespace) => {
      const own = accounts.filter((each) => each.namespace === namespace)
      const selected = own[0]?.key ?? ''
      return [namespace, { accounts: own, selected, networks: 'any', methods: 'any' }]
    }),
  )

/** A wallet that switches networks and answers nothing else. */
export class Wallet extends FakeConnection {
  constructor(connectorId: string, accounts: readonly Account[] = [account(FIRST)]) {
    super(`${connectorId}-link`, connectorId, scopesOf(accounts), {
      answer: () => null,
      snapshot: () => ({}),
      switchNetwork: async (target) => this.tell({ network: target.id }),
    })
  }
}

type Answer = (request: ConnectRequest) => Promise<Connection> | Connection
export const connector = (
  id: string,
  answer: Answer = () => new Wallet(id),
  more: Partial<Connector> = {},
): Connector => ({
  id,
  name: id,
  kind: 'announced',
  namespaces: [INK],
  icon: 'data:image/svg+xml,%3Csvg/%3E',
  rdns: `test.${id.toLowerCase()}`,
  availability: () => 'installed',
  connect: async (request) => answer(request),
  ...more,
})
export const both = (id = 'Both'): Connector =>
  connector(id, () => new Wallet(id, [account(FIRST), account(SECOND), account('oak1', OAK)]), {
    namespaces: [INK, OAK],
  })
export const rejected = (): LatchkeyError =>
  new LatchkeyError('wallet.user_rejected', 'The visitor declined.', {
    context: { connectorId: 'Rabby' },
  })

export interface World {
  connectors?: readonly Connector[]
  networks?: readonly Network[]
  balance?(at: { network: Caip2; address: string }): Promise<Amount>
  abilities?: AdapterRegistration['abilities']
}

/** A kernel with both families and the given wallets, and the context of their plugin. */
export function makeKernel({
  connectors = [connector('Rabby')],
  networks = [MAINNET, INKLING, OAK_MAINNET],
  balance = async () => ({ value: 7n, decimals: 0, symbol: 'INK' }),
  abilities = ['balance'],
}: World = {}): { kernel: Kernel; ctx: PluginContext } {
  let context: PluginContext | undefined
  const plugin = definePlugin({
    id: 'parts',
    version: '0.1.0',
    kernelApi: '*',
    chains: [INK, OAK],
    setup(ctx) {
      context = ctx
      for (const namespace of [INK, OAK])
        ctx.adapters.add({
          namespace,
          label: namespace,
          abilities,
          resembles: () => true,
          session: { methods: [], events: [] },
          load: async () => ({
            parseAddress: (text) => text,
            formatAddress: (text) => text,
            addressOn: ({ address }) => address,
            balance: ({ network: { id }, address }) => balance({ network: id, address }),
          }),
        })
      for (const each of networks) ctx.networks.add(each)
      for (const each of connectors) ctx.connectors.add(each)
    },
  })
  const kernel = createKernel({
    metadata: { name: 'Host' },
    storage: null,
    logLevel: 'silent',
    directory: async () => ({ wallets: [], total: 0 }),
    plugins: [plugin],
  })
  if (!context) throw new Error('The plugin was not set up.')
  return { kernel, ctx: context }
}
