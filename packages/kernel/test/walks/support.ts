import type {
  Account,
  AdapterRegistration,
  Caip2,
  ChainAdapter,
  Connection,
  Connector,
  ConnectRequest,
  Network,
  Scopes,
} from '@latchkey/plugin-api'
import { LatchkeyError } from '@latchkey/plugin-api'
import {
  FakeConnection,
  fakeNetwork,
  type FakeWalletSwitches,
} from '@latchkey/plugin-testkit/fakes'

export { fakeStorage as memoryStorage } from '@latchkey/plugin-testkit/fakes'

export const network = (id: Caip2, name: string = id, extra: Partial<Network> = {}): Network =>
  fakeNetwork(id, {
    name,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
    ...extra,
  })

/** An adapter that accepts addresses by a prefix, as much as a test needs. */
export const adapterFor = (
  namespace: string,
  accept: (text: string) => boolean,
  more: Partial<ChainAdapter> = {},
  registration: Partial<AdapterRegistration> = {},
): AdapterRegistration => ({
  namespace,
  abilities: Object.keys(more).filter(
    (key): key is AdapterRegistration['abilities'][number] =>
      key !== 'parseAddress' && key !== 'formatAddress' && key !== 'addressOn',
  ),
  resembles: accept,
  session: { methods: [`${namespace}_sign`], events: [] },
  load: () =>
    Promise.resolve({
      parseAddress(text) {
        if (!accept(text))
          throw new LatchkeyError(
            'adapter.invalid_address',
            `Not an address of ${namespace}: ${text}`,
            { context: { input: text, namespace } },
          )
        return text
      },
      formatAddress: (text) => text,
      addressOn: (account) => account.address,
      ...more,
    }),
  ...registration,
})

/** A connection whose wallet answers `null` unless the test says otherwise. */
export class FakeLink extends FakeConnection {
  constructor(
    id: string,
    connectorId: string,
    scopes: Scopes,
    wallet: FakeWalletSwitches = { answer: () => null },
  ) {
    super(id, connectorId, scopes, wallet)
  }
}

/** A connector that hands out a given link, now and after a reload. */
export const connectorFor = (
  id: string,
  namespaces: readonly string[],
  link: (request: ConnectRequest) => Connection | Promise<Connection>,
  more: Partial<Connector> = {},
): Connector => ({
  id,
  name: id,
  kind: 'external',
  namespaces,
  availability: () => 'installed',
  connect: async (request) => link(request),
  restore: async (_snapshot, request) =>
    link({ ...request, silent: true, onStep: () => undefined }),
  ...more,
})

export const account = (
  namespace: string,
  address: string,
  more: Partial<Account> = {},
): Account => ({ key: address, namespace, address, type: 'eoa', ...more })

/** Lets queued promises run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve, 0))
}
