import { backend } from '@latchkey/backend'
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { fakePage, fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { defineChain, toHex, type Hex } from 'viem'
import { vi } from 'vitest'
import { swap, type SwapApi, type SwapOptions } from '../src/index.js'
import { NATIVE } from '../src/proof/checkBuild.js'
import {
  ACCOUNT,
  AMOUNT,
  approveTx,
  BOUGHT,
  POOL,
  SOLD,
  THIEF,
  transferLog,
  v2Data,
  V2_ROUTER,
} from './deals.js'

const NODE = 'https://node.test/'
const SERVER = 'https://api.test/'
export const POOR = `eip155:999`

const chain = (id: number) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [NODE] } },
  })
const word = (value: bigint): Hex => toHex(value, { size: 32 })
type Body = Record<string, unknown>

export interface Asked {
  path: string
  query: Readonly<Record<string, string>>
  body: Body | undefined
}

/** The site's server on the wire, the network's node, and a wallet of the page. */
export class Bench {
  readonly asked: Asked[] = []
  readonly wallet: { method: string; params: readonly Record<string, unknown>[] }[] = []
  readonly node: string[] = []
  allowance = 0n
  /** Of one whole token, in the smallest unit of the other. */
  rate = 2_000_000n
  /** The amount that a simulation says to arrive; the rate, if left out. */
  arrives: bigint | undefined
  eip2612 = false
  /** Of the sold token, as its contract says. */
  decimals = 18n
  /** Changes the built transaction. */
  build: (answer: Body) => Body = (answer) => answer
  quotes: (answer: Body) => Body = (answer) => answer
  /** Milliseconds until the server answers. */
  delay = 0
  capabilities: unknown = {}
  /** The wallet's answer to a request that sends. */
  answer: (method: string) => unknown = () => this.#hash()
  receipt: unknown = {}
  ends: (() => unknown)[] = []
  storage = fakeStorage()
  #count = 0
  #provider = new Set<(event: unknown) => void>()

  #hash(): Hex {
    return toHex(++this.#count, { size: 32 })
  }
  async #server(url: URL, init: RequestInit | undefined): Promise<unknown> {
    const path = url.pathname.replace(/^\/v1\//, '')
    const query = Object.fromEntries(url.searchParams)
    const body = init?.body ? (JSON.parse(String(init.body)) as Body) : undefined
    this.asked.push({ path, query, body })
    if (this.delay) await new Promise((resolve) => setTimeout(resolve, this.delay))
    const { from, to, amount } = (body ?? query) as Record<string, string>
    const sold = BigInt(amount ?? 0)
    const toAmount = (sold * this.rate) / AMOUNT
    const quote = {
      ...{ id: 'q1', source: 'uniswap', from, to, fromAmount: String(sold) },
      ...{ toAmount: String(toAmount), priceImpact: 9, gas: '120000', fee: '1000' },
      ...{ spender: from?.endsWith(NATIVE) ? null : V2_ROUTER, router: V2_ROUTER },
      route: [{ venue: 'uniswap-v2', pool: POOL, fee: 3000 }],
      ...{ expires: Date.now() + 30_000, block: '16' },
    }
    const slippage = (body?.['eip155'] as { slippage?: number } | undefined)?.slippage ?? 1
    const minimum = (toAmount * BigInt(10_000 - Math.round(slippage * 100))) / 10_000n
    if (path === 'convert/quotes') return this.quotes({ quotes: [quote] })
    if (path === 'convert/tokens') return { tokens: this.#tokens(String(query['chainId'])) }
    if (path === 'convert/allowance') return { allowance: String(this.allowance) }
    if (path === 'convert/gas-price')
      return { standard: '1000000000', fast: '2000000000', instant: '3000000000' }
    if (path === 'fungible/price')
      return {
        fungibles: ((body?.['addresses'] ?? []) as string[]).map((address) => ({
          ...{ address, name: 'x', symbol: 'x', price: address.includes(BOUGHT) ? 1 : 2 },
        })),
      }
    if (path === 'convert/build-approve')
      return {
        tx: { ...approveTx(query['spender'] as Hex, sold), value: '0' },
        ...{ unlimited: false, reset: false },
      }
    if (path === 'convert/build-transaction')
      return this.build({
        tx: {
          ...{ from: body?.['userAddress'], to: V2_ROUTER, value: '0' },
          data: v2Data({ amount: sold, minimum }),
          eip155: { gasPrice: '2000000000' },
        },
        quote: { ...quote, minimum: String(minimum) },
      })
    return undefined
  }
  #tokens(chainId: string) {
    const token = (address: string, symbol: string, decimals: number) => ({
      ...{ address: `${chainId}:${address}`, name: `${symbol} token`, symbol, decimals },
      ...{ logoUri: '', eip2612: this.eip2612 },
    })
    return [token(NATIVE, 'ETH', 18), token(SOLD, 'DAI', 18), token(BOUGHT, 'USDC', 6)]
  }
  #simulate(params: readonly unknown[]): unknown {
    const [{ blockStateCalls }] = params as [
      { blockStateCalls: { calls: Record<string, string>[] }[] },
    ]
    const { calls } = blockStateCalls[0]!
    const held = 1_000n * AMOUNT
    let isAfter = false
    const result = (returned: bigint, logs: unknown[] = []) => ({
      ...{ status: '0x1', gasUsed: '0xea60', returnData: word(returned), logs },
    })
    const sold = BigInt(`0x${calls.find(({ to }) => to === V2_ROUTER)!['data']!.slice(10, 74)}`)
    const arrives = this.arrives ?? (sold * this.rate) / AMOUNT
    return [
      {
        timestamp: toHex(Math.floor(Date.now() / 1_000)),
        calls: calls.map(({ to, data }) => {
          if (data!.startsWith('0x70a08231'))
            return result(to === SOLD ? held - (isAfter ? sold : 0n) : isAfter ? arrives : 0n)
          if (data!.startsWith('0xdd62ed3e')) return result(isAfter ? 0n : this.allowance)
          if (data!.startsWith('0x095ea7b3')) return result(1n)
          isAfter = true
          return result(0n, [
            transferLog(SOLD, ACCOUNT, POOL, sold),
            transferLog(BOUGHT, POOL, ACCOUNT, arrives),
          ])
        }),
      },
    ]
  }
  #nodeAnswer(method: string, params: readonly unknown[]): unknown {
    this.node.push(method)
    if (method === 'eth_simulateV1') return this.#simulate(params)
    const [{ to, data } = {}] = params as [{ to?: string; data?: string }?]
    if (method === 'eth_call' && data?.startsWith('0x313ce567'))
      return word(to === BOUGHT ? 6n : this.decimals)
    if (method === 'eth_getBalance' || method === 'eth_call') return word(1_000n * AMOUNT)
    if (method === 'eth_blockNumber') return '0x10'
    if (method === 'eth_getTransactionReceipt')
      return (
        this.receipt && {
          ...{ status: '0x1', blockNumber: '0x10', gasUsed: '0x1', effectiveGasPrice: '0x1' },
          logs: [transferLog(BOUGHT, POOL, ACCOUNT, 1_999_999n)],
        }
      )
    return null
  }
  readonly fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input))
    if (url.origin === new URL(NODE).origin) {
      const { method, params } = JSON.parse(String(init?.body)) as {
        method: string
        params: readonly unknown[]
      }
      return Response.json({ jsonrpc: '2.0', id: 1, result: this.#nodeAnswer(method, params) })
    }
    const answer = await this.#server(url, init)
    return typeof answer === 'number' || answer === undefined
      ? Response.json({ status: 'FAILED' }, { status: (answer as number | undefined) ?? 404 })
      : Response.json(answer)
  }
  /** The wallet moves to other accounts. */
  useAccounts(accounts: readonly string[]): void {
    for (const listener of this.#provider) listener(accounts)
  }
  #install(chainId: number): void {
    let at = chainId
    const provider = {
      on: (name: string, listener: (event: unknown) => void) =>
        name === 'accountsChanged' && void this.#provider.add(listener),
      removeListener: () => undefined,
      request: async ({ method, params = [] }: { method: string; params?: never[] }) => {
        this.wallet.push({ method, params })
        if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [ACCOUNT, THIEF]
        if (method === 'eth_chainId') return toHex(at)
        if (method === 'wallet_switchEthereumChain')
          return ((at = Number((params[0] as unknown as { chainId: string }).chainId)), null)
        if (method === 'wallet_getCapabilities') return this.capabilities
        if (method === 'wallet_getCallsStatus')
          return { status: 200, receipts: [{ transactionHash: toHex(1, { size: 32 }) }] }
        if (method === 'eth_sendTransaction' || method === 'wallet_sendCalls') {
          const answer = await this.answer(method)
          if (answer instanceof Error) throw answer
          return answer
        }
        throw Object.assign(new Error('no such method'), { code: 4200 })
      },
    }
    const info = {
      ...{ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench' },
      ...{ icon: 'data:image/svg+xml,<svg/>', rdns: 'test.bench' },
    }
    const detail = Object.freeze({ info, provider })
    const announce = (): void =>
      void window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    this.ends.push(() => window.removeEventListener('eip6963:requestProvider', announce))
  }
  /** Transactions and batches that the wallet was asked to send. */
  get sent(): readonly { method: string; params: readonly Record<string, unknown>[] }[] {
    return this.wallet.filter(({ method }) => /send/i.test(method))
  }
  paths(path: string): Asked[] {
    return this.asked.filter((each) => each.path === `convert/${path}`)
  }
  async open(options: SwapOptions = {}, chainId = 1, projectId?: string): Promise<Site> {
    for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
    vi.stubGlobal('fetch', this.fetch)
    this.#install(chainId)
    const kernel = createKernel({
      ...{ metadata: { name: 'Shop' }, storage: this.storage, mobile: false, logLevel: 'silent' },
      plugins: [
        evm({ networks: [chain(chainId), chain(chainId === 1 ? 999 : 1)] }),
        backend({ url: SERVER, ...(projectId !== undefined && { projectId }) }),
        swap(options),
      ],
    }) as unknown as Kernel & { plugins: { swap: SwapApi } }
    this.ends.push(() => kernel.dispose())
    await kernel.ready
    await kernel.ports.late.load()
    await vi.waitFor(() => {
      if (!kernel.ports.connectors.find('test.bench')) throw new Error('no wallet yet')
    })
    await kernel.connect('test.bench')
    kernel.open('Account')
    kernel.ports.router.push('Swap')
    const api = kernel.plugins.swap
    return { kernel, api, bench: this }
  }
  end(): void {
    for (const end of this.ends.splice(0).reverse()) end()
    vi.unstubAllGlobals()
  }
}
export interface Site {
  kernel: Kernel
  api: SwapApi
  bench: Bench
}

const shown = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** Waits until the state is so. */
export const until = ({ api }: Site, is: (state: ReturnType<SwapApi['state']['get']>) => unknown) =>
  vi.waitFor(
    () => {
      if (!is(api.state.get()))
        throw new Error(`not yet: ${JSON.stringify(api.state.get(), shown)?.slice(0, 1_500)}`)
    },
    { timeout: 20_000, interval: 10 },
  )

/** Fills in the form: so many DAI for USDC, with a view open. */
export async function fill(site: Site, amount = '1'): Promise<void> {
  const { api } = site
  await api.start({ from: SOLD, to: BOUGHT })
  site.bench.ends.push(api.watch())
  api.setAmount(amount)
  await until(site, ({ phase }) => phase === 'ready')
}
/** Fills in the form and asks for the review. */
export async function toReview(site: Site, amount = '1'): Promise<void> {
  await fill(site, amount)
  site.api.review()
  await until(site, ({ phase }) => ['review', 'changed', 'failed'].includes(phase))
}
