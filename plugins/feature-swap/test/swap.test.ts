import { afterEach, expect, it, vi } from 'vitest'
import { swapNetworks } from '../src/index.js'
import { Bench, fill, POOR, toReview, until } from './bench.js'
import { ACCOUNT, AMOUNT, approveTx, BOUGHT, SOLD, THIEF, V2_ROUTER, v2Data } from './deals.js'

let bench: Bench
const start = (): Bench => (bench = new Bench())
afterEach(() => bench.end())

const id = (address: string): string => `eip155:1:${address}`

it('The visitor swaps a token, and one swap is sent [FEAT-19]', async () => {
  start().allowance = AMOUNT
  const site = await bench.open()
  await toReview(site)
  expect(bench.sent).toEqual([])
  expect(site.api.state.get()).toMatchObject({
    phase: 'review',
    review: {
      amount: AMOUNT,
      arrives: 2_000_000n,
      minimum: 1_980_000n,
      checkedBy: 1,
      isRead: true,
    },
  })
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'done')
  expect(bench.sent).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [{ from: ACCOUNT, to: V2_ROUTER, value: '0x0', data: expect.any(String) as string }],
    },
  ])
  const { sent, current } = site.api.state.get()
  expect(sent).toMatchObject([
    { id: current, step: 'swap', status: 'success', received: '1999999' },
  ])
})

it('An approval of exactly the amount is sent before the swap, and only where it is needed [SWAP-07]', async () => {
  start()
  const site = await bench.open()
  await toReview(site)
  expect(site.api.state.get().review?.approval).toMatchObject({
    ...{ spender: V2_ROUTER, amount: AMOUNT, isBatched: false },
  })
  const mined = site.kernel.ports.events.on('swap:settled' as never, () => undefined)
  bench.ends.push(mined)
  const { answer } = bench
  bench.answer = (method) => {
    // The chain knows of the approval from now on.
    if (bench.sent.length === 1) bench.allowance = AMOUNT
    return answer(method)
  }
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'done')
  expect(
    bench.sent.map(({ params: [tx] }) => [tx?.['to'], String(tx?.['data']).slice(0, 10)]),
  ).toEqual([
    [SOLD, '0x095ea7b3'],
    [V2_ROUTER, '0x38ed1739'],
  ])
  expect(bench.sent[0]!.params[0]!['data']).toBe(approveTx().data)
  const order = bench.asked
    .map(({ path }) => path)
    .filter((path) => /quotes|allow|build/.test(path))
  expect(order.slice(0, 3)).toEqual([
    'convert/quotes',
    'convert/allowance',
    'convert/build-approve',
  ])
  expect(order.at(-1)).toBe('convert/build-transaction')
  expect(bench.paths('build-approve')).toHaveLength(1)

  bench.end()
  start().allowance = AMOUNT
  const other = await bench.open()
  await toReview(other)
  other.api.confirm()
  await until(other, ({ phase }) => phase === 'done')
  expect(bench.sent).toHaveLength(1)
  expect(bench.paths('build-approve')).toEqual([])
})

it('The slippage is 1 percent without an option, and the option otherwise [SWAP-01]', async () => {
  for (const [options, slippage] of [
    [{}, 1],
    [{ slippage: 0.5 }, 0.5],
  ] as const) {
    start().allowance = AMOUNT
    await toReview(await bench.open(options))
    expect(bench.paths('build-transaction')[0]!.body!['eip155']).toEqual({ slippage })
    bench.end()
  }
})

it('Swaps are offered on twelve networks of eip155 [SWAP-02]', () => {
  start()
  expect([swapNetworks.length, new Set(swapNetworks).size]).toEqual([12, 12])
  expect(swapNetworks.every((network) => network.startsWith('eip155:'))).toBe(true)
})

it('A swap on another network fails with the specified text, and no quote is asked for [SWAP-05]', async () => {
  start()
  const { api, kernel } = await bench.open({}, 999)
  await expect(api.start({ from: SOLD, to: BOUGHT, amount: '1' })).rejects.toMatchObject({
    ...{ code: 'swap.unsupported_network', message: 'Network not supported for Swaps' },
  })
  expect(kernel.ports.messages.text('errors.swap.unsupported_network')).toBe(
    'Network not supported for Swaps',
  )
  expect(bench.asked).toEqual([])
  expect(api.canSwap()).toBe(false)
})

it('A price of gas on another network fails with the text of the specification [SWAP-06]', async () => {
  start()
  const { api, kernel } = await bench.open()
  await expect(api.gasPrice(POOR as 'eip155:999')).rejects.toMatchObject({
    ...{ code: 'swap.unsupported_gas_network', message: 'Network not supported for Gas Price' },
  })
  expect(kernel.ports.messages.text('errors.swap.unsupported_gas_network')).toBe(
    'Network not supported for Gas Price',
  )
  expect(bench.paths('gas-price')).toEqual([])
})

it('Three digits within 500 ms lead to one question for quotes [SWAP-08]', async () => {
  start()
  const site = await bench.open()
  await site.api.start({ from: SOLD, to: BOUGHT })
  bench.ends.push(site.api.watch())
  const from = performance.now()
  for (const text of ['1', '12', '123']) site.api.setAmount(text)
  await vi.waitFor(() => expect(bench.paths('quotes')).toHaveLength(1), { timeout: 20_000 })
  expect(performance.now() - from).toBeGreaterThanOrEqual(490)
  expect(bench.paths('quotes')[0]!.query['amount']).toBe(String(123n * AMOUNT))
  await until(site, ({ phase }) => phase === 'ready')
  expect(bench.paths('quotes')).toHaveLength(1)
})

it('Quotes are asked for with the five names of the specification, and read [API-11]', async () => {
  start()
  const site = await bench.open()
  await fill(site)
  expect(bench.paths('quotes')[0]!.query).toMatchObject({
    ...{ amount: String(AMOUNT), userAddress: ACCOUNT, from: id(SOLD), to: id(BOUGHT) },
    gasPrice: '2000000000',
  })
  expect(site.api.state.get().quote).toMatchObject({ toAmount: 2_000_000n, source: 'uniswap' })
})

it('Tokens are asked for by the network in use, and read [API-13]', async () => {
  start()
  const site = await bench.open()
  await site.api.start()
  expect(bench.paths('tokens')[0]!.query['chainId']).toBe('eip155:1')
  const symbols = site.api.state.get().tokens.map(({ symbol }) => symbol)
  expect(symbols).toEqual(['ETH', 'DAI', 'USDC'])
})

it('Prices are asked for by exactly the keys of the specification, and read [API-15]', async () => {
  start()
  const site = await bench.open({}, 1, 'shop')
  await fill(site)
  await until(site, ({ prices }) => prices[SOLD.toLowerCase()] === 2)
  const { body } = bench.asked.find(({ path }) => path === 'fungible/price')!
  expect(Object.keys(body!).sort()).toEqual(['addresses', 'currency', 'projectId'])
  // One for two dollars, and the other for one: two of the second are worth the first.
  await until(site, ({ loss }) => loss === undefined || loss === 0)
})

it('The allowance is asked for by token and account, and read [API-17]', async () => {
  start().allowance = AMOUNT
  const site = await bench.open()
  await toReview(site)
  expect(bench.paths('allowance')[0]!.query).toMatchObject({
    ...{ tokenAddress: id(SOLD), userAddress: ACCOUNT },
  })
  expect(site.api.state.get().review?.approval).toBeUndefined()
})

it('The price of gas is asked for by network, and read as a bigint [API-19]', async () => {
  start()
  const { api } = await bench.open()
  expect(await api.gasPrice('eip155:1')).toBe(2_000_000_000n)
  expect(bench.paths('gas-price')[0]!.query['chainId']).toBe('eip155:1')
})

it('A swap is built by exactly the keys of the specification [API-21]', async () => {
  start().allowance = AMOUNT
  await toReview(await bench.open({}, 1, 'shop'))
  const { body } = bench.paths('build-transaction')[0]!
  expect(Object.keys(body!).sort()).toEqual(
    ['amount', 'disableEstimate', 'eip155', 'from', 'projectId', 'to', 'userAddress'].sort(),
  )
})

it('An approval is asked for by account and both tokens [API-23]', async () => {
  start()
  await toReview(await bench.open())
  expect(bench.paths('build-approve')[0]!.query).toMatchObject({
    ...{ userAddress: ACCOUNT, from: id(SOLD), to: id(BOUGHT), amount: String(AMOUNT) },
  })
})

it('A wallet that does several calls as one is asked once, and nothing is approved beside it', async () => {
  start().capabilities = { '0x1': { atomic: { status: 'supported' } } }
  const site = await bench.open()
  await toReview(site)
  expect(site.api.state.get().review?.approval?.isBatched).toBe(true)
  bench.answer = () => ({ id: 'calls-1' })
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'done')
  expect(bench.sent.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  expect(bench.sent[0]!.params[0]).toMatchObject({
    atomicRequired: true,
    chainId: '0x1',
    calls: [{ to: SOLD }, { to: V2_ROUTER }],
  })
})

it('A server that builds another swap is found out, and the wallet is not asked', async () => {
  start().allowance = AMOUNT
  bench.build = (answer) => ({
    ...answer,
    tx: { ...(answer['tx'] as object), data: v2Data({ to: THIEF }) },
  })
  const site = await bench.open()
  await toReview(site)
  expect(site.api.state.get()).toMatchObject({
    phase: 'failed',
    error: { code: 'swap.not_as_quoted', context: { problem: 'recipient' } },
  })
  expect(bench.sent).toEqual([])
  site.api.leave()
  await until(site, ({ phase }) => phase === 'ready')
})

it('A server that gives a token other decimals than its contract is found out', async () => {
  start().allowance = AMOUNT
  bench.decimals = 6n
  const site = await bench.open()
  await toReview(site)
  expect(site.api.state.get()).toMatchObject({
    ...{ phase: 'failed', error: { context: { problem: 'tokens' } } },
  })
  expect(bench.paths('build-transaction')).toEqual([])
})

it('A price that falls between review and yes stops the swap before the wallet opens', async () => {
  start().allowance = AMOUNT
  const site = await bench.open()
  await toReview(site)
  bench.arrives = (2_000_000n * 8n) / 10n
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'failed')
  expect(site.api.state.get().error).toMatchObject({ context: { problem: 'arrives' } })
  // Within the minimum, and beyond half a percent: another yes is asked for.
  site.api.leave()
  bench.arrives = undefined
  await until(site, ({ phase }) => phase === 'ready')
  site.api.review()
  await until(site, ({ phase }) => phase === 'review')
  bench.arrives = 1_985_000n
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'changed')
  expect(site.api.state.get().review).toMatchObject({
    ...{ arrives: 1_985_000n, before: { arrives: 2_000_000n } },
  })
  expect(bench.sent).toEqual([])
  site.api.accept()
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'done')
  expect(bench.sent).toHaveLength(1)
})

it('A visitor who declines in the wallet is told so, with an approval that is left over', async () => {
  start()
  const site = await bench.open()
  await toReview(site)
  const { answer } = bench
  bench.answer = (method) => {
    if (bench.sent.length > 1) return Object.assign(new Error('no'), { code: 4001 })
    bench.allowance = AMOUNT
    return answer(method)
  }
  site.api.confirm()
  await until(site, ({ phase }) => phase === 'declined')
  expect(site.api.state.get()).toMatchObject({
    leftover: { spender: V2_ROUTER, amount: AMOUNT },
    sent: [{ step: 'approve', status: 'success' }],
  })
  bench.answer = answer
  await site.api.revoke()
  expect(bench.sent.at(-1)!.params[0]).toMatchObject({
    to: SOLD,
    data: approveTx(undefined, 0n).data,
  })
  expect(site.api.state.get().leftover).toBeUndefined()
})

it('A late answer of another amount is not applied', async () => {
  start().delay = 150
  const site = await bench.open()
  await site.api.start({ from: SOLD, to: BOUGHT })
  bench.ends.push(site.api.watch())
  site.api.setAmount('1')
  await vi.waitFor(() => expect(bench.paths('quotes')).toHaveLength(1), { timeout: 20_000 })
  site.api.setAmount('2')
  await until(site, ({ phase }) => phase === 'ready')
  expect(site.api.state.get().quote).toMatchObject({ fromAmount: 2n * AMOUNT })
})

it('A swap that was sent is followed after a reload, told as pending, and its balance announced', async () => {
  start().allowance = AMOUNT
  bench.receipt = undefined
  const site = await bench.open()
  await toReview(site)
  site.api.confirm()
  await until(site, ({ isSent }) => isSent)
  const hash = site.api.state.get().current!
  const stored = bench.storage
  bench.end()
  start().storage = stored
  bench.receipt = {}
  const heard: unknown[] = []
  const again = await bench.open()
  bench.ends.push(
    again.kernel.ports.events.on('swap:balance-changed', (event) => heard.push(event)),
  )
  await until(again, ({ sent }) => sent[0]?.status === 'success')
  expect(again.api.state.get().sent).toMatchObject([{ id: hash, received: '1999999' }])
})

it('Another account ends the swap that was being read, and nothing is asked of the wallet', async () => {
  start().allowance = AMOUNT
  const site = await bench.open()
  await toReview(site)
  bench.useAccounts([THIEF])
  await until(site, ({ phase, amount }) => phase === 'idle' && amount === undefined)
  site.api.confirm()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([bench.sent, site.api.state.get().review]).toEqual([[], undefined])
})

it('No route, and a server that is away, leave what was typed', async () => {
  start().quotes = () => ({ quotes: [] })
  const site = await bench.open()
  await site.api.start({ from: SOLD, to: BOUGHT })
  bench.ends.push(site.api.watch())
  site.api.setAmount('1')
  await until(site, ({ phase }) => phase === 'failed')
  expect(site.api.state.get()).toMatchObject({ typed: '1', error: { code: 'swap.no_route' } })
  bench.quotes = () => 503 as never
  site.api.refresh()
  await until(site, ({ error }) => (error as { code?: string } | undefined)?.code === 'http.status')
  expect(site.api.state.get()).toMatchObject({ typed: '1', quote: undefined })
})

it('A swap is built though the form is gone before the file of the review is there', async () => {
  start().allowance = AMOUNT
  const site = await bench.open()
  site.kernel.open('Swap')
  await site.api.start({ from: SOLD, to: BOUGHT })
  const close = site.api.watch()
  site.api.setAmount('1')
  await until(site, ({ phase }) => phase === 'ready')
  site.api.review()
  close()
  await until(site, ({ phase }) => phase === 'review')
  site.kernel.close()
  await until(site, ({ phase }) => phase === 'idle')
})
