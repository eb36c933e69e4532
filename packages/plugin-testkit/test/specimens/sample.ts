import { definePlugin, isLatchkeyError, LatchkeyError, type Account, type ChainAdapter, type Connection, type Connector, type Dispose, type Json, type Network, type PluginContext, type Schema, type Scopes } from '@latchkey/plugin-api'
import type { WalletBench } from '../../src/index.js'

/** A wallet of a made-up chain, as a page finds it. */
export class SampleWallet implements WalletBench {
  #how: Parameters<WalletBench['behave']>[0] = 'accept'
  #prompts = 0
  #allowed = false
  readonly #waiting: (() => void)[] = []
  readonly handlers = new Set<(addresses: readonly string[]) => void>()

  install(): Dispose {
    this.#how = 'accept'
    this.#prompts = 0
    this.#allowed = false
    Object.assign(window, { sampleWallet: this })
    return () => void Reflect.deleteProperty(window, 'sampleWallet')
  }

  /** What the page calls. */
  enable(): Promise<readonly string[]> {
    this.#prompts++
    const how = this.#how
    if (typeof how === 'object') return Promise.reject(how.reject)
    const agree = (): readonly string[] => {
      this.#allowed = true
      return ['s.alice', 's.bob']
    }
    return how === 'accept' ? Promise.resolve(agree()) : new Promise((resolve) => this.#waiting.push(() => resolve(agree())))
  }

  /** What it exposes without asking. */
  exposed(): readonly string[] {
    return this.#allowed ? ['s.alice', 's.bob'] : []
  }

  behave(how: Parameters<WalletBench['behave']>[0]): void {
    this.#how = how
  }

  prompts(): number {
    return this.#prompts
  }

  answerLate(): void {
    for (const answer of this.#waiting.splice(0)) answer()
  }

  listeners(): number {
    return this.handlers.size
  }
}

const installed = (): SampleWallet | undefined => (typeof window === 'undefined' ? undefined : (window as { sampleWallet?: SampleWallet }).sampleWallet)

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => new Promise((resolve, reject) => {
  const onAbort = (): void => reject(new LatchkeyError('kernel.aborted', 'Request was aborted'))
  if (signal.aborted) return onAbort()
  signal.addEventListener('abort', onAbort)
  work.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject)
})

export const typed = (error: unknown): LatchkeyError => {
  try {
    const { code } = error as { code?: unknown }
    if (code === 4001) return new LatchkeyError('wallet.user_rejected', 'Connection rejected', { cause: error })
    if (code === -32002) return new LatchkeyError('wallet.request_pending', 'A request is waiting in the wallet', { cause: error })
    if (code === 'kernel.aborted') return error as LatchkeyError
  } catch {
    // It cannot be read.
  }
  return new LatchkeyError('wallet.connect_failed', 'Failed to connect', { cause: error })
}

const account = (address: string): Account => ({ key: address, namespace: 'sample', address, type: 'eoa' })
const scopesOf = (addresses: readonly string[]): Scopes => ({ sample: { accounts: addresses.map(account), networks: 'any', methods: 'any' } })

export function connectionOf(wallet: SampleWallet, addresses: readonly string[]): Connection {
  const offs = new Set<Dispose>()
  let over = false
  return {
    id: 'sample.wallet',
    connectorId: 'sample.wallet',
    scopes: scopesOf(addresses),
    request: ({ method }) => (over ? Promise.reject(new LatchkeyError('wallet.disconnected', 'This connection has ended')) : Promise.resolve(method)),
    onChange(listener) {
      const handler = (now: readonly string[]): void => listener({ scopes: scopesOf(now) })
      wallet.handlers.add(handler)
      const off = (): void => void (wallet.handlers.delete(handler) && offs.delete(off))
      offs.add(off)
      return off
    },
    release() {
      over = true
      for (const off of [...offs]) off()
      return Promise.resolve()
    },
    snapshot: () => ({ addresses: [...addresses] }),
  }
}

export const connector = (more: Partial<Connector> = {}): Connector => ({
  id: 'sample.wallet',
  name: 'Sample',
  kind: 'injected',
  namespaces: ['sample'],
  availability: () => (installed() ? 'installed' : 'unavailable'),
  async connect({ silent, signal }) {
    const wallet = installed()
    if (signal.aborted) throw new LatchkeyError('kernel.aborted', 'Request was aborted')
    if (!wallet) throw new LatchkeyError('wallet.not_installed', 'The sample wallet is not installed')
    try {
      const addresses = silent ? wallet.exposed() : await untilAborted(wallet.enable(), signal)
      if (!addresses.length) throw new LatchkeyError('wallet.unauthorized', 'Nothing is exposed')
      return connectionOf(wallet, addresses)
    } catch (error) {
      throw typed(error)
    }
  },
  restore(snapshot) {
    const wallet = installed()
    const known = wallet?.exposed() ?? []
    const { addresses } = (typeof snapshot === 'object' && snapshot !== null ? snapshot : {}) as { addresses?: Json }
    return Promise.resolve(wallet && known.length && Array.isArray(addresses) ? connectionOf(wallet, known) : undefined)
  },
  ...more,
})

const ADDRESS = /^s\.[a-z]{3,8}$/
const refuse = (text: unknown): never => {
  const input = typeof text === 'string' ? text.slice(0, 80) : `a value of type ${typeof text}`
  throw new LatchkeyError('adapter.invalid_address', `Not an address of the sample chain: ${input}. Expected s. and three to eight letters.`, { context: { input, namespace: 'sample' } })
}
const failed = (why: string, cause?: unknown): LatchkeyError => new LatchkeyError('rpc.failed', why, { cause })

/** Asks the chain's node. */
export async function ask(network: Network, signal?: AbortSignal): Promise<unknown> {
  if (signal?.aborted) throw new LatchkeyError('kernel.aborted', 'Request was aborted')
  const [url] = network.rpcUrls
  if (!url) throw failed('The network has no node')
  try {
    const response = await fetch(url, { method: 'POST', body: '{"id":1}', ...(signal && { signal }) })
    if (!response.ok) throw failed(`HTTP ${response.status}`)
    const answer = await response.json() as { result?: unknown; error?: unknown } | null
    if (!answer || answer.error !== undefined) throw failed('The node refused')
    return answer.result
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw signal?.aborted ? new LatchkeyError('kernel.aborted', 'Request was aborted') : failed('The node cannot be read', error)
  }
}
export const toAmount = (result: unknown) => {
  if (typeof result !== 'string' || !/^\d{1,78}$/.test(result)) throw failed('The node answered no amount')
  return { value: BigInt(result), decimals: 1, symbol: 'S' }
}

export const adapter = (more: Partial<ChainAdapter> = {}, ctx?: PluginContext): ChainAdapter => ({
  parseAddress: (text) => (typeof text === 'string' && /^[ -~]*$/.test(text) && ADDRESS.test(text.toLowerCase()) ? text.toLowerCase() : refuse(text)),
  formatAddress: (address) => address.slice(0, 5),
  addressOn: ({ address }) => address,
  async balance({ address, network, signal }) {
    if (!ADDRESS.test(address)) refuse(address)
    return toAmount(await ask(network, signal))
  },
  sign: async ({ account, network, signal }) => String(await ctx!.connections.request({ connectionId: account.connectionId, network: network.id, method: 'sample_sign', ...(signal && { signal }) })),
  assets: async ({ account, network, signal }) => [{ name: String(await ctx!.connections.request({ connectionId: account.connectionId, network: network.id, method: 'sample_get', ...(signal && { signal }) })), amount: { value: 1n, decimals: 0, symbol: 'S' } }],
  send: {
    submit: async ({ account, network, signal }) => ({ kind: 'transaction', id: String(await ctx!.connections.request({ connectionId: account.connectionId, network: network.id, method: 'sample_sign', ...(signal && { signal }) })) }),
    async *watch(_, { network, signal }) {
      await ask(network, signal)
      yield { status: 'success' }
    },
  },
  describe: ({ params }) => Promise.resolve(Array.isArray(params) && typeof params[0] === 'string' ? { title: 'sample.sign', rows: [{ label: 'sample.words', value: params[0] }], complete: false } : undefined),
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
export const sample = (more: Partial<Sample> = {}) => definePlugin({
  id: 'sample', version: '0.1.0', kernelApi: '^0.1', chains: ['sample'],
  reaches: { origins: ['https://*.sample.test'] },
  storage: { version: 1, keys: { last: text } },
  setup(ctx): SampleApi {
    ctx.adapters.add({
      namespace: 'sample', abilities: ['balance', 'sign', 'assets', 'send', 'describe'], session: { methods: ['sample_sign', 'sample_get'], events: [] },
      resembles: (address) => typeof address === 'string' && /^s\.[a-z]{3,8}$/i.test(address) && /^[ -~]*$/.test(address),
      load: () => Promise.resolve(adapter(more.adapter, ctx)),
    })
    ctx.networks.add({ id: 'sample:1', namespace: 'sample', reference: '1', name: 'Sample', nativeCurrency: { name: 'S', symbol: 'S', decimals: 1 }, rpcUrls: ['https://rpc.sample.example'] })
    ctx.rpc.allow({ namespace: 'sample', methods: { sample_sign: 'sign', sample_get: 'read' } })
    ctx.accountActions.add({ id: 'sample.wave', label: 'sample.wave', run: () => undefined })
    return { count: () => ctx.connectors.get().length }
  },
  start(ctx) {
    if (typeof window === 'undefined') return
    ctx.connectors.add(connector(more.connector))
    const listen = (): void => ctx.storage.set('last', ctx.storage.get('last')?.slice(0, 9) ?? 'seen')
    listen()
    window.addEventListener('sample:announce', listen)
    ctx.onDispose(() => window.removeEventListener('sample:announce', listen))
    const timer = setInterval(listen, 5_000)
    ctx.onDispose(() => clearInterval(timer))
    ctx.http.client({ baseUrl: 'https://api.sample.test' }).get('hello').catch(() => undefined)
  },
})
