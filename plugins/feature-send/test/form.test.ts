import { createKernel } from '@latchkey/kernel'
import { describe, expect, it, vi } from 'vitest'
import { balanceNamespaces, send, sendNamespaces } from '../src/index.js'
import { failure, FakeChain, openSite, token } from './bench.js'
import { installChains } from './chains.js'

const state = ({ api }: Awaited<ReturnType<typeof openSite>>) => api.state.get()

describe('Sending', () => {
  it('Only EVM chains and Solana, which the exported lists name, send and show tokens [SEND-11] [CONST-10]', () => {
    const { kernel } = installChains()
    const registrations = kernel.ports.adapters.get().map(({ value }) => value)
    const namespaces = (all: typeof registrations) => all.map(({ namespace }) => namespace).sort()
    expect(registrations).toHaveLength(5)
    expect(registrations.every(({ abilities }) => abilities.includes('send'))).toBe(true)
    expect(namespaces(registrations.filter((one) => one.sendByDefault))).toEqual(sendNamespaces)
    expect(namespaces(registrations.filter(({ tabs }) => tabs?.includes('tokens')))).toEqual(
      balanceNamespaces,
    )
    expect([sendNamespaces, balanceNamespaces]).toEqual([
      ['eip155', 'solana'],
      ['eip155', 'solana'],
    ])
    kernel.dispose()
  })
  it('A chain family that is not offered by default sends only with the option `namespaces` [SEND-11]', async () => {
    for (const namespace of ['bip122', 'polkadot', 'cosmos']) {
      const closed = (): FakeChain =>
        Object.assign(new FakeChain(namespace), { sendByDefault: false })
      const site = await openSite({ chains: [closed()] })
      await site.fill()
      expect(site.api.canSend()).toBe(false)
      expect(await failure(site.api.send())).toMatchObject({
        code: 'send.unsupported_chain',
        message: 'Unsupported chain',
        context: { namespace },
      })
      expect(site.chain.asked).toEqual([])
      const wide = await openSite({ chains: [closed()], send: { namespaces: [namespace] } })
      expect(wide.api.canSend()).toBe(true)
      const unable = await openSite({
        chains: [new FakeChain(namespace, ['assets'])],
        send: { namespaces: [namespace] },
      })
      expect(unable.api.canSend()).toBe(false)
    }
  })
  it('A chain family is not offered where the option `namespaces` names others', async () => {
    const site = await openSite({ send: { namespaces: ['solana'] } })
    expect(site.api.canSend()).toBe(false)
  })
  it('The button in the account opens the form', async () => {
    const site = await openSite()
    const action = site.kernel.ports.accountActions.find('send.open')!.value
    expect([
      action.feature,
      action.when?.({ account: site.account(), network: undefined }),
    ]).toEqual(['send', true])
    expect(site.views()).toEqual(['Account', 'send.form'])
    await site.kernel.disconnect()
    expect(action.when?.({ account: site.account(), network: undefined })).toBe(false)
  })
})

it('The state says whether names are looked up on the active network', async () => {
  const site = await openSite({
    chains: [new FakeChain('eip155', ['name', 'send']), new FakeChain('solana')],
  })
  await site.fill()
  expect(state(site).takesNames).toBe(true)
  await site.kernel.switchNetwork('solana:1')
  expect(state(site).takesNames).toBe(false)
})

it('The form can be opened by the host before the late half was loaded', async () => {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    mobile: false,
    logLevel: 'silent',
    storage: null,
    plugins: [new FakeChain('eip155').plugin(), send()],
  })
  await kernel.ready
  expect(kernel.ports.late.now()).toBeUndefined()
  expect(kernel.ports.views.find('send.form')).toBeDefined()
  await kernel.ports.late.load()
  for (const view of ['send.token', 'send.review', 'send.sent'])
    await vi.waitFor(() => expect(kernel.ports.views.find(view)).toBeDefined())
  kernel.dispose()
})

describe('The balances', () => {
  it('The balances are the native currency and the tokens that the wallet lists, with prices', async () => {
    const site = await openSite()
    site.chain.assets = [
      {
        name: 'Coin',
        amount: { value: 1n, decimals: 9, symbol: 'COIN' },
        price: '2',
        iconUrl: 'data:image/png;base64,AAAA',
      },
      token({ price: '0.5' }),
      token({ token: 'eip155-none', amount: { value: 0n, decimals: 6, symbol: 'NONE' } }),
    ]
    await site.api.load()
    expect(state(site)).toMatchObject({ networkBalanceInUSD: '11.25', lastRetry: undefined })
    expect(state(site).tokenBalances).toEqual([
      {
        name: 'Coin',
        symbol: 'COIN',
        quantity: { decimals: 9, numeric: '5' },
        price: '2',
        iconUrl: 'data:image/png;base64,AAAA',
      },
      {
        address: 'eip155-gold',
        name: 'Gold',
        symbol: 'GOLD',
        quantity: { decimals: 6, numeric: '2.5' },
        price: '0.5',
      },
    ])
  })
  it('The balances are the native currency alone where the wallet lists no tokens', async () => {
    for (const assets of [new Error('no such method'), [] as const]) {
      const site = await openSite()
      site.chain.assets = assets
      await site.api.load()
      expect(state(site)).toMatchObject({
        tokenBalances: [{ symbol: 'COIN' }],
        networkBalanceInUSD: undefined,
        lastRetry: undefined,
      })
      expect(site.toast()).toBeUndefined()
    }
  })
  it('The native balance is shown while a slow wallet still lists tokens', async () => {
    const site = await openSite()
    site.chain.assets = 'silence'
    void site.api.load()
    await site.until(() => state(site).tokenBalances.length === 1)
  })
  it('An unreadable balance is announced once, and not read again within 30 s', async () => {
    const site = await openSite()
    site.chain.balance = new Error('down')
    await site.api.load()
    expect(site.toast()).toBe('Token Balance Unavailable')
    const { lastRetry } = state(site)
    expect(lastRetry).toBeGreaterThan(Date.now() - 20_000)
    const now = vi.spyOn(Date, 'now')
    now.mockReturnValue(lastRetry! + 29_000)
    await site.api.load()
    expect(site.chain.reads).toBe(1)
    site.chain.balance = 7n
    now.mockReturnValue(lastRetry! + 30_000)
    await site.api.load()
    now.mockRestore()
    expect(state(site)).toMatchObject({
      lastRetry: undefined,
      tokenBalances: [{ quantity: { numeric: '0.000000007' } }],
    })
  })
  it('A malformed amount of a wallet is refused', async () => {
    const site = await openSite()
    site.chain.balance = -1n
    await site.api.load()
    expect(state(site).tokenBalances).toEqual([])
    expect(state(site).lastRetry).toBeDefined()
  })
})

describe('The form', () => {
  it('The state has all members that the specification names [ENT-37]', async () => {
    const site = await openSite()
    await site.fill({ to: 'eip155-BOB' })
    for (const key of [
      'token',
      'sendTokenAmount',
      'receiverAddress',
      'receiverProfileImageUrl',
      'receiverProfileName',
      'networkBalanceInUSD',
      'tokenBalances',
      'loading',
      'lastRetry',
    ])
      expect(state(site)).toHaveProperty(key)
    expect(state(site)).toMatchObject({
      sendTokenAmount: '1.5',
      receiverAddress: 'eip155-BOB',
      loading: false,
      value: 1_500_000_000n,
      amountProblem: undefined,
      receiver: { status: 'ok', address: 'eip155-bob', isFirst: true, isOwn: false },
    })
  })
  it('A token has address, symbol, quantity and price [ENT-38]', async () => {
    const site = await openSite()
    site.chain.assets = [token({ price: '0.5' })]
    await site.fill({ token: 1 })
    expect(state(site).token).toEqual({
      address: 'eip155-gold',
      name: 'Gold',
      symbol: 'GOLD',
      quantity: { decimals: 6, numeric: '2.5' },
      price: '0.5',
    })
  })
  it('Typed text is applied in the task of the call, once the form is loaded', async () => {
    const site = await openSite()
    await site.api.load()
    site.api.setToken(state(site).tokenBalances[0])
    site.api.setAmount('0.25')
    expect(state(site)).toMatchObject({ sendTokenAmount: '0.25', value: 250_000_000n })
  })
  it.each([
    ['0', 'send.amountZero'],
    ['6', 'send.amountTooMuch'],
    ['5', 'send.feeTooMuch'],
    ['0.0000000001', 'send.amountDecimals'],
    ['1e3', 'send.amountInvalid'],
    ['-1', 'send.amountInvalid'],
    ['1,2,3', 'send.amountInvalid'],
    ['', undefined],
    ['4.9', undefined],
  ])('The form names the problem with the amount %j', async (amount, problem) => {
    const site = await openSite()
    await site.fill({ amount })
    await site.until(() => ['known', 'unknown'].includes(state(site).fee.status))
    expect(state(site).amountProblem).toBe(problem)
    if (problem && amount)
      expect(await failure(site.api.send())).toMatchObject({
        code: 'send.amount_refused',
        context: { amount, problem },
      })
    expect(site.chain.asked).toEqual([])
  })
  it('The form says that the account lacks the fee for sending a token', async () => {
    const site = await openSite()
    site.chain.assets = [token()]
    site.chain.balance = 999n
    await site.fill({ token: 1, amount: '1' })
    await site.until(() => state(site).fee.status === 'known')
    expect(state(site).amountProblem).toBe('send.feeTooMuch')
  })
  it('Amounts are read in the spelling of the visitor’s language', async () => {
    const site = await openSite({ kernel: { locale: 'de' } })
    await site.fill({ amount: '1,25' })
    expect(state(site).value).toBe(1_250_000_000n)
    site.chain.fee = () => 500_000_000n
    await site.api.max()
    expect(state(site)).toMatchObject({ value: 4_500_000_000n, sendTokenAmount: '4,5' })
  })
  it('Converting between token and dollars does not change the amount that is sent', async () => {
    const site = await openSite()
    site.chain.assets = [
      { name: 'Coin', amount: { value: 1n, decimals: 9, symbol: 'COIN' }, price: '3' },
      token(),
    ]
    await site.fill({ amount: '1.111111111' })
    site.api.setUnit('fiat')
    expect(state(site)).toMatchObject({
      unit: 'fiat',
      sendTokenAmount: '3.33',
      value: 1_111_111_111n,
    })
    site.api.setAmount('6')
    expect(state(site).value).toBe(2_000_000_000n)
    site.api.setToken(state(site).tokenBalances[1])
    expect(state(site)).toMatchObject({
      unit: 'token',
      sendTokenAmount: undefined,
      value: undefined,
    })
    site.api.setUnit('fiat')
    expect(state(site).unit).toBe('token')
  })
  it('The fee of the newest input is estimated when the visitor has stopped typing', async () => {
    const site = await openSite()
    site.chain.fee = (value) => value / 1_000_000n
    await site.fill({ amount: '1' })
    for (const amount of ['1.1', '1.2', '2']) site.api.setAmount(amount)
    expect(state(site).fee).toEqual({ status: 'loading' })
    await site.until(() => state(site).fee.status === 'known')
    expect(state(site).fee).toEqual({
      status: 'known',
      amount: { value: 2_000n, decimals: 9, symbol: 'COIN' },
    })
    expect(site.chain.estimated).toEqual([2_000_000_000n])
    site.chain.fee = new Error('down')
    site.api.setAmount('3')
    await site.until(() => state(site).fee.status === 'failed')
  })
  it('A name is looked up, and shown with its address', async () => {
    const site = await openSite({ chains: [new FakeChain('eip155', ['name', 'send'])] })
    await site.fill({ to: 'ada.test' })
    expect(state(site)).toMatchObject({
      receiver: { status: 'ok', address: 'eip155-lady' },
      receiverProfileName: 'ada.test',
    })
    await site.fill({ to: 'nobody.test' })
    expect(state(site)).toMatchObject({
      receiver: { status: 'refused', problem: 'send.nameUnknown' },
      receiverProfileName: undefined,
    })
    expect(await failure(site.api.send())).toMatchObject({ code: 'send.receiver_refused' })
  })
  it('Own accounts and past receivers are recognised', async () => {
    const site = await openSite()
    await site.fill({ to: 'eip155-ownx' })
    expect(state(site).receiver).toMatchObject({ isOwn: true, isFirst: true })
    const sending = site.api.send()
    await site.until(() => state(site).review)
    site.api.confirm()
    await sending
    await site.fill({ to: 'eip155-ownx' })
    expect(state(site).receiver).toMatchObject({ isOwn: true, isFirst: false })
  })
  it('An address that looks like a contact’s is refused until the visitor accepts it', async () => {
    const contacts = {
      eip155: [
        { name: 'Bob', address: 'eip155-abcdef00000000000000000000fedcba' },
        { name: 'Broken', address: '?' },
      ],
    }
    const like = 'eip155-abcdef00000000001111110000fedcba'
    for (const given of [contacts, async (namespace: string) => contacts[namespace as 'eip155']]) {
      const site = await openSite({ send: { contacts: given } })
      await site.fill({ to: like })
      expect(state(site).receiver).toMatchObject({
        status: 'ok',
        lookalike: { from: 'contact', name: 'Bob' },
        isLookalikeAccepted: false,
      })
      expect(await failure(site.api.send())).toMatchObject({ code: 'send.receiver_refused' })
      site.api.acceptLookalike()
      const sending = failure(site.api.send())
      await site.until(() => state(site).review)
      site.api.decline()
      expect(await sending).toMatchObject({ code: 'wallet.user_rejected' })
    }
    const lax = await openSite({ send: { contacts, allowLookalikes: true } })
    await lax.fill({ to: like })
    expect(state(lax).receiver).toMatchObject({
      isLookalikeAccepted: true,
      lookalike: { name: 'Bob' },
    })
  })
  it('The form works without contacts that cannot be read', async () => {
    const site = await openSite({ send: { contacts: () => Promise.reject(new Error('down')) } })
    await site.fill()
    expect(state(site).receiver).toMatchObject({ status: 'ok' })
  })
  it('A payment URI fills in the form, and never its amount for another token', async () => {
    const chain = new FakeChain('solana')
    const site = await openSite({ chains: [chain] })
    chain.assets = [token({ token: 'solana-gold' })]
    await site.api.load()
    site.api.setToken(state(site).tokenBalances[1])
    site.api.setReceiver('solana:solana-bob?amount=1.5')
    await site.until(() => state(site).value === 1_500_000_000n)
    expect(state(site)).toMatchObject({
      token: { symbol: 'COIN' },
      sendTokenAmount: '1.5',
      receiver: { status: 'ok', address: 'solana-bob' },
    })
    site.api.setReceiver('solana:solana-bob?amount=0.5&spl-token=solana-GOLD')
    await site.until(() => state(site).token?.symbol === 'GOLD')
    expect(state(site).value).toBe(500_000n)
    site.api.setReceiver('solana:solana-bob?amount=2&spl-token=solana-other')
    await site.until(() => state(site).token === undefined)
    expect(state(site)).toMatchObject({
      value: undefined,
      sendTokenAmount: undefined,
      receiver: { status: 'refused', problem: 'send.uriToken' },
    })
  })
  it('A payment URI fills in only the receiver where balances cannot be read', async () => {
    const site = await openSite({ chains: [new FakeChain('solana')] })
    site.chain.balance = new Error('down')
    site.api.setReceiver('solana:solana-bob?amount=1.5')
    await site.until(
      () => state(site).lastRetry !== undefined && state(site).receiver.status === 'ok',
    )
    expect(state(site)).toMatchObject({
      token: undefined,
      value: undefined,
      receiver: { address: 'solana-bob' },
    })
  })
  it('The form is emptied when the network is switched [NET-04]', async () => {
    const site = await openSite()
    await site.fill()
    await site.kernel.switchNetwork('eip155:2')
    expect(state(site)).toMatchObject({
      token: undefined,
      sendTokenAmount: undefined,
      receiverAddress: undefined,
      receiver: { status: 'empty' },
      value: undefined,
    })
    await site.until(() => state(site).tokenBalances.length)
  })
  it('The form and its balances are emptied when the account changes or is gone [CONN-08]', async () => {
    const site = await openSite()
    await site.fill()
    await site.kernel.ports.accounts.select({
      connectionId: 'wallet-eip155',
      namespace: 'eip155',
      key: 'b',
    })
    expect(state(site)).toMatchObject({
      token: undefined,
      sendTokenAmount: undefined,
      receiverAddress: undefined,
    })
    await site.fill()
    expect(state(site).tokenBalances).not.toEqual([])
    await site.kernel.disconnect()
    expect(state(site)).toMatchObject({
      token: undefined,
      tokenBalances: [],
      receiverAddress: undefined,
    })
  })
  it('Reset clears the form and keeps the balances', async () => {
    const site = await openSite()
    await site.fill()
    site.api.reset()
    expect(state(site)).toMatchObject({
      token: undefined,
      sendTokenAmount: undefined,
      receiverAddress: undefined,
      tokenBalances: [{ symbol: 'COIN' }],
    })
  })
})

describe('The maximum', () => {
  const max = async (change: (chain: FakeChain) => void, index = 0) => {
    const site = await openSite()
    change(site.chain)
    await site.fill({ amount: '', token: index })
    await site.api.max()
    return state(site)
  }
  it('The maximum of the native currency leaves the fee', async () =>
    expect((await max(() => undefined)).value).toBe(4_999_999_000n))
  it('The maximum leaves the reserve of the account', async () =>
    expect((await max((chain) => void (chain.reserve = 500n))).value).toBe(4_999_998_500n))
  it('The maximum leaves the higher fee where the fee rises with the amount', async () => {
    const { value } = await max(
      (chain) => void (chain.fee = (amount) => (amount > 4_000_000_000n ? 5_000n : 1_000n)),
    )
    expect(value).toBe(4_999_995_000n)
  })
  it('The maximum of a token is the whole balance', async () =>
    expect((await max((chain) => void (chain.assets = [token()]), 1)).value).toBe(2_500_000n))
  it('The maximum is the whole balance where the fee is not known', async () =>
    expect((await max((chain) => void (chain.fee = new Error('down')))).value).toBe(5_000_000_000n))
})
