import { evm } from '@latchkey/evm'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import {
  definePlugin,
  type AnyPlugin,
  type PluginContext,
  type PluginDefinition,
} from '@latchkey/plugin-api'
import {
  account,
  FakeConnection,
  FakeConnector,
  fakeStorage,
  scope,
} from '@latchkey/plugin-testkit/fakes'
import {
  encodeContext,
  encodeLimits,
  hashDelegation,
  ROOT_AUTHORITY,
  type Delegation,
  type Limits,
} from '@latchkey/smart-account'
import type { Address, Chain } from 'viem'
import { afterEach, vi } from 'vitest'
import { smartSessions, type SessionRequest, type SmartSessionsApi } from '../src/index.js'
import { FakeNode } from './fakeNode.js'

export const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
export const SESSION_KEY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const SERVER = 'https://api.shop.test'
export const SIGNATURE = `0x${'5a'.repeat(65)}`
export const NOW_S = (): number => Math.floor(Date.now() / 1000)
const DAY_S = 86_400

/** A chain of viem, with a node of its own. */
export const chainOf = (id: number): Chain => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`https://node-${id}.test`] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
})

/** A request for two native coins within a day. */
export const requestOf = (more: Partial<SessionRequest> = {}): SessionRequest => ({
  to: SESSION_KEY,
  expiry: NOW_S() + DAY_S,
  permissions: [{ type: 'native', allowance: { kind: 'total', amount: 2n * 10n ** 18n } }],
  ...more,
})
export const limitsOf = (more: Partial<Limits> = {}): Limits => ({
  permission: requestOf().permissions[0]!,
  expiry: NOW_S() + DAY_S,
  maxCalls: 100,
  ...more,
})

let salts = 0n
/** A delegation with these limits, as a wallet signs it. */
export function delegationOf(
  limits: Limits,
  { from = OWNER, to = SESSION_KEY }: { from?: string; to?: string } = {},
): Delegation {
  const scope = { account: from as Address, delegate: to as Address, now: 0, longest: Infinity }
  return {
    delegate: to as Address,
    delegator: from as Address,
    authority: ROOT_AUTHORITY,
    caveats: encodeLimits(limits, scope),
    salt: (salts += 1n),
    signature: SIGNATURE as `0x${string}`,
  }
}
export const contextOf = (delegation: Delegation): string => encodeContext([delegation])
export const pciOf = (delegation: Delegation): string => hashDelegation(delegation)

type Answer = (params: readonly unknown[]) => unknown
const unsupported = (): never => {
  throw Object.assign(new Error('The method does not exist'), { code: 4200 })
}

/** A wallet with a smart account: what it is asked is kept, and a test may change its answers. */
export class FakeSmartWallet {
  /** Limits of the grants that it gives, one for each request; those of the request if left out. */
  grants: (at: number) => Delegation = () => delegationOf(limitsOf())
  answers: Record<string, Answer> = {
    wallet_grantPermissions: (params) => this.grant(params),
    wallet_revokePermissions: () => ({}),
    personal_sign: () => SIGNATURE,
  }
  readonly asked: { method: string; params: readonly unknown[] }[] = []
  /** Addresses of further smart accounts, with the keys `1`, `2`, … */
  others: readonly string[] = []
  methods: readonly string[] | 'any' = [
    'personal_sign',
    'eth_sendTransaction',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getGrantedExecutionPermissions',
  ]
  of(method: string): readonly (readonly unknown[])[] {
    return this.asked.filter((each) => each.method === method).map(({ params }) => params)
  }
  /** Grants what it is asked for, and names the delegations. */
  grant(params: readonly unknown[]): unknown {
    return params.map((asked, at) => ({
      ...(asked as object),
      context: contextOf(this.grants(at)),
    }))
  }
  readonly answer = async ({ method, params }: { method: string; params?: unknown }) => {
    const list = (params ?? []) as readonly unknown[]
    this.asked.push({ method, params: list })
    return (this.answers[method] ?? unsupported)(list)
  }
  plugin(address = OWNER): AnyPlugin {
    const link = () =>
      new FakeConnection(
        'smart',
        'smart',
        {
          eip155: scope(
            [address, ...this.others].map((each, at) =>
              account('eip155', String(at), { address: each, type: 'smartAccount' }),
            ),
            { selected: '0', methods: this.methods },
          ),
        },
        { answer: this.answer },
      )
    return definePlugin({
      id: 'smart-wallet',
      version: '0.1.0',
      kernelApi: '*',
      setup: (ctx) =>
        void ctx.connectors.add(new FakeConnector('smart', { namespaces: ['eip155'], link })),
    }) as unknown as AnyPlugin
  }
}

/** The site's server: sessions by account, and what it was asked. */
export class FakeService {
  readonly asked: { method: string; url: URL; body: Record<string, unknown> }[] = []
  sessions: (account: string) => unknown = () => ({ sessions: [] })
  revoke: (body: Record<string, unknown>) => unknown = () => ({ status: 'SUCCESS' })
  add: (body: Record<string, unknown>) => unknown = () => ({ status: 'SUCCESS' })
  by(method: string): typeof this.asked {
    return this.asked.filter((each) => each.method === method)
  }
  answer(url: URL, init: RequestInit): unknown {
    const { method = 'GET' } = init
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    this.asked.push({ method, url, body })
    const [, account = ''] = /\/v1\/sessions\/([^/]+)/.exec(url.pathname) ?? []
    if (method === 'GET') return this.sessions(decodeURIComponent(account))
    return url.pathname.endsWith('/revoke') ? this.revoke(body) : this.add(body)
  }
}

export interface Site {
  kernel: Kernel
  api: SmartSessionsApi
  ctx: PluginContext
  wallet: FakeSmartWallet
  service: FakeService
  node: FakeNode
  storage: ReturnType<typeof fakeStorage>
  /** Addresses of all that was fetched. */
  fetched: string[]
  events: (readonly [string, unknown])[]
  until(what: () => unknown): Promise<void>
}
export interface SiteOptions {
  wallet?: FakeSmartWallet
  service?: FakeService
  node?: FakeNode
  storage?: ReturnType<typeof fakeStorage>
  chains?: readonly [Chain, ...Chain[]]
  isOn?: boolean
  /** The site names no server. */
  hasNoServer?: boolean
  isConnected?: boolean
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
}

const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Answers what the page fetches: the server, and nodes of networks. */
const fetchOf =
  ({ service, node, fetched }: Pick<Site, 'service' | 'node' | 'fetched'>) =>
  async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    fetched.push(url.href)
    const made = url.href.startsWith(SERVER)
      ? await service.answer(url, init)
      : await node.answer(url, JSON.parse(String(init.body)))
    init.signal?.throwIfAborted()
    if (typeof made === 'number') return Response.json({ status: 'FAILED' }, { status: made })
    return Response.json(made)
  }

/** A site with this plugin, connected to a wallet with a smart account. */
export async function openSite({
  wallet = new FakeSmartWallet(),
  service = new FakeService(),
  node = new FakeNode(),
  storage = fakeStorage(),
  chains = [chainOf(1), chainOf(8453)],
  isOn = true,
  hasNoServer = false,
  isConnected = true,
  kernel: more = {},
}: SiteOptions = {}): Promise<Site> {
  const fetched: string[] = []
  vi.stubGlobal('fetch', fetchOf({ service, node, fetched }))
  const got: { ctx?: PluginContext } = {}
  const probe = definePlugin({
    id: 'probe',
    version: '0.1.0',
    kernelApi: '*',
    setup: (ctx) => void (got.ctx = ctx),
  })
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    mobile: false,
    logLevel: 'silent',
    strict: true,
    storage,
    reconnect: false,
    features: { smartSessions: isOn },
    ...more,
    plugins: [
      evm({ networks: chains }),
      wallet.plugin(),
      smartSessions(hasNoServer ? {} : { url: SERVER, projectId: 'shop-1' }),
      probe,
    ] as unknown as PluginDefinition[],
  })
  kernels.push(kernel)
  await kernel.ready
  await kernel.ports.late.load()
  if (isConnected) await kernel.connect('smart')
  const events: Site['events'] = []
  got.ctx!.events.onAny((name, event) => events.push([name, event]))
  return {
    kernel,
    api: (kernel.plugins as unknown as { sessions: SmartSessionsApi }).sessions,
    ctx: got.ctx!,
    ...{ wallet, service, node, storage, fetched, events },
    until: (what) =>
      vi.waitFor(
        () => {
          if (!what()) throw new Error('not yet')
        },
        { timeout: 20_000, interval: 5 },
      ),
  }
}

/** The error that a promise was rejected with. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It was fulfilled.'),
    (error: unknown) => error,
  )
