// Swaps in real pools: the site's real server, the real kernel, and a wallet whose keys the node has.
import { backend } from '@latchkey/backend'
import { startBlockchainApi, uniswap, type BlockchainApi } from '@latchkey/blockchain-api'
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { createRandom, fakePage } from '@latchkey/plugin-testkit/fakes'
import {
  deployPools,
  request,
  receiptOf,
  startLocalnet,
  type Localnet,
  type Pools,
} from '@latchkey-tools/localnet'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  getAddress,
  http,
  parseAbi,
  parseSignature,
  parseUnits,
  toHex,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { swap, type SwapApi, type SwapState } from '../src/index.js'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
let localnet: Localnet
let uni: Pools
let api: BlockchainApi
/** The routers of V3: the older one has a deadline in its struct, the newer one beside its calls. */
const V3 = { SwapRouter: 'v3Router', SwapRouter02: 'v3Router02' } as const
const CHAIN = 'eip155:31337' as const
beforeAll(async () => {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
  localnet = await startLocalnet()
  uni = await deployPools(localnet.url)
  api = await startApi({ kind: 'SwapRouter02', hasV2: true })
})
async function startApi({ kind, hasV2 }: { kind: keyof typeof V3; hasV2: boolean }) {
  const token = (address: Hex, symbol: string, decimals: number) => ({
    ...{ address: getAddress(address), name: `${symbol} token`, symbol, decimals },
  })
  const { tokens } = uni
  return startBlockchainApi({
    chains: [
      {
        ...{ id: CHAIN, rpcUrls: [localnet.url] },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [
          token(tokens.local, 'LOCAL', 18),
          token(tokens.dollar, 'TUSD', 6),
          token(tokens.silent, 'SILENT', 6),
          token(tokens.toll, 'TOLL', 18),
          token(tokens.unsellable, 'STUCK', 18),
        ],
      },
    ],
    limits: { addressRequests: 1_000_000 },
    quotes: [
      uniswap({
        chains: {
          [CHAIN]: {
            weth: uni.weth,
            ...(hasV2 && { v2: { factory: uni.v2Factory, router: uni.v2Router } }),
            v3: {
              ...{ factory: uni.v3Factory, quoter: uni.v3Quoter },
              ...{ router: uni[V3[kind]], kind },
            },
          },
        },
      }),
    ],
  })
}
afterAll(async () => {
  await api?.close()
  await localnet?.close()
  vi.unstubAllGlobals()
})
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const reader = () => createPublicClient({ transport: http(localnet.url), pollingInterval: 20 })
const me = (): Hex => localnet.accounts[0]!.address
const holds = (token: Hex | undefined, owner = me()): Promise<bigint> =>
  token === undefined
    ? reader().getBalance({ address: owner })
    : reader().readContract({
        ...{ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] },
      })
const allowance = (token: Hex, spender: Hex): Promise<bigint> =>
  reader().readContract({
    ...{ address: token, abi: erc20Abi, functionName: 'allowance', args: [me(), spender] },
  })

interface TypedData {
  domain: { verifyingContract: string }
  message: Record<string, string>
}
const nonceOf = (token: Hex): Promise<bigint> =>
  reader().readContract({
    ...{ address: token, functionName: 'nonces', args: [me()] },
    abi: parseAbi(['function nonces(address) view returns (uint256)']),
  })

interface WalletOptions {
  capabilities?: unknown
  /** Its answer to typed data; absent: the signature. */
  sign?(typed: string): unknown
}
/** A wallet that lets the node's own accounts sign. @param before runs before a transaction is sent */
function installWallet(
  before: () => Promise<unknown>,
  { capabilities = {}, sign }: WalletOptions,
): { sent: string[]; signed: TypedData[] } {
  const sent: string[] = []
  const signed: TypedData[] = []
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params = [] }: { method: string; params?: never[] }): Promise<unknown> {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [me()]
      if (method === 'wallet_getCapabilities') return capabilities
      if (method === 'eth_signTypedData_v4') {
        signed.push(JSON.parse(String(params[1])) as TypedData)
        if (sign) return sign(String(params[1]))
      }
      if (method !== 'eth_sendTransaction') return request(localnet.url, method, params)
      await before()
      const tx = params[0] as unknown as { to: string }
      sent.push(tx.to)
      // A pool's first swap in a second takes more gas than its next, so wallets give more than the node's
      // estimate, as this one does.
      const gas = BigInt((await request(localnet.url, 'eth_estimateGas', [tx])) as Hex)
      return request(localnet.url, method, [{ ...tx, gas: toHex((gas * 3n) / 2n) }])
    },
  }
  const info = {
    ...{ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Node' },
    ...{ icon: 'data:image/svg+xml,<svg/>', rdns: 'test.node' },
  }
  const detail = Object.freeze({ info, provider })
  const announce = (): void =>
    void window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  ends.push(() => window.removeEventListener('eip6963:requestProvider', announce))
  return { sent, signed }
}

interface Site {
  api: SwapApi
  sent: string[]
  /** The typed data that the wallet was asked to sign. */
  signed: TypedData[]
  until(is: (state: SwapState) => unknown): Promise<void>
  /** Fills in the form, and asks for the review. */
  review(from: string, to: string, amount: string): Promise<SwapState>
  /** Swaps, and answers what the chain says that it brought. */
  swap(from: string, to: string, amount: string): Promise<SwapState>
}
async function open(
  before: () => Promise<unknown> = async () => undefined,
  options: WalletOptions = {},
  server = api,
): Promise<Site> {
  const { sent, signed } = installWallet(before, options)
  const [{ id, name, url }] = localnet.chains as [Localnet['chains'][number]]
  const chain = defineChain({
    ...{ id, name, rpcUrls: { default: { http: [url] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  const kernel = createKernel({
    ...{ metadata: { name: 'Shop' }, storage: null, mobile: false, logLevel: 'silent' },
    plugins: [
      evm({ networks: [chain] }),
      backend({ url: server.url }),
      swap({
        networks: [CHAIN],
        spenders: { [CHAIN]: [uni.v2Router, uni.v3Router, uni.v3Router02] },
      }),
    ],
  }) as unknown as Kernel & { plugins: { swap: SwapApi } }
  ends.push(() => kernel.dispose())
  const { swap: page } = kernel.plugins
  const until: Site['until'] = (is) =>
    vi.waitFor(
      () => {
        if (!is(page.state.get()))
          throw new Error(
            `not yet: ${JSON.stringify(page.state.get(), (_, value: unknown) =>
              typeof value === 'bigint' ? String(value) : value,
            ).slice(0, 900)} ${String((page.state.get().error as Error | undefined)?.message)}`,
          )
      },
      { timeout: 60_000, interval: 20 },
    )
  await kernel.ready
  await kernel.ports.late.load()
  await vi.waitFor(() => {
    if (!kernel.ports.connectors.find('test.node')) throw new Error('no wallet yet')
  })
  await kernel.connect('test.node')
  kernel.open('Account')
  kernel.ports.router.push('Swap')
  await page.start()
  ends.push(page.watch())
  const review: Site['review'] = async (from, to, amount) => {
    const tokenOf = (symbol: string) =>
      page.state.get().tokens.find((token) => token.symbol === symbol)!
    page.setToken('from', tokenOf(from))
    page.setToken('to', tokenOf(to))
    page.setAmount(amount)
    await until(({ phase }) => phase === 'ready' || phase === 'failed')
    page.review()
    await until(({ phase }) => ['review', 'changed', 'failed'].includes(phase))
    return page.state.get()
  }
  return {
    ...{ api: page, sent, signed, until, review },
    async swap(from, to, amount) {
      const { phase, error } = await review(from, to, amount)
      if (phase === 'failed') throw error
      page.confirm()
      await until(({ phase: now }) => ['done', 'failed', 'changed', 'declined'].includes(now))
      const state = page.state.get()
      if (state.phase !== 'failed') page.leave()
      return state
    },
  }
}

it('The quoted amount arrives to the unit, on V2 and V3, with an exact approval [FEAT-19]', async () => {
  const site = await open()
  const { tokens } = uni
  const pairs = [
    ['LOCAL', 'TUSD', tokens.local, tokens.dollar],
    ['TUSD', 'LOCAL', tokens.dollar, tokens.local],
    ['LOCAL', 'SILENT', tokens.local, tokens.silent],
    ['TUSD', 'ETH', tokens.dollar, undefined],
    ['ETH', 'LOCAL', undefined, tokens.local],
  ] as const
  const random = createRandom(20)
  const rounds = process.env['LATCHKEY_SOAK'] ? 200 : 10
  let equal = 0
  const venues = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const [from, to, sold, bought] = pairs[round % pairs.length]!
    const amount = (0.01 + random.below(90_000) / 100_000).toFixed(5)
    const [hadSold, hadBought] = await Promise.all([holds(sold), holds(bought)])
    const state = await site.swap(from, to, amount)
    expect([state.phase, state.error]).toEqual(['done', undefined])
    const { review, sent } = state
    for (const { venue } of review!.route) venues.add(venue)
    const record = sent.find(({ id }) => id === state.current)!
    expect(record.received).toBe(String(review!.arrives))
    if (bought) expect((await holds(bought)) - hadBought).toBe(review!.arrives)
    if (sold) {
      expect(hadSold - (await holds(sold))).toBe(review!.amount)
      // Nothing of the approval is left.
      expect(await allowance(sold, review!.router as Hex)).toBe(0n)
    }
    equal++
  }
  console.log(`swaps: ${equal} of ${rounds} to the unit, by ${[...venues].sort().join()}`)
  expect(venues.size).toBe(2)
})

it.each(['SwapRouter', 'SwapRouter02'] as const)(
  'A token that takes a permit is sold by a signature and one transaction, in the %s of V3 (EIP-2612)',
  async (kind) => {
    const server = await startApi({ kind, hasV2: false })
    ends.push(() => server.close())
    let declines = 0
    const site = await open(
      async () => {
        if (declines-- > 0) throw Object.assign(new Error('declined'), { code: 4001 })
      },
      {},
      server,
    )
    const [{ dollar, local }, router] = [uni.tokens, uni[V3[kind]]]
    const nonce = await nonceOf(dollar)
    const [sold, bought] = [await holds(dollar), await holds(local)]
    const { phase: asked, review } = await site.review('TUSD', 'LOCAL', '2.5')
    expect(asked).toBe('review')
    expect(review?.approval).toMatchObject({ isPermit: true, spender: router })
    // The visitor signs, declines the swap, and tries again: nothing is signed twice.
    declines = 1
    site.api.confirm()
    await site.until(({ phase }) => phase === 'declined' || phase === 'failed')
    expect(site.api.state.get()).toMatchObject({ phase: 'declined', leftover: undefined })
    expect(await allowance(dollar, router)).toBe(0n)
    site.api.leave()
    const state = await site.swap('TUSD', 'LOCAL', '2.5')
    expect([state.phase, state.error]).toEqual(['done', undefined])
    expect(state.review!.approval).toBeUndefined()
    expect(sold - (await holds(dollar))).toBe(2_500_000n)
    expect((await holds(local)) - bought).toBe(state.review!.arrives)
    expect([await allowance(dollar, router), await nonceOf(dollar)]).toEqual([0n, nonce + 1n])
    expect(site.sent.splice(0)).toEqual([router])
    const [{ domain, message }, ...more] = site.signed.splice(0) as [TypedData]
    expect(more).toEqual([])
    expect(getAddress(domain.verifyingContract)).toBe(getAddress(dollar))
    expect(message).toMatchObject({
      ...{ owner: getAddress(me()), spender: router, value: '2500000', nonce: String(nonce) },
    })
    expect(Number(message['deadline']) * 1_000 - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    // The next swap of the same amount wants another signature.
    expect((await site.swap('TUSD', 'LOCAL', '2.5')).phase).toBe('done')
    expect(site.signed.splice(0)).toHaveLength(1)
    site.sent.splice(0)
    // One that was signed and not used is of no use after another one, and is signed anew.
    declines = 1
    await site.swap('TUSD', 'LOCAL', '1.2')
    expect((await site.swap('TUSD', 'LOCAL', '2.2')).phase).toBe('done')
    expect((await site.swap('TUSD', 'LOCAL', '1.2')).phase).toBe('done')
    expect([site.signed.splice(0).length, new Set(site.sent.splice(0))]).toEqual([
      3,
      new Set([router]),
    ])
    // A token that takes none gets an approval, sent before the swap.
    expect((await site.swap('LOCAL', 'TUSD', '1')).phase).toBe('done')
    expect([site.signed, site.sent]).toEqual([[], [uni.tokens.local, router]])
  },
)

const signedByAnother = (typed: string): Promise<unknown> =>
  request(localnet.url, 'eth_signTypedData_v4', [localnet.accounts[1]!.address, typed])
it.each([
  ['signs with another key', 'changed', signedByAnother],
  ['answers something else', 'failed', () => '0x1234'],
  [
    'signs no typed data',
    'failed',
    () => {
      throw Object.assign(new Error('not supported'), { code: 4200 })
    },
  ],
  [
    'declines typed data',
    'declined',
    () => {
      throw Object.assign(new Error('declined'), { code: 4001 })
    },
  ],
] as const)(
  'Where a wallet %s, no swap is sent, and an approval is asked for next',
  async (_, end, sign) => {
    const server = await startApi({ kind: 'SwapRouter02', hasV2: false })
    ends.push(() => server.close())
    const site = await open(async () => undefined, { sign }, server)
    const { dollar } = uni.tokens
    await site.review('TUSD', 'LOCAL', '1.5')
    site.api.confirm()
    await site.until(({ phase }) => phase === end)
    expect([site.signed.length, site.sent]).toEqual([1, []])
    if (end !== 'changed') {
      site.api.leave()
      await site.review('TUSD', 'LOCAL', '1.5')
    } else site.api.accept()
    expect(site.api.state.get().review?.approval).toMatchObject({ isPermit: false })
    site.api.confirm()
    await site.until(({ phase }) => phase === 'done' || phase === 'failed')
    expect(site.api.state.get().error).toBeUndefined()
    expect([site.signed.length, site.sent]).toEqual([1, [dollar, uni.v3Router02]])
  },
)

it('A permit that somebody else handed in before does not stop the swap', async () => {
  const server = await startApi({ kind: 'SwapRouter02', hasV2: false })
  ends.push(() => server.close())
  const { dollar } = uni.tokens
  const thief = privateKeyToAccount(localnet.accounts[1]!.privateKey)
  const wallet = createWalletClient({ account: thief, transport: http(localnet.url) })
  const abi = parseAbi([
    'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  ])
  const site: Site = await open(
    async () => {
      const [{ message }] = site.signed as unknown as [TypedData]
      const typed = JSON.stringify(site.signed[0])
      const signature = (await request(localnet.url, 'eth_signTypedData_v4', [me(), typed])) as Hex
      const { r, s, v } = parseSignature(signature)
      const hash = await wallet.writeContract({
        ...{ address: dollar, abi, functionName: 'permit', chain: null },
        args: [
          ...([me(), uni.v3Router02, 1_000_000n, BigInt(message['deadline']!)] as const),
          ...([Number(v), r, s] as const),
        ],
      })
      await receiptOf(reader(), hash)
    },
    {},
    server,
  )
  expect((await site.swap('TUSD', 'LOCAL', '1')).phase).toBe('done')
  expect(await allowance(dollar, uni.v3Router02)).toBe(0n)
})

it('A token that cannot be sold, and one that takes a toll, are refused before the wallet opens', async () => {
  const site = await open()
  for (const symbol of ['STUCK', 'TOLL']) {
    const { phase, error } = await site.review(symbol, 'ETH', '1')
    expect([symbol, phase]).toEqual([symbol, 'failed'])
    expect((error as { code: string }).code).toMatch(/^swap\.(not_as_quoted|would_fail|no_route)$/)
  }
  expect(site.sent).toEqual([])
})

it('A trade in front of a swap takes no more than the slippage, or the swap reverts', async ({
  task,
}) => {
  const rounds = process.env['LATCHKEY_SOAK'] ? 100 : 6
  const thief = privateKeyToAccount(localnet.accounts[1]!.privateKey)
  const wallet = createWalletClient({ account: thief, transport: http(localnet.url) })
  const v2 = parseAbi([
    'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
  ])
  const trade = async (path: Hex[], amount: bigint): Promise<void> => {
    const call = { address: path[0]!, abi: erc20Abi, functionName: 'approve' } as const
    const gas = 500_000n
    const allow = await wallet.writeContract({
      ...call,
      gas,
      args: [uni.v2Router, amount],
      chain: null,
    })
    await receiptOf(reader(), allow)
    const hash = await wallet.writeContract({
      ...{ address: uni.v2Router, abi: v2, functionName: 'swapExactTokensForTokens', chain: null },
      gas,
      args: [amount, 0n, path, thief.address, 2n ** 40n],
    })
    await receiptOf(reader(), hash)
  }
  const { local, silent } = uni.tokens
  let frontRun = 0n
  const site = await open(async () => {
    // Only the swap itself is sandwiched: the last request of the deal.
    if (frontRun && (await allowance(local, uni.v2Router)) > 0n)
      await trade([local, silent], frontRun)
  })
  const seen = { kept: 0, reverted: 0, robbed: 0 }
  for (let round = 0; round < rounds; round++) {
    // The pool has 100 of the token: a part of one moves the price by two parts in a hundred of it.
    frontRun = parseUnits(((round + 1) * 0.08).toFixed(2), 18)
    const before = await holds(silent)
    const state = await site.swap('LOCAL', 'SILENT', '1')
    const got = (await holds(silent)) - before
    if (state.phase === 'failed') {
      expect(got).toBe(0n)
      seen.reverted++
      site.api.leave()
    } else if (got >= state.review!.minimum) seen.kept++
    else seen.robbed++
    frontRun = 0n
    await trade([silent, local], await holds(silent, thief.address).then((all) => all / 100n))
    await site.until(({ phase }) => phase !== 'swapping')
  }
  console.log(`sandwich: ${JSON.stringify(seen)} of ${rounds}`)
  task.meta.attack = {
    ...{ attack: 'a trade in front of a swap', tries: rounds },
    ...{ wanted: 'robbed: 0', seen: `robbed: ${seen.robbed}` },
  }
  expect(seen.robbed).toBe(0)
  expect(seen.kept + seen.reverted).toBe(rounds)
  expect(seen.reverted).toBeGreaterThan(0)
})
