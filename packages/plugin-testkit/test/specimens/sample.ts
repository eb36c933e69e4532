import {
  definePlugin,
  isLatchkeyError,
  LatchkeyError,
  type ChainAdapter,
  type Connector,
  type Network,
  type PluginContext,
  type Schema,
} from '@latchkey/plugin-api'
import type { AdapterOptions } from '../../src/index.js'
import { connector } from './sampleWallet.js'

const ADDRESS = /^s\.[a-z]{3,8}$/
const refuse = (text: unknown): never => {
  const input = typeof text === 'string' ? text.slice(0, 80) : `a value of type ${typeof text}`
  throw new LatchkeyError(
    'adapter.invalid_address',
    `Not an address of the sample chain: ${input}. Expected s. and three to eight letters.`,
    { context: { input, namespace: 'sample' } },
  )
}
const failed = (why: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('rpc.failed', why, { cause })

/** Asks the chain's node. */
export async function ask(network: Network, signal?: AbortSignal): Promise<unknown> {
  if (signal?.aborted) throw new LatchkeyError('kernel.aborted', 'Request was aborted')
  const [url] = network.rpcUrls
  if (!url) throw failed('The network has no node')
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: '{"id":1}',
      ...(signal && { signal }),
    })
    if (!response.ok) throw failed(`HTTP ${response.status}`)
    const answer = (await response.json()) as { result?: unknown; error?: unknown } | null
    if (!answer || answer.error !== undefined) throw failed('The node refused')
    return answer.result
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw signal?.aborted
      ? new LatchkeyError('kernel.aborted', 'Request was aborted')
      : failed('The node cannot be read', error)
  }
}
export const toAmount = (result: unknown) => {
  if (typeof result !== 'string' || !/^\d{1,78}$/.test(result))
    throw failed('The node answered no amount')
  return { value: BigInt(result), decimals: 1, symbol: 'S' }
}

export const adapter = (more: Partial<ChainAdapter> = {}, ctx?: PluginContext): ChainAdapter => ({
  parseAddress: (text) =>
    typeof text === 'string' && /^[ -~]*$/.test(text) && ADDRESS.test(text.toLowerCase())
      ? text.toLowerCase()
      : refuse(text),
  formatAddress: (address) => address.slice(0, 5),
  addressOn: ({ address }) => address,
  async balance({ address, network, signal }) {
    if (!ADDRESS.test(address)) refuse(address)
    return toAmount(await ask(network, signal))
  },
  sign: async ({ account, network, signal }) =>
    String(
      await ctx!.connections.request({
        connectionId: account.connectionId,
        network: network.id,
        method: 'sample_sign',
        ...(signal && { signal }),
      }),
    ),
  assets: async ({ account, network, signal }) => [
    {
      name: String(
        await ctx!.connections.request({
          connectionId: account.connectionId,
          network: network.id,
          method: 'sample_get',
          ...(signal && { signal }),
        }),
      ),
      amount: { value: 1n, decimals: 0, symbol: 'S' },
    },
  ],
  send: {
    submit: async ({ account, network, signal }) => ({
      kind: 'transaction',
      id: String(
        await ctx!.connections.request({
          connectionId: account.connectionId,
          network: network.id,
          method: 'sample_sign',
          ...(signal && { signal }),
        }),
      ),
    }),
    async *watch(_, { network, signal }) {
      await ask(network, signal)
      yield { status: 'success' }
    },
  },
  describe: ({ params }) =>
    Promise.resolve(
      Array.isArray(params) && typeof params[0] === 'string'
        ? {
            title: 'sample.sign',
            rows: [{ label: 'sample.words', value: params[0] }],
            complete: false,
          }
        : undefined,
    ),
  ...more,
})

export interface SampleApi {
  count(): number
}
export interface Sample {
  connector: Partial<Connector>
  adapter: Partial<ChainAdapter>
}
const text: Schema<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}

/** A plugin that does everything as it should. */
export const sample = (more: Partial<Sample> = {}) =>
  definePlugin({
    id: 'sample',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['sample'],
    reaches: { origins: ['https://*.sample.test'] },
    storage: { version: 1, keys: { last: text } },
    setup(ctx): SampleApi {
      ctx.adapters.add({
        namespace: 'sample',
        abilities: ['balance', 'sign', 'assets', 'send', 'describe'],
        session: { methods: ['sample_sign', 'sample_get'], events: [] },
        resembles: (address) =>
          typeof address === 'string' &&
          /^s\.[a-z]{3,8}$/i.test(address) &&
          /^[ -~]*$/.test(address),
        load: () => Promise.resolve(adapter(more.adapter, ctx)),
      })
      ctx.networks.add({
        id: 'sample:1',
        namespace: 'sample',
        reference: '1',
        name: 'Sample',
        nativeCurrency: { name: 'S', symbol: 'S', decimals: 1 },
        rpcUrls: ['https://rpc.sample.example'],
      })
      ctx.networks.add({
        id: 'sample:2',
        namespace: 'sample',
        reference: '2',
        name: 'Sample Two',
        nativeCurrency: { name: 'S', symbol: 'S', decimals: 1 },
        rpcUrls: ['https://rpc.two.example'],
      })
      ctx.rpc.allow({ namespace: 'sample', methods: { sample_sign: 'sign', sample_get: 'read' } })
      ctx.messages.add({ en: { 'sample.wave': 'Wave' } })
      ctx.accountActions.add({ id: 'sample.wave', label: 'sample.wave', run: () => undefined })
      return { count: () => ctx.connectors.get().length }
    },
    start(ctx) {
      if (typeof window === 'undefined') return
      ctx.connectors.add(connector(more.connector))
      const listen = (): void =>
        ctx.storage.set('last', ctx.storage.get('last')?.slice(0, 9) ?? 'seen')
      listen()
      window.addEventListener('sample:announce', listen)
      ctx.onDispose(() => window.removeEventListener('sample:announce', listen))
      const timer = setInterval(listen, 5_000)
      ctx.onDispose(() => clearInterval(timer))
      ctx.http
        .client({ baseUrl: 'https://api.sample.test' })
        .get('hello')
        .catch(() => undefined)
    },
  })

/** Options for the suite of its adapter. */
export const addresses: AdapterOptions = {
  namespace: 'sample',
  valid: ['s.alice', ['S.BOB', 's.bob']],
  invalid: ['s.al', 's.alicealice', 't.alice', 's.al1ce'],
  fetch: () => Promise.resolve(Response.json({ result: '5' })),
}
