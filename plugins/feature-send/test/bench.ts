import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import {
  definePlugin,
  LatchkeyError,
  type Asset,
  type ChainAdapter,
  type ConnectedAccount,
  type Connection,
  type ConnectionChange,
  type Json,
  type PluginContext,
  type PluginDefinition,
  type RpcClass,
  type SubmissionStatus,
  type WireRequest,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterEach, vi } from 'vitest'
import { send, type SendApi, type SendOptions } from '../src/index.js'

export const COIN = { name: 'Coin', symbol: 'COIN', decimals: 9 }
const UNIT = 1_000_000_000n

type Wallet = 'accept' | 'silence' | { reject: unknown }

/**
 * A chain with its wallet, whose behaviour the test decides. An address is the namespace, a hyphen and
 * letters in any case.
 */
export class FakeChain {
  balance: bigint | Error | 'silence' = 5n * UNIT
  assets: readonly Asset[] | Error | 'silence' = []
  fee: ((value: bigint) => bigint) | Error = () => 1_000n
  reserve = 0n
  room = 0n
  wallet: Wallet = 'accept'
  /** Whether the chain offers sending without an option of the host. */
  sendByDefault = true
  /** The class of the chain's only method. */
  class: RpcClass = 'send'
  /** Whether the adapter makes a second request to the wallet. */
  asksTwice = false
  /** The work of the adapter before it asks the wallet. */
  building: () => Promise<void> = async () => undefined
  /** Whether the adapter moves NFTs. */
  movesNfts = true
  /** Whether its receivers are contracts. */
  toContract = false
  readonly asked: WireRequest[] = []
  readonly estimated: bigint[] = []
  readonly watched: string[] = []
  reads = 0
  ctx!: PluginContext
  #count = 0
  #answer: ((reason?: unknown) => void)[] = []
  readonly #told = new Map<string, readonly (SubmissionStatus | Error)[]>()
  readonly #watchers = new Map<string, () => void>()
  readonly #stopped = new Set<string>()
  readonly #listeners = new Set<(change: ConnectionChange) => void>()

  constructor(
    readonly namespace: string,
    readonly names: readonly ('name' | 'estimate' | 'assets' | 'describe' | 'send')[] = [
      'estimate',
      'assets',
      'describe',
      'send',
    ],
  ) {}

  get id(): `${string}:${string}` {
    return `${this.namespace}:1`
  }
  /** Answers the requests that the wallet has kept waiting. */
  answer(): void {
    for (const each of this.#answer.splice(0)) each()
  }
  /** Refuses the requests that the wallet has kept waiting. */
  refuse(reason: unknown): void {
    for (const each of this.#answer.splice(0)) each(reason)
  }
  /** Reports the status of a transaction. */
  tell(id: string, status: SubmissionStatus | Error): void {
    this.#told.set(id, [...(this.#told.get(id) ?? []), status])
    this.#watchers.get(id)?.()
  }
  /** Makes the adapter stop watching a transaction without a final status. */
  stopWatching(id: string): void {
    this.#stopped.add(id)
    this.#watchers.get(id)?.()
  }
  says(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  readonly adapter: ChainAdapter = {
    parseAddress: (text) => {
      if (!this.resembles(text))
        throw new LatchkeyError('adapter.invalid_address', `No address: ${String(text)}`, {
          context: { input: String(text), namespace: this.namespace },
        })
      return text.toLowerCase()
    },
    formatAddress: (text) => text,
    addressOn: ({ address }) => address,
    balance: async ({ signal }) => {
      this.reads++
      if (this.balance === 'silence')
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        )
      if (this.balance instanceof Error) throw this.balance
      return { value: this.balance, decimals: COIN.decimals, symbol: COIN.symbol }
    },
    assets: async ({ signal }) => {
      if (this.assets === 'silence')
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        )
      if (this.assets instanceof Error) throw this.assets
      return this.assets
    },
    estimate: async ({ value }) => {
      this.estimated.push(value)
      if (this.fee instanceof Error) throw this.fee
      return {
        fee: this.fee(value),
        ...(this.reserve && { reserve: this.reserve }),
        ...(this.room && { room: this.room }),
        ...(this.toContract && { isToContract: true }),
      }
    },
    send: {
      carries: ['memo', 'references', 'nft'],
      submit: async ({ account, network, to, value, token, nft, memo, references, signal }) => {
        await this.building()
        const params = {
          from: account.address,
          to,
          value: String(value),
          ...(token !== undefined && { token }),
          ...(nft && { nft: { ...nft } }),
          ...(memo !== undefined && { memo }),
          ...(references && { references }),
        }
        const ask = () =>
          this.ctx.connections.request({
            connectionId: account.connectionId,
            network: network.id,
            method: 'test_send',
            params,
            ...(signal && { signal }),
          })
        const id = await ask()
        return { id: String(this.asksTwice ? await ask() : id), kind: 'transaction' }
      },
      watch: (submission, { signal }) => this.#watch(submission.id, signal),
    },
    describe: async ({ params }) => ({
      title: 'test.send',
      rows: [{ label: 'test.to', value: (params as { to: string }).to }],
      complete: true,
    }),
    nameLookup: {
      resolve: async (name) => (name === 'ada.test' ? `${this.namespace}-lady` : undefined),
      reverse: async () => undefined,
    },
  }
  readonly resembles = (text: string): boolean =>
    typeof text === 'string' && new RegExp(`^${this.namespace}-[a-z0-9]+$`, 'i').test(text)

  async *#watch(id: string, signal: AbortSignal | undefined): AsyncGenerator<SubmissionStatus> {
    this.watched.push(id)
    yield { status: 'pending' }
    while (!signal?.aborted && !this.#stopped.delete(id)) {
      const [status, ...rest] = this.#told.get(id) ?? []
      this.#told.set(id, rest)
      if (status instanceof Error) throw status
      if (status) yield status
      if (status && status.status !== 'pending') return
      if (!rest.length) {
        await new Promise<void>((resolve) => {
          const end = (): void => {
            signal?.removeEventListener('abort', end)
            resolve()
          }
          this.#watchers.set(id, end)
          signal?.addEventListener('abort', end)
        })
      }
    }
  }
  #ask(request: WireRequest): Promise<unknown> {
    this.asked.push(request)
    if (typeof this.wallet === 'object') return Promise.reject(this.wallet.reject)
    const id = `tx${++this.#count}`
    return this.wallet === 'silence'
      ? new Promise((resolve, reject) =>
          this.#answer.push((reason) => (reason === undefined ? resolve(id) : reject(reason))),
        )
      : Promise.resolve(id)
  }
  readonly plugin = () =>
    definePlugin({
      id: `chain-${this.namespace}`,
      version: '0.1.0',
      kernelApi: '>=0.1 <1',
      chains: [this.namespace],
      setup: (ctx) => {
        this.ctx = ctx
        const { names, namespace, adapter, resembles, sendByDefault } = this
        ctx.adapters.add({
          namespace,
          abilities: ['balance', ...names.map((name) => (name === 'name' ? 'nameLookup' : name))],
          sendByDefault,
          resembles,
          session: { methods: ['test_send'], events: [] },
          load: async () => {
            const { nameLookup, ...rest } = adapter
            if (!this.movesNfts) rest.send = { ...rest.send!, carries: ['memo', 'references'] }
            return names.includes('name') ? { ...rest, ...(nameLookup && { nameLookup }) } : rest
          },
        })
        for (const reference of ['1', '2'])
          ctx.networks.add({
            id: `${namespace}:${reference}`,
            namespace,
            reference,
            name: `Chain ${reference}`,
            nativeCurrency: COIN,
            rpcUrls: [],
            blockExplorers: [{ name: 'Scan', url: 'https://scan.example' }],
          })
        ctx.rpc.allow({ namespace, methods: { test_send: this.class } })
        ctx.connectors.add({
          id: `wallet-${namespace}`,
          name: 'Wallet',
          kind: 'external',
          namespaces: [namespace],
          availability: () => 'installed',
          connect: async () => this.#connection(),
          restore: async () => this.#connection(),
        })
      },
    })
  #connection(): Connection {
    const { namespace } = this
    const scopes = {
      [namespace]: {
        accounts: ['a', 'b'].map((key) => ({
          key,
          namespace,
          address: `${namespace}-own${key === 'a' ? 'a' : 'x'}`,
          type: 'eoa',
          label: `Account ${key}`,
        })),
        networks: [`${namespace}:1`, `${namespace}:2`] as const,
        methods: 'any' as const,
      },
    }
    return {
      id: `wallet-${namespace}`,
      connectorId: `wallet-${namespace}`,
      scopes,
      request: (request) => this.#ask(request),
      switchNetwork: async () => undefined,
      onChange: (listener) => {
        this.#listeners.add(listener)
        return () => void this.#listeners.delete(listener)
      },
      release: async () => undefined,
      snapshot: (): Json => ({}),
    }
  }
}

export const token = (more: Partial<Asset> = {}): Asset => ({
  token: 'eip155-gold',
  name: 'Gold',
  amount: { value: 2_500_000n, decimals: 6, symbol: 'GOLD' },
  ...more,
})

export interface Site {
  kernel: Kernel & { plugins: { send: SendApi } }
  api: SendApi
  chain: FakeChain
  views(): string[]
  account(): ConnectedAccount | undefined
  events: { name: string; event: unknown }[]
  toast(): string | undefined
  /** Waits until the value is true. */
  until(what: () => unknown): Promise<void>
  /** Fills in the form of the first token. */
  fill(more?: { amount?: string; to?: string; token?: number }): Promise<void>
}

const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.useRealTimers()
})

export interface SiteOptions {
  chains?: readonly FakeChain[]
  send?: SendOptions
  storage?: ReturnType<typeof fakeStorage>
  kernel?: Partial<KernelOptions>
  /** Further plugins of the site. */
  beside?: readonly PluginDefinition[]
  connect?: boolean
}
/**
 * Opens a site with this plugin: connected on each chain, with the first one active and the form open.
 */
export async function openSite({
  chains = [new FakeChain('eip155')],
  send: options = {},
  storage = fakeStorage(),
  kernel: more = {},
  beside = [],
  connect = true,
}: SiteOptions = {}): Promise<Site> {
  const kernel = createKernel({
    metadata: { name: 'Test' },
    mobile: false,
    logLevel: 'silent',
    strict: true,
    storage,
    reconnect: false,
    ...more,
    plugins: [...chains.map((chain) => chain.plugin()), ...beside, send(options)],
  })
  kernels.push(kernel)
  const chain = chains[0]!
  const api = (kernel.plugins as unknown as { send: SendApi }).send
  const events: Site['events'] = []
  kernel.onAny((name, event) => events.push({ name, event }))
  await kernel.ready
  const late = await kernel.ports.late.load()
  if (connect)
    for (const { namespace } of [...chains].reverse()) await kernel.connect(`wallet-${namespace}`)
  const until = (what: () => unknown): Promise<void> =>
    vi.waitFor(
      () => {
        if (!what()) throw new Error('not yet')
      },
      { timeout: 20_000, interval: 5 },
    )
  const open = (): void => {
    kernel.open('Account')
    kernel.ports.accountActions.find('send.open')?.value.run()
  }
  if (connect) open()
  return {
    kernel: kernel as Site['kernel'],
    api,
    chain,
    events,
    until,
    views: () => kernel.ports.router.get().map(({ view }) => view),
    account: () => kernel.ports.accounts.active(),
    toast: () => (late.toasts.get()?.open ? late.toasts.get()?.message : undefined),
    async fill({ amount = '1.5', to = `${chain.namespace}-bob`, token: index = 0 } = {}) {
      await api.load()
      api.setToken(api.state.get().tokenBalances[index])
      api.setAmount(amount)
      api.setReceiver(to)
      await until(
        () =>
          api.state.get().receiver.status !== 'checking' &&
          api.state.get().receiver.status !== 'empty',
      )
    },
  }
}

/** The error of a rejected promise. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
