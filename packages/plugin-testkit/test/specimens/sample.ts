import { definePlugin, LatchkeyError, type Account, type ChainAdapter, type Connection, type Connector, type Dispose, type Json, type Schema, type Scopes } from '@latchkey/plugin-api'
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
export const adapter = (more: Partial<ChainAdapter> = {}): ChainAdapter => ({
  parseAddress(text) {
    const lower = typeof text === 'string' ? text.toLowerCase() : ''
    if (!ADDRESS.test(lower)) throw new LatchkeyError('adapter.invalid_address', 'Not an address of the sample chain', { context: { input: String(lower), namespace: 'sample' } })
    return lower
  },
  formatAddress: (address) => address.slice(0, 5),
  addressOn: ({ address }) => address,
  balance: ({ signal }) => (signal ? untilAborted(Promise.resolve().then(() => ({ value: 5n, decimals: 1, symbol: 'S' })), signal) : Promise.resolve({ value: 5n, decimals: 1, symbol: 'S' })),
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
      namespace: 'sample', abilities: ['balance'], session: { methods: ['sample_sign', 'sample_get'], events: [] },
      resembles: (address) => typeof address === 'string' && /^s\./i.test(address) && address.length < 20,
      load: () => Promise.resolve(adapter(more.adapter)),
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
