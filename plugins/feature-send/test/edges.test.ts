import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { readReceiver } from '../src/receiver/readReceiver.js'
import { failure, FakeChain, openSite, token, type Site } from './bench.js'
import { installChains } from './chains.js'

const state = ({ api }: Site) => api.state.get()
const KEY = 'latchkey-default:send:v1:sent'
const LONG = 'eip155-0123456789abcdef0123456789abcdef01234567'

describe('A token contract as receiver', () => {
  it('The contract of the token itself is refused as receiver, whichever of the two was chosen first', async () => {
    const site = await openSite()
    site.chain.assets = [
      token(),
      token({
        token: 'eip155-silver',
        amount: { value: 1_000_000n, decimals: 6, symbol: 'SILVER' },
      }),
    ]
    await site.fill({ token: 1, amount: '1', to: 'eip155-GOLD' })
    expect(await failure(site.api.send())).toMatchObject({
      code: 'send.receiver_refused',
      context: { problem: 'send.receiverIsToken' },
    })
    await site.fill({ token: 1, amount: '1', to: 'eip155-silver' })
    expect(state(site).receiver).toEqual({
      status: 'refused',
      problem: 'send.receiverIsToken',
      params: { symbol: 'SILVER' },
    })
    await site.fill({ token: 0, amount: '1', to: 'eip155-gold' })
    expect(state(site).receiver).toMatchObject({
      status: 'refused',
      problem: 'send.receiverIsToken',
    })
    expect(site.chain.asked).toEqual([])
  })
  it('A token contract is refused as receiver even where the tokens are read after it', async () => {
    const site = await openSite()
    await site.fill({ to: 'eip155-gold' })
    expect(state(site).receiver).toMatchObject({ status: 'ok' })
    site.chain.assets = [token()]
    await site.api.load()
    await site.until(() => state(site).tokenBalances.length === 2)
    expect(await failure(site.api.send())).toMatchObject({
      code: 'send.receiver_refused',
      context: { problem: 'send.receiverIsToken' },
    })
  })
})

describe('A payment link', () => {
  const solana = async (assets: FakeChain['assets'] = [token({ token: 'solana-gold' })]) => {
    const chain = new FakeChain('solana')
    const site = await openSite({ chains: [chain] })
    chain.assets = assets
    return { chain, site }
  }
  it('A payment link waits until the tokens are read before it refuses a missing one', async () => {
    const { chain, site } = await solana('silence')
    let answer = (_: unknown): void => undefined
    const later = new Promise((resolve) => (answer = resolve))
    chain.adapter.assets = async () => {
      await later
      return [token({ token: 'solana-gold' })]
    }
    void site.api.load()
    await site.until(() => state(site).tokenBalances.length === 1)
    site.api.setReceiver('solana:solana-bob?amount=0.5&spl-token=solana-gold')
    await site.until(() => state(site).receiver.status !== 'checking')
    answer(undefined)
    await site.until(() => state(site).value === 500_000n)
    expect(state(site)).toMatchObject({
      token: { symbol: 'GOLD' },
      receiver: { status: 'ok', address: 'solana-bob' },
    })
  })
  it('A payment link with an address alone changes neither token nor amount', async () => {
    const { site } = await solana()
    await site.fill({ token: 1, amount: '2' })
    site.api.setReceiver('solana:solana-carol')
    await site.until(() => state(site).receiver.status === 'ok')
    await site.until(() => state(site).token)
    expect(state(site)).toMatchObject({
      token: { symbol: 'GOLD' },
      value: 2_000_000n,
      receiver: { address: 'solana-carol' },
    })
  })
  it('A payment link that changes the token and names no amount clears the amount', async () => {
    const { site } = await solana()
    await site.fill({ token: 0, amount: '2' })
    site.api.setReceiver('solana:solana-carol?spl-token=solana-gold')
    await site.until(() => state(site).token?.symbol === 'GOLD')
    expect(state(site)).toMatchObject({ sendTokenAmount: undefined, value: undefined })
  })
  it('A payment link with an amount below the smallest unit is refused (audit A6)', async () => {
    const { site } = await solana()
    await site.fill({ token: 1, amount: '2' })
    site.api.setReceiver('solana:solana-carol?amount=0.1234567&spl-token=solana-gold')
    await site.until(() => state(site).receiver.status === 'refused')
    expect(state(site)).toMatchObject({
      value: undefined,
      receiver: { status: 'refused', problem: 'send.uriUnreadable' },
    })
  })
  it('A payment carries memo and references of its link, until another receiver is entered (audit A6)', async () => {
    const { chain, site } = await solana()
    await site.fill({ token: 0, amount: '1' })
    for (const [link, carried] of [
      [
        'solana:solana-bob?amount=0.5&memo=Order%2017&reference=solana-first&reference=SOLANA-second',
        { memo: 'Order 17', references: ['solana-first', 'solana-second'] },
      ],
      ['solana:solana-bob?amount=0.5', {}],
    ] as const) {
      site.api.setReceiver(link)
      await site.until(
        () => state(site).receiver.status === 'ok' && state(site).value !== undefined,
      )
      const sending = site.api.send()
      await site.until(() => state(site).review)
      expect(state(site).review?.params).toMatchObject(carried)
      site.api.confirm()
      await sending
      const { params } = chain.asked.at(-1)!
      expect(params).toEqual({
        from: expect.any(String) as string,
        to: 'solana-bob',
        value: '500000000',
        ...carried,
      })
      await site.fill({ token: 0, amount: '1' })
    }
  })
  it('A payment link for a token never sends another token where balances could not be read', async () => {
    const { chain, site } = await solana()
    chain.balance = new Error('down')
    site.api.setReceiver('solana:solana-bob?amount=1.5&spl-token=solana-gold')
    await site.until(
      () => state(site).lastRetry !== undefined && state(site).receiver.status !== 'checking',
    )
    expect(state(site).receiver).toEqual({ status: 'refused', problem: 'send.uriUnread' })
  })
})

describe('The names of tokens', () => {
  it('The name of a token is cut and shown without hidden characters', async () => {
    const storage = fakeStorage()
    const site = await openSite({ storage })
    site.chain.assets = [
      token({
        name: 'x'.repeat(9_000),
        amount: { value: 9_000_000n, decimals: 6, symbol: `\u202E${'Y'.repeat(9_000)}` },
      }),
      token({
        token: 'eip155-none',
        amount: { value: 9_000_000n, decimals: 6, symbol: ' \u200b' },
      }),
    ]
    await site.api.load()
    for (const each of state(site).tokenBalances) {
      expect(each.symbol).toMatch(/^[\x21-\x7e…]{1,32}$/)
      expect(each.name.length).toBeLessThanOrEqual(100)
    }
    await site.fill({ token: 2, amount: '1' })
    const sending = site.api.send()
    await site.until(() => state(site).review)
    site.api.confirm()
    await sending
    await site.until(() => site.chain.watched.length)
    site.kernel.dispose()
    const after = await openSite({ storage, connect: false })
    await after.until(() => after.chain.watched.length)
  })
})

it('A typed amount gets another value where a second reading gives the token other decimals', async () => {
  const site = await openSite()
  site.chain.assets = [token({ amount: { value: 10n ** 20n, decimals: 6, symbol: 'GOLD' } })]
  await site.fill({ token: 1, amount: '1.5' })
  expect(state(site).value).toBe(1_500_000n)
  site.chain.assets = [token({ amount: { value: 10n ** 20n, decimals: 18, symbol: 'GOLD' } })]
  await site.api.load()
  expect(state(site)).toMatchObject({
    token: { quantity: { decimals: 18 } },
    value: 1_500_000_000_000_000_000n,
    sendTokenAmount: '1.5',
  })
})
it('The maximum stays filled in when the balances are read again', async () => {
  const site = await openSite()
  site.chain.assets = [
    { name: 'Coin', amount: { value: 1n, decimals: 9, symbol: 'COIN' }, price: '3.333' },
  ]
  await site.fill({ amount: '1' })
  site.api.setUnit('fiat')
  await site.api.max()
  const { value } = state(site)
  await site.api.load()
  expect(state(site).value).toBe(value)
})
it('The reserve of an account is not counted as fee, and cannot be sent', async () => {
  const site = await openSite()
  site.chain.reserve = 1_000_000_000n
  await site.fill({ amount: '4.5' })
  await site.until(() => state(site).fee.status === 'known')
  expect(state(site)).toMatchObject({
    amountProblem: 'send.mustStay',
    fee: { amount: { value: 1_000n } },
  })
  expect(await failure(site.api.send())).toMatchObject({
    code: 'send.amount_refused',
    context: { problem: 'send.mustStay' },
  })
  site.api.setAmount('3.9')
  await site.until(() => state(site).fee.status === 'known')
  expect(state(site).amountProblem).toBeUndefined()
})
it('Room for a higher fee is left where everything is sent, and a risen fee does not block the payment', async () => {
  const site = await openSite()
  site.chain.room = 1_000n
  await site.fill({ amount: '' })
  await site.api.max()
  expect(state(site).value).toBe(4_999_998_000n)
  site.chain.fee = () => 1_900n
  await site.until(() => state(site).fee.status === 'known')
  expect(state(site)).toMatchObject({
    fee: { amount: { value: 1_900n } },
    amountProblem: undefined,
  })
})
it('The review shows the current fee, not the fee from when the form was filled in', async () => {
  const site = await openSite()
  await site.fill()
  await site.until(() => state(site).fee.status === 'known')
  site.chain.fee = () => 7_000n
  const outcome = failure(site.api.send())
  await site.until(() => state(site).review?.fee?.value === 7_000n)
  expect(state(site).review?.total?.value).toBe(1_500_007_000n)
  site.chain.fee = new Error('down')
  site.api.decline()
  await outcome
  const again = failure(site.api.send())
  await site.until(() => state(site).review)
  expect(state(site).review?.fee?.value).toBe(1_000n)
  site.api.decline()
  await again
})
it('A second request of one adapter is held like the first: leaving declines it', async () => {
  const site = await openSite()
  const { submit } = site.chain.adapter.send!
  site.chain.adapter.send = {
    ...site.chain.adapter.send!,
    submit: async (transfer) => {
      await submit(transfer)
      return submit(transfer)
    },
  }
  await site.fill()
  const outcome = failure(site.api.send())
  await site.until(() => state(site).review)
  site.api.confirm()
  await site.until(() => site.chain.asked.length === 1 && state(site).review)
  site.api.decline()
  expect(await outcome).toMatchObject({ code: 'wallet.user_rejected' })
  expect(site.chain.asked).toHaveLength(1)
})
it('A stored transaction with an impossible time is ignored', async () => {
  const entry = (at: number) => ({
    id: `tx${at}`,
    kind: 'transaction',
    network: 'eip155:1',
    account: 'eip155-owna',
    receiver: LONG,
    amount: '1.5',
    symbol: 'COIN',
    at,
    status: 'pending',
  })
  const site = await openSite({
    storage: fakeStorage({
      [KEY]: JSON.stringify(
        [1e300, -1e300, -5, 1.5, Date.now() + 3 * 86_400_000, Date.now() - 1_000].map(entry),
      ),
    }),
    connect: false,
  })
  await site.until(() => site.chain.watched.length)
  expect(state(site).sent).toHaveLength(1)
})

describe('A receiver without a key', () => {
  const { kernel, contextOn } = installChains()
  afterAll(() => kernel.dispose())
  it.each([
    ['Ethereum', '0x0000000000000000000000000000000000000000'],
    ['Ethereum', '0x000000000000000000000000000000000000dEaD'],
    ['Ethereum', 'ethereum:0x0000000000000000000000000000000000000000?value=1'],
    ['Solana', '11111111111111111111111111111111'],
  ])('An address without a key is refused on %s: %s', async (on, text) => {
    expect((await readReceiver(text, contextOn(on))).receiver).toEqual({
      status: 'refused',
      problem: 'send.receiverIsNobody',
    })
  })
  it('A name that points to the zero address is refused', async () => {
    const nameLookup = {
      resolve: async () => '0x0000000000000000000000000000000000000000',
      reverse: async () => undefined,
    }
    expect(
      (await readReceiver('nobody.eth', contextOn('Ethereum', { nameLookup }))).receiver,
    ).toEqual({ status: 'refused', problem: 'send.receiverIsNobody' })
  })
})
