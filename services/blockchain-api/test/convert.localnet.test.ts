// Quotes and transactions of swaps, in the pools of a real Uniswap on a chain of this machine.
import {
  accounts,
  deployPools,
  receiptOf,
  startLocalnet,
  type Localnet,
  type Pools,
} from '@latchkey-tools/localnet'
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  http,
  maxUint256,
  parseUnits,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uniswap } from '../src/swap/uniswap.js'
import { type UniswapChain } from '../src/swap/uniswapCalls.js'
import { NATIVE } from '../src/swap/quoteSource.js'
import { CHAIN, chain, startTestApi } from './harness.js'

const account = privateKeyToAccount(accounts[0]!.privateKey)
let localnet: Localnet
let pools: Pools
beforeAll(async () => {
  localnet = await startLocalnet()
  pools = await deployPools(localnet.url)
})
afterAll(() => localnet?.close())

type Api = Awaited<ReturnType<typeof startTestApi>>
/** Fields of Uniswap on the chain; `undefined` takes one away. */
type Change = { [Field in keyof UniswapChain]?: UniswapChain[Field] | undefined }
const place = (more: Change = {}): UniswapChain => ({
  weth: pools.weth,
  v2: { factory: pools.v2Factory, router: pools.v2Router },
  v3: {
    factory: pools.v3Factory,
    quoter: pools.v3Quoter,
    router: pools.v3Router,
    kind: 'SwapRouter',
  },
  ...(more as Partial<UniswapChain>),
})
const start = (more: Change = {}) =>
  startTestApi({
    chains: [
      chain(localnet.url, {
        tokens: [
          { address: pools.tokens.local, name: 'Localnet Token', symbol: 'LOCAL', decimals: 18 },
          { address: pools.tokens.dollar, name: 'Test Dollar', symbol: 'TUSD', decimals: 6 },
        ],
      }),
    ],
    quotes: [uniswap({ chains: { [CHAIN]: place(more) } })],
  })
const idOf = (token: Hex): string => `${CHAIN}:${getAddress(token)}`
const quotesOf = async (api: Api, from: Hex, to: Hex, amount: bigint) => {
  const query = {
    from: idOf(from),
    to: idOf(to),
    amount: String(amount),
    userAddress: account.address,
  }
  const { status, body } = await api.get(`/v1/convert/quotes?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body.quotes
}
const build = (api: Api, from: Hex, to: Hex, amount: bigint, more: object = {}) =>
  api.post('/v1/convert/build-transaction', {
    ...{ from: idOf(from), to: idOf(to), amount: String(amount) },
    ...{ userAddress: account.address, eip155: { slippage: 0.5 }, ...more },
  })

const reader = () => createPublicClient({ transport: http(localnet.url), pollingInterval: 20 })
const wallet = () => createWalletClient({ account, transport: http(localnet.url) })
interface Built {
  to: Hex
  data: Hex
  value?: string
  eip155?: { gas: string }
}
async function send({ to, data, value = '0', eip155 }: Built) {
  const gas = eip155 && { gas: BigInt(eip155.gas) }
  const hash = await wallet().sendTransaction({
    ...{ to, data, value: BigInt(value), chain: null, ...gas },
  })
  const receipt = await receiptOf(reader(), hash)
  expect(receipt.status).toBe('success')
  return receipt
}
async function allow(token: Hex, spender: Hex, amount: bigint): Promise<void> {
  const hash = await wallet().writeContract({
    ...{ address: token, abi: erc20Abi, functionName: 'approve', chain: null },
    args: [spender, amount],
  })
  await receiptOf(reader(), hash)
}
const balance = (token: Hex): Promise<bigint> =>
  token === NATIVE
    ? reader().getBalance({ address: account.address })
    : reader().readContract({
        ...{ address: token, abi: erc20Abi, functionName: 'balanceOf' },
        args: [account.address],
      })

async function approve(api: Api, from: Hex, to: Hex, spender: Hex | null, amount?: bigint) {
  const query = {
    ...{ from: idOf(from), to: idOf(to), userAddress: account.address },
    ...(spender && { spender }),
    ...(amount !== undefined && { amount: String(amount) }),
  }
  const { status, body } = await api.get(`/v1/convert/build-approve?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}

it('[API-12] The quotes of a pair are the ways of all pools, the best first', async () => {
  const api = await start()
  const { local, dollar } = pools.tokens
  const found = await quotesOf(api, local, dollar, parseUnits('10', 18))
  expect(found.length).toBeGreaterThanOrEqual(2)
  const venues = found.map(({ route }: { route: { venue: string }[] }) => route[0]!.venue)
  expect(new Set(venues)).toEqual(new Set(['uniswap-v2', 'uniswap-v3']))
  const left = found.map((quote: { toAmount: string; fee: string }) =>
    Number(BigInt(quote.toAmount) - BigInt(quote.fee)),
  )
  expect(left).toEqual([...left].sort((one, other) => other - one))
  expect(found[0]).toMatchObject({ fromAmount: String(parseUnits('10', 18)), source: 'uniswap' })
  expect(Number(found[0].toAmount) / 1e6).toBeCloseTo(20 * 0.997, 1)
})

it('[API-22] The built transaction gives what was quoted, to the unit, on V2 and V3', async () => {
  const { local, dollar, silent } = pools.tokens
  const ways: [Hex, Hex, bigint][] = [
    [local, dollar, parseUnits('3', 18)],
    [dollar, local, parseUnits('7', 6)],
    [local, silent, parseUnits('1', 18)],
    [dollar, silent, parseUnits('2', 6)],
  ]
  for (const more of [
    { v3: undefined },
    { v2: undefined },
    {
      v2: undefined,
      v3: { ...place().v3!, router: pools.v3Router02, kind: 'SwapRouter02' as const },
    },
    {},
  ]) {
    const api = await start({ ...more, bases: [pools.weth, local] })
    for (const [from, to, amount] of ways) {
      const [quote] = await quotesOf(api, from, to, amount)
      if (!quote) continue
      await send((await approve(api, from, to, quote.spender, amount)).tx)
      const { status, body } = await build(api, from, to, amount)
      expect(status, JSON.stringify(body)).toBe(200)
      const before = await balance(to)
      const sold = await balance(from)
      await send(body.tx)
      expect((await balance(to)) - before).toBe(BigInt(body.quote.toAmount))
      expect(sold - (await balance(from))).toBe(amount)
    }
  }
  expect((await build(await start(), local, dollar, 1n, { amount: undefined })).status).toBe(400)
})

it('The native coin is sold and bought by all routers, and no allowance is asked for it', async () => {
  const { local } = pools.tokens
  for (const more of [
    { v3: undefined },
    { v2: undefined },
    {
      v2: undefined,
      v3: { ...place().v3!, router: pools.v3Router02, kind: 'SwapRouter02' as const },
    },
  ]) {
    const api = await start({ bases: [pools.tokens.dollar], ...more })
    const bought = await build(api, NATIVE, local, parseUnits('0.01', 18))
    expect(bought.status, JSON.stringify(bought.body)).toBe(200)
    expect(bought.body.quote.spender).toBe(null)
    const before = await balance(local)
    await send(bought.body.tx)
    const got = (await balance(local)) - before
    expect(got).toBe(BigInt(bought.body.quote.toAmount))

    const [quote] = await quotesOf(api, local, NATIVE, got)
    await send((await approve(api, local, NATIVE, quote.spender, got)).tx)
    const sold = await build(api, local, NATIVE, got)
    expect(sold.status, JSON.stringify(sold.body)).toBe(200)
    const coins = await balance(NATIVE)
    const { gasUsed, effectiveGasPrice } = await send(sold.body.tx)
    const gain = (await balance(NATIVE)) - coins + gasUsed * effectiveGasPrice
    expect(gain).toBe(BigInt(sold.body.quote.toAmount))
  }
})

it('Of a pool with little in it the price impact is told, and what nobody trades has no quotes', async () => {
  const api = await start()
  const { local, silent, toll, dollar } = pools.tokens
  const [deep] = await quotesOf(api, local, dollar, parseUnits('1', 18))
  expect(deep.priceImpact).toBeLessThan(5)
  const [shallow] = await quotesOf(api, local, silent, parseUnits('10', 18))
  expect(shallow.priceImpact).toBeGreaterThan(500)
  const alone = await start({ bases: [], v3: undefined })
  expect(await quotesOf(alone, toll, dollar, 1000n)).toEqual([])
})

it('[API-24] An approval is exact, and a token that must be set to 0 first says so', async () => {
  const api = await start()
  const { silent, local, dollar } = pools.tokens
  const first = await approve(api, silent, local, pools.v2Router, 5n)
  expect(first).toMatchObject({ tx: { to: silent }, unlimited: false, reset: false })
  await send(first.tx)
  expect(await approve(api, silent, local, pools.v2Router, 6n)).toMatchObject({ reset: true })
  expect(await approve(api, dollar, local, pools.v2Router)).toMatchObject({
    unlimited: true,
    reset: false,
    tx: { to: dollar, data: expect.stringMatching(/^0x095ea7b3.*f{64}$/) },
  })
})

it('[API-18] The allowance is what the token says, and everything for the native coin', async () => {
  const api = await start()
  const ask = async (token: Hex) => {
    const query = {
      tokenAddress: idOf(token),
      userAddress: account.address,
      spender: pools.v2Router,
    }
    return (await api.get(`/v1/convert/allowance?${new URLSearchParams(query)}`)).body.allowance
  }
  const { dollar } = pools.tokens
  await send((await approve(api, dollar, pools.tokens.local, pools.v2Router, 1234n)).tx)
  expect(await ask(dollar)).toBe('1234')
  expect(await ask(NATIVE)).toBe(String(maxUint256))
})

it('[API-14] [API-20] Tokens of the chain and prices of gas are told', async () => {
  const api = await start()
  const { body } = await api.get(`/v1/convert/tokens?chainId=${CHAIN}`)
  expect(body.tokens.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
    'ETH',
    'LOCAL',
    'TUSD',
    // Not of the host's list: it has pools.
    'WETH',
  ])
  for (const { address } of body.tokens) expect(address).toMatch(new RegExp(`^${CHAIN}:0x`))
  expect(body.tokens.map(({ eip2612 }: { eip2612: boolean }) => eip2612)).toEqual([
    false,
    false,
    true,
    false,
  ])
  const gas = await api.get(`/v1/convert/gas-price?chainId=${CHAIN}`)
  const prices = ['standard', 'fast', 'instant'].map((speed) => BigInt(gas.body[speed]))
  expect(prices[0]).toBeGreaterThan(0n)
  expect(prices[2]).toBeGreaterThanOrEqual(prices[0]!)
})

it('A swap that would revert is refused with what is missing, never in the words of the node', async () => {
  const api = await start()
  const { unsellable, local, dollar } = pools.tokens
  const reasonOf = async (from: Hex, to: Hex, amount: bigint) => {
    const { status, body } = await build(api, from, to, amount)
    return [status, body.reasons?.[0].name]
  }
  await allow(unsellable, pools.v2Router, maxUint256)
  for (const spender of [pools.v2Router, pools.v3Router]) await allow(dollar, spender, 0n)
  expect(await reasonOf(local, dollar, parseUnits('900000', 18))).toEqual([422, 'balance'])
  expect(await reasonOf(dollar, local, parseUnits('1', 6))).toEqual([422, 'allowance'])
  expect(await reasonOf(unsellable, NATIVE, parseUnits('1', 18))).toEqual([422, 'unsellable'])
  const { toll } = pools.tokens
  await allow(toll, pools.v2Router, maxUint256)
  expect(await reasonOf(toll, NATIVE, parseUnits('1', 18))).toEqual([422, 'unsellable'])
})

it.each([
  ['amount', { amount: '0' }],
  ['amount', { amount: '-1' }],
  ['amount', { amount: '1.5' }],
  ['amount', { amount: '1e18' }],
  ['amount', { amount: '9'.repeat(79) }],
  ['amount', { amount: '9'.repeat(78) }],
  ['to', { to: 'same' }],
  ['to', { to: `eip155:2:${accounts[1]!.address}` }],
  ['from', { from: `${CHAIN}:0x1234` }],
  ['from', { from: 'gold' }],
  ['from', { from: `${CHAIN}:0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045` }],
  ['userAddress', { userAddress: '0x12' }],
  ['from', { from: `${CHAIN}:0x000000000000000000000000000000000000c0de` }],
  ['to', { to: `${CHAIN}:0x000000000000000000000000000000000000c0de` }],
])('A request with a bad %s is refused with its name', async (field, bad) => {
  const api = await start()
  const from = idOf(pools.tokens.local)
  const query = {
    ...{ from, to: idOf(pools.tokens.dollar), amount: '1000', userAddress: account.address },
    ...bad,
    ...('to' in bad && bad.to === 'same' && { to: from }),
  }
  const { status, body } = await api.get(`/v1/convert/quotes?${new URLSearchParams(query)}`)
  expect([status, body.reasons[0].name]).toEqual([400, field])
})

it('Chains without a market or without gas are named as the specification says', async () => {
  const api = await startTestApi({ chains: [chain(localnet.url)] })
  const tokens = await api.get(`/v1/convert/tokens?chainId=${CHAIN}`)
  expect(tokens.body.reasons[0].description).toBe('Network not supported for Swaps')
  const gas = await api.get('/v1/convert/gas-price?chainId=eip155:2')
  expect(gas.body.reasons[0].description).toBe('Network not supported for Gas Price')
})

it.each([0, -1, 50.1, 51, null])('A slippage of %s percent is refused', async (slippage) => {
  const { local, dollar } = pools.tokens
  const { status } = await build(await start(), local, dollar, 1000n, { eip155: { slippage } })
  expect(status).toBe(400)
})

it('[API-16] A token without a price of a source has that of its pool, marked, and others are left out', async () => {
  const { local, dollar, silent } = pools.tokens
  const api = await startTestApi({
    chains: [chain(localnet.url)],
    quotes: [uniswap({ chains: { [CHAIN]: place() } })],
    prices: { currency: 'usd', table: { [CHAIN]: 2000, [idOf(silent).toLowerCase()]: 1 } },
  })
  const nobody = `${CHAIN}:0x000000000000000000000000000000000000c0de`
  const addresses = [idOf(local), idOf(silent), nobody, idOf(dollar)]
  const { status, body } = await api.post('/v1/fungible/price', { currency: 'usd', addresses })
  expect(status).toBe(200)
  expect(body.fungibles.map(({ address }: { address: string }) => address)).toEqual([
    ...[addresses[0], addresses[1], addresses[3]],
  ])
  const [first, second, third] = body.fungibles
  // 1 WETH is 1,000 LOCAL or 2,000 TUSD, less the fee of the pool and what the tests before moved.
  expect(first).toMatchObject({ approximate: true })
  expect(Math.abs(first.price / 2 - 1)).toBeLessThan(0.05)
  expect(second).toMatchObject({ price: 1 })
  expect(second).not.toHaveProperty('approximate')
  expect(Math.abs(third.price - 1)).toBeLessThan(0.05)
})

it('A node that is away answers 503, and nothing of the node is told', async () => {
  const api = await startTestApi({
    chains: [chain('http://127.0.0.1:9')],
    quotes: [uniswap({ chains: { [CHAIN]: place() } })],
  })
  const query = {
    ...{ from: idOf(pools.tokens.local), to: idOf(pools.tokens.dollar), amount: '1' },
    userAddress: account.address,
  }
  const { status } = await api.get(`/v1/convert/quotes?${new URLSearchParams(query)}`)
  expect(status).toBe(503)
})
