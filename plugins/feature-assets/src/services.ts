import type { BackendApi, BackendClient } from '@latchkey/backend'
import type {
  Caip2,
  ChainAdapter,
  ConnectedAccount,
  Namespace,
  Network,
  Slice,
} from '@latchkey/plugin-api'
import type { AssetsState } from './api.js'
import type { Changes } from './changes.js'
import type { AssetsContext, AssetsOptions } from './options.js'

/** The plugin's own parts, which exist before its views are loaded. */
export interface AssetsSetup extends AssetsOptions {
  ctx: AssetsContext
  slice: Slice<AssetsState>
  changed: Changes
}

/** The account and the network in use. */
export interface Owner {
  account: ConnectedAccount
  network: Network & { supported: boolean }
}

/** Chain families whose tokens the site's server knows. */
const BACKEND_NAMESPACES: readonly Namespace[] = ['eip155', 'solana']

/** The services that tokens and NFTs share. */
export interface Services extends AssetsSetup {
  /** The adapter of a namespace, loaded once. Rejects where no plugin has registered one. */
  loadAdapter(namespace: Namespace): Promise<ChainAdapter>
  /** The site's server, where it may be asked about this chain family. */
  clientFor(namespace: Namespace): BackendClient | undefined
  /** Whether the server serves this network. Asked once in a page's life; a failure is forgotten. */
  isServed(client: BackendClient, network: Caip2): Promise<boolean>
  /** `undefined`: nobody is connected. */
  owner(): Owner | undefined
}

export function createServices(setup: AssetsSetup): Services {
  const { ctx } = setup
  const adapters = new Map<Namespace, () => Promise<ChainAdapter>>()
  let served: Promise<readonly Caip2[]> | undefined
  const createLoad = (namespace: Namespace): (() => Promise<ChainAdapter>) =>
    ctx.lazy(`the adapter of ${namespace}`, async () => {
      const found = ctx.adapters.find(namespace)
      if (!found) throw new TypeError(`no plugin speaks for ${namespace}`)
      return found.value.load()
    })
  return {
    ...setup,
    loadAdapter(namespace) {
      const load = adapters.get(namespace) ?? createLoad(namespace)
      adapters.set(namespace, load)
      return load()
    },
    clientFor: (namespace) =>
      BACKEND_NAMESPACES.includes(namespace)
        ? (ctx.peer('backend') as BackendApi | undefined)?.client
        : undefined,
    async isServed(client, network) {
      const asked = (served ??= client
        .getSupportedChains({ signal: ctx.signal })
        .then(({ http }) => http))
      asked.catch(() => (served = undefined))
      return (await asked).includes(network)
    },
    owner() {
      const account = ctx.accounts.active()
      const network = account && ctx.activeNetwork.current(account.namespace)
      return account && network && { account, network }
    },
  }
}

/** Two keys are equal as long as the account and the network stay the same. CAIP-10. */
export const ownerKey = (owner: Owner | undefined): string =>
  owner ? `${owner.network.id}:${owner.account.address}` : ''
