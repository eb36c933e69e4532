import { backend } from '@latchkey/backend'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import {
  definePlugin,
  type ChainAdapter,
  type PluginContext,
  type PluginDefinition,
} from '@latchkey/plugin-api'
import {
  account,
  FakeAuthWallet,
  FakeConnection,
  FakeConnector,
  fakeStorage,
  scope,
} from '@latchkey/plugin-testkit/fakes'
import { afterEach, vi } from 'vitest'
import { names, type NamesApi, type NamesForm, type NamesOptions } from '../src/index.js'

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const SERVER = 'https://api.shop.test'
export const SIGNATURE = `0x${'5a'.repeat(65)}`
export const ZONE = 'shop.eth'

/** A name as an honest server tells it. */
export const profile = (name: string, address = ALICE, more: object = {}) => ({
  name,
  zone: ZONE,
  registered_at: '2026-11-22T10:00:00.000Z',
  addresses: { '60': { address, created_at: '2026-11-22T10:00:00.000Z' } },
  attributes: {},
  ...more,
})
/** A refusal in the server's own words. */
export const refusal = (
  status: number,
  description?: string,
  more: object = {},
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    {
      status: 'FAILED',
      ...(description !== undefined && { reasons: [{ name: 'name', description }] }),
      ...more,
    },
    { status, headers },
  )
/** The refusal of a limit, with the seconds until it ends. */
export const tooMany = (seconds: number | string, name = 'too_many_requests'): Response =>
  refusal(
    429,
    undefined,
    { reasons: [{ name, description: 'Too much.' }] },
    { 'retry-after': String(seconds) },
  )

/** A question that reached the server. */
export interface Asked {
  method: string
  url: URL
  body: Record<string, unknown>
}

/** The site's server, whose answers the test decides: an error's status, an answer, or a promise of one. */
export class FakeServer {
  /** The names that somebody has, by name, with their addresses. */
  readonly taken: Record<string, string> = { 'alice.shop.eth': BOB }
  readonly asked: Asked[] = []
  /** The texts of names, by name. */
  readonly texts: Record<string, object> = {}
  name: (name: string) => unknown = (name) =>
    this.taken[name] === undefined
      ? 404
      : profile(name, this.taken[name], { attributes: this.texts[name] ?? {} })
  reverse: (address: string) => unknown = (address) =>
    Object.entries(this.taken)
      .filter(([, owner]) => owner === address)
      .map(([name]) => profile(name, address))
  suggestions: (label: string) => unknown = (label) => ({
    suggestions: [label, `${label}1`, `${label}-2`]
      .map((each) => ({ name: `${each}.${ZONE}` }))
      .filter(({ name }) => this.taken[name] === undefined),
  })
  identity: (address: string) => unknown = (address) => {
    const found = Object.entries(this.taken).find(([, owner]) => owner === address)
    return found ? { name: found[0], avatar: `/v1/profile/avatar/${found[0]}` } : 404
  }
  register: (body: Record<string, unknown>) => unknown = ({ message, address }) => {
    const { name } = JSON.parse(String(message)) as { name: string }
    if (this.taken[name] !== undefined) return refusal(409, 'This name is taken')
    this.taken[name] = String(address)
    return { success: true, name }
  }

  /** The owner's texts replace those before. */
  change: (body: Record<string, unknown>) => unknown = ({ message }) => {
    const { name, attributes } = JSON.parse(String(message)) as { name: string; attributes: object }
    this.texts[name] = attributes
    return { success: true, name }
  }
  release: (body: Record<string, unknown>) => unknown = ({ message }) => {
    const { name } = JSON.parse(String(message)) as { name: string }
    delete this.taken[name]
    return { success: true, name }
  }

  of(path: string): Asked[] {
    return this.asked.filter(({ url }) => url.pathname.includes(path))
  }
  get posted(): Asked[] {
    return this.by('POST')
  }
  by(wanted: string): Asked[] {
    return this.asked.filter(({ method }) => method === wanted)
  }
  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const { method = 'GET' } = init
    this.asked.push({ method, url, body })
    const last = decodeURIComponent(url.pathname.split('/').at(-1)!)
    const changes = { POST: this.register, PUT: this.change, DELETE: this.release }
    const act = changes[method as keyof typeof changes] as typeof this.register | undefined
    const made = await (act
      ? act(body)
      : url.pathname.includes('/suggestions/')
        ? this.suggestions(last)
        : url.pathname.includes('/reverse/')
          ? this.reverse(last)
          : url.pathname.includes('/identity/')
            ? this.identity(last)
            : this.name(last))
    init.signal?.throwIfAborted()
    if (typeof made === 'number') return Response.json({ status: 'FAILED' }, { status: made })
    return made instanceof Response ? made : Response.json(made)
  }
}

const adapter: ChainAdapter = {
  parseAddress: (text) => text,
  formatAddress: (text) => `${text.slice(0, 6)}…${text.slice(-4)}`,
  addressOn: ({ address }) => address,
}

/** A chain family with its networks, and a wallet that is not an embedded one. */
const chainPlugin = (
  namespace: string,
  references: readonly string[],
  more: Partial<ChainAdapter>,
): PluginDefinition =>
  definePlugin({
    id: `chain-${namespace}`,
    version: '0.1.0',
    kernelApi: '*',
    chains: [namespace],
    setup: (ctx) => {
      ctx.adapters.add({
        namespace,
        abilities: more.nameLookup ? ['nameLookup'] : [],
        resembles: () => true,
        session: { methods: ['personal_sign'], events: [] },
        load: async () => ({ ...adapter, ...more }),
      })
      ctx.rpc.allow({ namespace, methods: { personal_sign: 'sign' } })
      for (const reference of references)
        ctx.networks.add({
          id: `${namespace}:${reference}`,
          namespace,
          reference,
          name: `Chain ${reference}`,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
          blockExplorers: [{ name: 'Scan', url: 'https://scan.example' }],
        })
      const link = (): FakeConnection =>
        new FakeConnection(`link-${namespace}`, `wallet-${namespace}`, {
          [namespace]: scope([account(namespace, '0', { address: ALICE })], { selected: '0' }),
        })
      ctx.connectors.add(
        new FakeConnector(`wallet-${namespace}`, { namespaces: [namespace], link }),
      )
    },
  }) as unknown as PluginDefinition

export interface Site {
  kernel: Kernel
  /** The plugin's API, with the form where it is loaded. */
  api: NamesApi & NamesForm
  ctx: PluginContext
  wallet: FakeAuthWallet
  server: FakeServer
  storage: ReturnType<typeof fakeStorage>
  events: (readonly [string, unknown])[]
  /** Ids of the views, the oldest first. */
  views(): readonly string[]
  until(what: () => unknown): Promise<void>
}
export interface SiteOptions {
  /** `null`: the site has no server. */
  server?: FakeServer | null
  /** The site has a server whose answers the test makes itself; only with `server: null`. */
  hasServer?: boolean
  storage?: ReturnType<typeof fakeStorage>
  options?: NamesOptions
  references?: readonly string[]
  /** A second chain family. */
  other?: string
  adapter?: Partial<ChainAdapter>
  /** The connector that is connected: that of the embedded wallet if left out; `null`: none. */
  connect?: string | null
  /** The site has no embedded wallet. */
  isWithoutAuth?: boolean
  /** The form is not loaded before a view needs it. */
  isBare?: boolean
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
}

const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A site with this plugin, connected with the embedded wallet. */
export async function openSite({
  server = new FakeServer(),
  hasServer = server !== null,
  storage = fakeStorage(),
  options = { zone: ZONE },
  references = ['1', '8453'],
  other,
  adapter: more = {},
  connect = 'fake-auth',
  isWithoutAuth = false,
  isBare = false,
  kernel: moreOfKernel = {},
}: SiteOptions = {}): Promise<Site> {
  if (server) vi.stubGlobal('fetch', server.fetch)
  const got: { ctx?: PluginContext } = {}
  const probe = definePlugin({
    id: 'probe',
    version: '0.1.0',
    kernelApi: '*',
    setup: (ctx) => void (got.ctx = ctx),
  })
  const wallet = new FakeAuthWallet({
    namespace: 'eip155',
    accounts: [
      account('eip155', '0', { address: ALICE }),
      account('eip155', '1', { address: BOB }),
    ],
    sign: () => SIGNATURE,
  })
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    mobile: false,
    logLevel: 'silent',
    strict: true,
    storage,
    reconnect: false,
    ...moreOfKernel,
    plugins: [
      chainPlugin('eip155', references, more),
      ...(other ? [chainPlugin(other, ['main'], {})] : []),
      ...(isWithoutAuth ? [] : [wallet.plugin()]),
      ...(hasServer ? [backend({ url: SERVER, projectId: 'shop-1' })] : []),
      names(options),
      probe,
    ] as PluginDefinition[],
  })
  kernels.push(kernel)
  await kernel.ready
  await kernel.ports.late.load()
  if (connect) await kernel.connect(connect)
  const events: Site['events'] = []
  got.ctx!.events.onAny((name, event) => events.push([name, event]))
  const plugin = (kernel.plugins as unknown as { names: NamesApi }).names
  const api = { ...plugin, ...(isBare ? undefined : await plugin.form()) } as Site['api']
  return {
    kernel,
    api,
    ctx: got.ctx!,
    wallet,
    server: server ?? new FakeServer(),
    storage,
    events,
    views: () => kernel.ports.router.get().map(({ view }) => view),
    until: (what) =>
      vi.waitFor(
        () => {
          if (!what()) throw new Error('not yet')
        },
        { timeout: 20_000, interval: 5 },
      ),
  }
}

/** A promise that the test settles. */
export function held<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}
/** The error that a promise was rejected with. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It was fulfilled.'),
    (error: unknown) => error,
  )
