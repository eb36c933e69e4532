import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { readReceiver } from '../src/receiver/readReceiver.js'
import { FakeChain, openSite, token, type Site } from './bench.js'
import { installChains } from './chains.js'

const state = ({ api }: Site) => api.state.get()
const KEY = 'latchkey-default:send:v1:sent'
const entry = (more: object = {}) => ({
  id: 'tx1',
  kind: 'transaction',
  network: 'eip155:1',
  account: 'eip155-owna',
  receiver: 'eip155-bob',
  amount: '1.5',
  symbol: 'COIN',
  at: Date.now() - 1_000,
  status: 'pending',
  ...more,
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['undefined', undefined],
  [
    'null among them',
    [null, { name: 'Bob', address: 'eip155-0123456789abcdef0123456789abcdef01234567' }],
  ],
  ['no list', { length: 1 }],
  ['entries without an address', [{ name: 'x' }, { name: 'y', address: 7 }]],
])('Malformed contacts do not block the form: %s', async (_, contacts) => {
  const site = await openSite({ send: { contacts: async () => contacts as never } })
  await site.fill({ to: 'eip155-0123456789abcdef0123456789abcdef01234568' })
  expect(state(site).receiver).toMatchObject({
    status: 'ok',
    ...(Array.isArray(contacts) && contacts[0] === null && { lookalike: { name: 'Bob' } }),
  })
})

describe('Slow answers', () => {
  it('Contacts that never arrive do not block the form', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const site = await openSite({ send: { contacts: () => new Promise(() => undefined) } })
    await site.api.load()
    site.api.setReceiver('eip155-bob')
    expect(state(site).receiver).toEqual({ status: 'checking' })
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(state(site).receiver).toMatchObject({ status: 'ok' }))
  })
  it('A name lookup that is never answered does not block the form', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const site = await openSite({ chains: [new FakeChain('eip155', ['name', 'send'])] })
    let given: AbortSignal | undefined
    site.chain.adapter.nameLookup!.resolve = (_, __, signal) => new Promise(() => (given = signal))
    site.api.setReceiver('ada.test')
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100)
      expect(given).toBeDefined()
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() =>
      expect(state(site).receiver).toEqual({ status: 'refused', problem: 'send.nameFailed' }),
    )
    expect(given?.aborted).toBe(true)
  })
  it('A late maximum does not replace an amount that was typed since', async () => {
    const site = await openSite()
    await site.fill({ amount: '1' })
    let know = (): void => undefined
    const known = new Promise<void>((resolve) => (know = resolve))
    const estimate = site.chain.adapter.estimate!
    site.chain.adapter.estimate = async (transfer) => known.then(() => estimate(transfer))
    const finding = site.api.max()
    site.api.setAmount('2')
    know()
    await finding
    expect(state(site)).toMatchObject({ sendTokenAmount: '2', value: 2_000_000_000n })
  })
  it('The amount of a link does not replace an amount that was typed since', async () => {
    const chain = new FakeChain('solana')
    const site = await openSite({ chains: [chain] })
    let answer = (): void => undefined
    const later = new Promise<void>((resolve) => (answer = resolve))
    chain.adapter.assets = async () => later.then(() => [token({ token: 'solana-gold' })])
    void site.api.load()
    await site.until(() => state(site).tokenBalances.length)
    site.api.setReceiver('solana:solana-bob?amount=0.5&spl-token=solana-gold')
    await site.until(() => state(site).receiver.status === 'ok')
    site.api.setAmount('2')
    answer()
    await site.until(() => state(site).token?.symbol === 'GOLD')
    expect(state(site)).toMatchObject({ sendTokenAmount: '2', value: 2_000_000n })
  })
})

it('An amount keeps its meaning when the language of the page changes', async () => {
  const site = await openSite()
  await site.fill({ amount: '1.234' })
  site.kernel.setLocale('de')
  await site.until(() => state(site).sendTokenAmount === '1,234')
  site.api.setToken(state(site).tokenBalances[0])
  expect(state(site).value).toBe(1_234_000_000n)
  site.api.setAmount('x')
  site.kernel.setLocale('en')
  await site.api.load()
  expect(state(site)).toMatchObject({ sendTokenAmount: 'x', amountProblem: 'send.amountInvalid' })
})

it.each(['1e-7', 'free', '-1', '', '0', 'NaN', '1,5'])('The price %j is ignored', async (price) => {
  const site = await openSite()
  site.chain.assets = [token({ price })]
  await site.fill({ token: 1, amount: '1' })
  expect(state(site).tokenBalances[1]).not.toHaveProperty('price')
})

describe('An address with invisible characters', () => {
  const { kernel, contextOn } = installChains()
  afterAll(() => kernel.dispose())
  const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const SOL = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
  const read = async (text: string, on: string) => (
    await kernel.ready,
    (await readReceiver(text, contextOn(on))).receiver
  )
  it.each([
    ['Ethereum', `\u200b${ALICE}\u2069`, ALICE],
    ['Ethereum', `\u2066${ALICE}\u2069`, ALICE],
    ['Ethereum', `${ALICE.slice(0, 20)}\u200b${ALICE.slice(20)}`, ALICE],
    ['Ethereum', '0x7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8', ALICE],
    ['Ethereum', `${ALICE.slice(0, 21)}\n${ALICE.slice(21)}`, ALICE],
    ['Ethereum', `ethereum:\u200e${ALICE}?value=1`, ALICE],
    ['Bitcoin', `\u202a${SEGWIT}\u202c`, SEGWIT],
    ['Solana', `${SOL.slice(0, 9)}\u00ad${SOL.slice(9)}`, SOL],
    ['Ethereum', `eip155:1:${ALICE}\u200b`, ALICE],
  ])('On %s an address is read without its invisible characters: %j', async (on, text, address) => {
    expect(await read(text, on)).toMatchObject({ status: 'ok', address })
  })
  it.each([
    `${ALICE} ${ALICE}`,
    ALICE.replace('7099', '7\u00399'),
    `${ALICE}\u200b1`,
    ALICE.replace('0', '\u043e'),
    `${ALICE.slice(0, -1)}\u200b`,
  ])(
    'A text that is not an address without its invisible characters is refused: %j',
    async (text) => {
      expect(await read(text, 'Ethereum')).toMatchObject({ status: 'refused' })
    },
  )
  it.each([
    ['Ethereum', '0x0000000000000000000000000000000000000001'],
    ['Ethereum', '0x00000000000000000000000000000000000000FF'],
    ['Ethereum', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['Solana', '1nc1nerator11111111111111111111111111111111'],
    ['Polkadot', '111111111111111111111111111111111HC1'],
  ])('An address without a key is refused on %s: %s', async (on, address) => {
    expect(await read(address, on)).toMatchObject({
      status: 'refused',
      problem: 'send.receiverIsNobody',
    })
  })
})

describe('A transaction that takes long', () => {
  it('A transaction is followed to its end, even where its adapter stops watching or the node fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const site = await openSite({
      storage: fakeStorage({ [KEY]: JSON.stringify([entry()]) }),
      connect: false,
    })
    await vi.waitFor(() => expect(site.chain.watched).toHaveLength(1))
    const seen = async (count: number) =>
      vi.waitFor(
        async () => {
          await vi.advanceTimersByTimeAsync(60_000)
          expect(site.chain.watched.length).toBeGreaterThanOrEqual(count)
        },
        { timeout: 5_000 },
      )
    site.chain.stopWatching('tx1')
    await seen(2)
    for (const count of [3, 4, 5, 6]) {
      site.chain.tell('tx1', new Error('down'))
      await seen(count)
    }
    site.chain.tell('tx1', { status: 'success' })
    await vi.waitFor(() => expect(state(site).sent).toMatchObject([{ status: 'success' }]))
    const { length } = site.chain.watched
    await vi.advanceTimersByTimeAsync(10 * 3_600_000)
    expect(site.chain.watched).toHaveLength(length)
  })
  it('A pending transaction is checked at once when the form is shown', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const site = await openSite({
      storage: fakeStorage({ [KEY]: JSON.stringify([entry()]) }),
      connect: false,
    })
    await vi.waitFor(() => expect(site.chain.watched).toHaveLength(1))
    site.chain.stopWatching('tx1')
    await vi.advanceTimersByTimeAsync(10)
    await site.api.load()
    await vi.waitFor(() => expect(site.chain.watched).toHaveLength(2))
  })
  it('A removed transaction is not followed any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const site = await openSite({
      storage: fakeStorage({ [KEY]: JSON.stringify([entry()]) }),
      connect: false,
    })
    await vi.waitFor(() => expect(site.chain.watched).toHaveLength(1))
    site.api.dismiss('tx1')
    site.chain.stopWatching('tx1')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(site.chain.watched).toHaveLength(1)
  })
  it('A transaction is followed on a page without locks', async () => {
    vi.stubGlobal(
      'window',
      Object.assign(new EventTarget(), { navigator: {}, document: new EventTarget() }),
    )
    vi.stubGlobal('navigator', {
      locks: {
        request: () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
      },
      language: 'en',
      userAgent: '',
    })
    const site = await openSite({
      storage: fakeStorage({ [KEY]: JSON.stringify([entry()]) }),
      connect: false,
    })
    await site.until(() => site.chain.watched.length)
  })
})

it('The review warns that the fee has risen above the rest of the balance', async () => {
  const site = await openSite({ chains: [new FakeChain('eip155')] })
  await site.fill({ amount: '4.9' })
  site.chain.fee = () => 200_000_000n
  const sending = site.api.send().catch(() => undefined)
  await site.until(() => state(site).review?.fee?.value === 200_000_000n)
  expect(state(site).review).toMatchObject({ missing: { value: 100_000_000n, symbol: 'COIN' } })
  site.api.decline()
  await sending
  site.chain.fee = () => 1_000n
  await site.fill({ amount: '4.8' })
  const again = site.api.send().catch(() => undefined)
  await site.until(() => state(site).review?.fee)
  expect(state(site).review).not.toHaveProperty('missing')
  site.api.decline()
  await again
})
