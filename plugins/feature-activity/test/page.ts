import { backend } from '@latchkey/backend'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { definePlugin, type PluginContext, type PluginDefinition } from '@latchkey/plugin-api'
import {
  account,
  FakeConnection,
  FakeConnector,
  fakeNetwork,
  scope,
} from '@latchkey/plugin-testkit/fakes'
import { activity, type ActivityApi, type ActivityOptions } from '../src/index.js'
import { ALICE, ONE, TEN } from './entries.js'

/** The answer of the server to a call: an object is JSON, and an error of fetch is thrown. */
export type Server = (url: URL, init: RequestInit) => unknown

/** A chain family with a wallet that has one account. */
export const chain = (
  namespace = 'eip155',
  ids: readonly `${string}:${string}`[] = [ONE, TEN],
  address: string = ALICE,
) =>
  definePlugin({
    id: `chain-${namespace}`,
    version: '0.1.0',
    kernelApi: '*',
    chains: [namespace],
    setup(ctx) {
      ctx.adapters.add({
        namespace,
        abilities: [],
        resembles: () => true,
        session: { methods: [], events: [] },
        ...(namespace === 'eip155' && { tabs: ['activity'] as const }),
        load: async () => ({
          parseAddress: (text) => text,
          formatAddress: (text) => `${text.slice(0, 6)}…${text.slice(-4)}`,
          addressOn: (one) => one.address,
        }),
      })
      for (const id of ids)
        ctx.networks.add(
          fakeNetwork(id, {
            blockExplorers: [{ name: 'Etherscan', url: 'https://explorer.example' }],
          }),
        )
      const scopes = { [namespace]: scope([account(namespace, 'a', { address })]) }
      ctx.connectors.add(
        new FakeConnector(`wallet-${namespace}`, {
          namespaces: [namespace],
          link: () => new FakeConnection(`link-${namespace}`, `wallet-${namespace}`, scopes),
        }),
      )
    },
  })

export interface Site {
  kernel: Kernel
  api: ActivityApi
  /** Addresses of the calls, in order. */
  calls: URL[]
  /** The settings of the calls. */
  settings: RequestInit[]
  /** Changes the answers from now on. */
  answer(server: Server): void
  /** The context of another plugin. */
  ctx: PluginContext
}

const ends: (() => void)[] = []
const { fetch } = globalThis
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  globalThis.fetch = fetch
}
/** Runs at the end of the test. */
export const atEnd = (end: () => void): void => void ends.push(end)

export const page = (data: unknown, next: string | null = null): object => ({ data, next })

/** A site with this plugin and a server that the test answers for. */
export async function openSite({
  server = () => page([]),
  hasBackend = true,
  isConnected = true,
  plugins = [chain()],
  options,
  ...kernelOptions
}: {
  server?: Server
  hasBackend?: boolean
  isConnected?: boolean
  plugins?: readonly PluginDefinition[]
  options?: ActivityOptions
} & Partial<Omit<KernelOptions, 'plugins'>> = {}): Promise<Site> {
  let current = server
  const calls: URL[] = []
  const settings: RequestInit[] = []
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname !== 'api.shop.test') return fetch(input, init)
    // Prices are not what most tests are about.
    if (url.pathname === '/v1/fungible/price')
      return Response.json(current(url, init) ?? { fungibles: [] })
    calls.push(url)
    settings.push(init)
    const answer = await current(url, init)
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : Response.json(answer)
  }
  const got: { ctx?: PluginContext } = {}
  const other = definePlugin({
    id: 'other',
    version: '0.1.0',
    kernelApi: '*',
    setup: (ctx) => void (got.ctx = ctx),
  })
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    mobile: false,
    strict: true,
    logLevel: 'silent',
    ...kernelOptions,
    plugins: [
      ...plugins,
      ...(hasBackend ? [backend({ url: 'https://api.shop.test' })] : []),
      activity(options),
      other,
    ],
  })
  ends.push(() => kernel.dispose())
  await kernel.ready
  if (isConnected) await kernel.connect('wallet-eip155')
  return {
    kernel: kernel as unknown as Kernel,
    api: (kernel.plugins as { activity: ActivityApi }).activity,
    calls,
    settings,
    answer: (next) => (current = next),
    ctx: got.ctx!,
  }
}
