import { isCaip2, LatchkeyError, type Caip2, type Namespace } from '@latchkey/plugin-api'
import { badParams } from '@latchkey/plugin-api/wallet'
import { toLibraryError } from './errors.js'
import type { FamilyProvider, FamilyRequest, LibraryClient } from './library.js'
import type { UniversalNeeds } from './needs.js'

/**
 * Methods that the library answers in a way of its own; what they need of wallet or node goes through
 * the client that it was given. All other methods go there at once.
 */
const OWN_METHODS: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [
    'eth_requestAccounts',
    'eth_accounts',
    'eth_chainId',
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    'wallet_sendCalls',
  ],
}
const EVM = 'eip155'
const SWITCH = 'wallet_switchEthereumChain'

export interface FamilyNeeds extends Pick<UniversalNeeds, 'ctx'> {
  /** The client that the library was given. */
  client(): LibraryClient
  /** Networks that the session allows in a namespace. */
  chains(namespace: Namespace): readonly string[]
  /** Uses a network in the kernel, and then in the provider. @throws what the kernel throws */
  switchChain(chain: Caip2): Promise<void>
  /** @throws what the kernel said, where it has just refused to switch to this chain */
  demandUsable(chain: Caip2): void
  /** The host has set another default chain: the kernel follows. */
  onDefaultChain(chain: Caip2): void
}

/** The chain families of a provider. */
export interface Families {
  /** The provider's table: each family that the library puts into it is adapted. */
  readonly table: Record<string, FamilyProvider>
  /** Uses the kernel's chain in a family. The kernel is not asked to follow. */
  follow(family: FamilyProvider, reference: string): void
}
/** How a family's provider itself changes its chain. */
type Moves = WeakMap<FamilyProvider, FamilyProvider['setDefaultChain']>

/** @throws `rpc.method_not_allowed`: for what is answered here, the rpc door is not asked */
function demandAllowed({ ctx }: FamilyNeeds, method: string, namespace: Namespace): void {
  if (!ctx.rpc.ruleOf(method, namespace).denied) return
  const message = 'Requested RPC call is not allowed'
  throw toLibraryError(
    new LatchkeyError('rpc.method_not_allowed', message, {
      context: { method },
      cause: { code: 4200, message },
    }),
  )
}

/** The chain that a switch names, as `0x89` or, as the library allows, `89`. */
function switchTarget(params: unknown): Caip2 {
  const [first] = Array.isArray(params) ? (params as [{ chainId?: unknown } | undefined]) : []
  const hex = /^(?:0x)?([0-9a-f]{1,13})$/i.exec(String(first?.chainId))?.[1]
  if (hex === undefined)
    throw toLibraryError(badParams(SWITCH, 'one parameter with a hexadecimal chainId'))
  return `${EVM}:${parseInt(hex, 16)}`
}

async function answer(
  needs: FamilyNeeds,
  namespace: Namespace,
  args: FamilyRequest,
  answerItself: FamilyProvider['request'],
): Promise<unknown> {
  const { method, params } = args.request
  demandAllowed(needs, method, namespace)
  if (namespace === EVM && method === SWITCH) {
    await needs.switchChain(switchTarget(params)).catch((error: unknown) => {
      throw toLibraryError(error)
    })
    return null
  }
  const own = Object.hasOwn(OWN_METHODS, namespace) ? OWN_METHODS[namespace]! : []
  return own.includes(method) ? answerItself(args) : needs.client().request(args as never)
}

/** The function by which the library asks a node. Here it asks the kernel, whose policy names the nodes. */
const createNode = (needs: FamilyNeeds, chain: Caip2) => ({
  request: (request: FamilyRequest['request']) => {
    const { session } = needs.client()
    return needs
      .client()
      .request({ topic: session.getAll()[0]?.topic ?? '', chainId: chain, request } as never)
  },
})

/** Any chain's node, by reference (`1`) or CAIP-2: the library uses both. */
const createNodes = (needs: FamilyNeeds, namespace: Namespace): object =>
  new Proxy(
    {},
    {
      get: (_, key) => {
        const chain = String(key)
        return createNode(needs, isCaip2(chain) ? chain : (`${namespace}:${chain}` as Caip2))
      },
      set: () => true,
    },
  )

/** Values of a family's provider that outlive one call: `wallet_sendCalls` keeps hashes there. */
function memory() {
  const entries = new Map<string, unknown>()
  return {
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
}

/**
 * Lets a family's provider ask wallets and nodes through the kernel alone. By itself it would ask
 * rpc.walletconnect.org, and keep hashes in a storage that all kernels of a page share.
 */
function adapt(
  needs: FamilyNeeds,
  moves: Moves,
  namespace: Namespace,
  provider: FamilyProvider,
): FamilyProvider {
  const nodes = createNodes(needs, namespace)
  const answerItself = provider.request.bind(provider)
  const setDefaultChain = provider.setDefaultChain.bind(provider)
  moves.set(provider, setDefaultChain)
  Object.defineProperty(provider, 'httpProviders', { get: () => nodes, set: () => undefined })
  if ('storage' in provider) provider.storage = memory()
  return Object.assign(provider, {
    request: (args: FamilyRequest) => answer(needs, namespace, args, answerItself),
    setDefaultChain(reference: string) {
      const chain: Caip2 = `${namespace}:${reference}`
      if (!needs.chains(namespace).includes(chain))
        throw toLibraryError(
          new LatchkeyError(
            'wallet.chain_disconnected',
            `Chain '${chain}' not approved. Please use one of the following: ${needs.chains(namespace).join()}`,
            { context: { network: chain } },
          ),
        )
      needs.demandUsable(chain)
      setDefaultChain(reference)
      needs.onDefaultChain(chain)
    },
  })
}

export function createFamilies(needs: FamilyNeeds): Families {
  const moves: Moves = new WeakMap()
  return {
    table: new Proxy<Record<string, FamilyProvider>>(
      {},
      {
        set: (table, namespace, provider: FamilyProvider) =>
          Reflect.set(table, namespace, adapt(needs, moves, String(namespace), provider)),
      },
    ),
    follow: (family, reference) => moves.get(family)?.(reference),
  }
}
