import type {
  Account,
  AdapterRegistration,
  Caip2,
  ChainAdapter,
  Connection,
  ConnectionChange,
  Connector,
  ConnectRequest,
  Dispose,
  Json,
  Network,
  Scopes,
  WireRequest,
} from '@latchkey/plugin-api'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { StorageBackend } from '../../src/index.js'

/** Browser storage in memory, shared by kernels to act as one page before and after a reload. */
export const memoryStorage = (): StorageBackend & { dump(): string } => {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
    dump: () => JSON.stringify([...map]),
  }
}

export const network = (id: Caip2, name = id, extra: Partial<Network> = {}): Network => ({
  id,
  namespace: id.slice(0, id.indexOf(':')),
  reference: id.slice(id.indexOf(':') + 1),
  name,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
  rpcUrls: [],
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

export interface WalletSwitches {
  answer(request: WireRequest): unknown
  canRelease?(namespace: string): boolean
  switchNetwork?(network: Network): Promise<void>
}

/** A live link whose wallet side is driven by the test: `tell` says what the wallet says. */
export class FakeLink implements Connection {
  readonly requests: WireRequest[] = []
  readonly released: (string | undefined)[] = []
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  readonly canRelease?: (namespace: string) => boolean
  readonly switchNetwork?: (network: Network) => Promise<void>

  constructor(
    readonly id: string,
    readonly connectorId: string,
    public scopes: Scopes,
    private readonly switches: WalletSwitches = { answer: () => null },
  ) {
    if (switches.canRelease) this.canRelease = switches.canRelease
    if (switches.switchNetwork) this.switchNetwork = switches.switchNetwork
  }

  async request(request: WireRequest): Promise<unknown> {
    this.requests.push(request)
    return this.switches.answer(request)
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(change: ConnectionChange): void {
    if ('scopes' in change) this.scopes = change.scopes
    for (const listener of [...this.#listeners]) listener(change)
  }

  get listening(): number {
    return this.#listeners.size
  }

  async release(namespace?: string): Promise<void> {
    this.released.push(namespace)
  }

  snapshot(): Json {
    return { id: this.id }
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
