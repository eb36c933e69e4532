import { createToken, LatchkeyError, type RequestPreviewer } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { describe, expect, it, vi } from 'vitest'
import { failure, FakeChain, openSite, token, type Site, type SiteOptions } from './bench.js'

const state = ({ api }: Site) => api.state.get()
const FORM = {
  token: undefined,
  sendTokenAmount: undefined,
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  loading: false,
  review: undefined,
}
/** Fills in the form, sends, and waits for the review. */
async function reviewed(site: Site, fill?: Parameters<Site['fill']>[0]) {
  await site.fill(fill)
  const sending = site.api.send()
  const outcome = failure(sending)
  await site.until(() => state(site).review)
  return { sending, outcome }
}

describe('An incomplete form', () => {
  it('Sending without an amount is refused [SEND-08]', async () => {
    const site = await openSite()
    await site.fill({ amount: '' })
    expect(await failure(site.api.send())).toMatchObject({
      code: 'send.incomplete',
      message: 'An amount and receiver address are required',
      context: { missing: 'amount' },
    })
  })
  it('Sending without a receiver is refused [SEND-09]', async () => {
    const site = await openSite()
    await site.api.load()
    site.api.setToken(state(site).tokenBalances[0])
    site.api.setAmount('1')
    for (const text of ['', '  ']) {
      site.api.setReceiver(text)
      expect(await failure(site.api.send())).toMatchObject({
        code: 'send.incomplete',
        message: 'An amount and receiver address are required',
        context: { missing: 'receiver' },
      })
    }
  })
  it('Sending without a token is refused [SEND-10]', async () => {
    const site = await openSite()
    await site.fill()
    site.api.setToken(undefined)
    expect(await failure(site.api.send())).toMatchObject({
      code: 'send.token_missing',
      message: 'A token is required',
    })
  })
  it('A refused payment opens no view, starts no transaction and does not load', async () => {
    const site = await openSite()
    await site.fill({ amount: '' })
    await failure(site.api.send())
    expect([site.views(), state(site).loading]).toEqual([['Account', 'send.form'], false])
    site.kernel.ports.router.settle('cancel')
    expect(site.views()).toEqual(['Account', 'send.form'])
  })
})

describe('Sending', () => {
  it('The wallet gets the typed payment when the visitor has agreed [FEAT-21]', async () => {
    const site = await openSite()
    const { sending } = await reviewed(site)
    expect(site.chain.asked).toEqual([])
    site.api.confirm()
    const sent = await sending
    expect(site.chain.asked).toMatchObject([
      {
        network: 'eip155:1',
        method: 'test_send',
        params: { from: 'eip155-owna', to: 'eip155-bob', value: '1500000000' },
      },
    ])
    expect(sent).toMatchObject({
      id: 'tx1',
      kind: 'transaction',
      network: 'eip155:1',
      account: 'eip155-owna',
      receiver: 'eip155-bob',
      amount: '1.5',
      symbol: 'COIN',
      status: 'pending',
      link: 'https://scan.example/tx/tx1',
    })
    expect(site.events.filter(({ name }) => name === 'send:submitted')).toEqual([
      { name: 'send:submitted', event: { transaction: sent } },
    ])
  })
  it('A payment in a token names the token to the wallet', async () => {
    const site = await openSite()
    site.chain.assets = [token({ price: '2' })]
    const { sending } = await reviewed(site, { token: 1, amount: '0.5' })
    expect(state(site).review).toMatchObject({
      amount: { value: 500_000n, decimals: 6, symbol: 'GOLD' },
      worth: '1',
    })
    expect(state(site).review).not.toHaveProperty('total')
    site.api.confirm()
    await sending
    expect(site.chain.asked[0]?.params).toEqual({
      from: 'eip155-owna',
      to: 'eip155-bob',
      value: '500000',
      token: 'eip155-gold',
    })
  })
  it('The review is made of the very request that the wallet gets', async () => {
    const site = await openSite()
    await reviewed(site)
    await site.until(() => state(site).review?.fee)
    const { review } = state(site)
    expect(review).toMatchObject({
      account: { address: 'eip155-owna' },
      network: { id: 'eip155:1' },
      token: { symbol: 'COIN' },
      amount: { value: 1_500_000_000n },
      receiver: 'eip155-bob',
      isFirst: true,
      method: 'test_send',
      fee: { value: 1_000n, decimals: 9, symbol: 'COIN' },
      total: { value: 1_500_001_000n },
      description: { title: 'test.send', rows: [{ value: 'eip155-bob' }], complete: true },
    })
    site.api.confirm()
    await site.until(() => site.chain.asked.length)
    expect(site.chain.asked[0]?.params).toBe(review?.params)
  })
  it('A payment puts one transaction on the stack before the wallet answers [SEND-01]', async () => {
    const site = await openSite()
    site.chain.wallet = 'silence'
    await site.fill()
    const sending = failure(site.api.send())
    // The transaction is there in the task of the call.
    expect(site.views()).toEqual(['Account', 'send.form', 'send.review'])
    site.kernel.ports.router.settle('success')
    expect(site.views()).toEqual(['Account'])
    site.kernel.ports.router.push('Networks')
    site.kernel.ports.router.settle('cancel')
    expect(site.views()).toEqual(['Account', 'Networks'])
    await sending
  })
  it('The form is loading until the wallet has answered [SEND-05]', async () => {
    const site = await openSite()
    site.chain.wallet = 'silence'
    await site.fill()
    const sending = site.api.send()
    expect(state(site).loading).toBe(true)
    await site.until(() => state(site).review)
    site.api.confirm()
    await site.until(() => site.chain.asked.length)
    expect(state(site)).toMatchObject({ loading: true, review: undefined })
    site.chain.answer()
    await sending
    expect(state(site).loading).toBe(false)
  })
  it('A payment goes to the chain that is in use [SEND-06]', async () => {
    const chains = [new FakeChain('eip155'), new FakeChain('solana')]
    const site = await openSite({ chains })
    const first = await reviewed(site)
    site.api.confirm()
    await first.sending
    await site.kernel.switchNetwork('solana:1')
    const second = await reviewed(site, { to: 'solana-bob' })
    site.api.confirm()
    await second.sending
    expect(chains.map(({ asked }) => asked.map(({ network }) => network))).toEqual([
      ['eip155:1'],
      ['solana:1'],
    ])
  })
  it('A payment empties the form [SEND-07]', async () => {
    const site = await openSite({ chains: [new FakeChain('eip155', ['name', 'send'])] })
    const { sending } = await reviewed(site, { to: 'ada.test' })
    expect(state(site).review?.receiverName).toBe('ada.test')
    site.api.confirm()
    await sending
    expect(state(site)).toMatchObject(FORM)
  })
  it.each([
    ['eip155', 0],
    ['eip155', 1],
    ['solana', 0],
  ] as const)(
    'A payment leads back to the account view: %s, token %i [SEND-02] [SEND-03] [SEND-04]',
    async (namespace, index) => {
      const chain = new FakeChain(namespace)
      chain.assets = [token({ token: `${namespace}-gold` })]
      const site = await openSite({ chains: [chain] })
      const { sending } = await reviewed(site, { token: index })
      site.api.confirm()
      await sending
      expect([site.views(), state(site).token, state(site).receiverAddress]).toEqual([
        ['Account'],
        undefined,
        undefined,
      ])
    },
  )
  it('The balances are read again after a payment', async () => {
    const site = await openSite()
    const { sending } = await reviewed(site)
    site.chain.balance = 1_000_000_000n
    site.api.confirm()
    await sending
    await site.until(() => state(site).tokenBalances[0]?.quantity.numeric === '1')
  })
  it('Sending waits for a receiver that is still looked up', async () => {
    const site = await openSite({ chains: [new FakeChain('eip155', ['name', 'send'])] })
    await site.fill()
    site.api.setReceiver('ada.test')
    const sending = site.api.send()
    await site.until(() => state(site).review)
    site.api.confirm()
    expect(await sending).toMatchObject({ receiver: 'eip155-lady' })
  })
  it('A second payment is refused while the form waits for the first', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    expect(await failure(site.api.send())).toMatchObject({ code: 'wallet.request_pending' })
    site.api.decline()
    await outcome
  })
  it('Sending works with the modal closed, and does not open it', async () => {
    const site = await openSite()
    await site.fill()
    site.kernel.close()
    const sending = site.api.send()
    await site.until(() => state(site).review)
    site.api.confirm()
    expect(await sending).toMatchObject({ id: 'tx1' })
    expect(site.kernel.ports.modal.get().open).toBe(false)
  })
  it('Requests of other callers are not previewed by the form', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    const other = vi.fn(async () => undefined)
    site.kernel.ports.points.add(createToken<RequestPreviewer>('previews'), {
      id: 'generic',
      takes: () => true,
      review: other,
    })
    const params = { from: 'eip155-owna', to: 'eip155-eve', value: '1' }
    await site.kernel.ports.connections.request({
      network: 'eip155:1',
      method: 'test_send',
      params,
    })
    expect(other).toHaveBeenCalledTimes(1)
    expect(state(site).review?.params).toMatchObject({ to: 'eip155-bob' })
    site.api.decline()
    await outcome
  })
})

describe('A payment that is not sent', () => {
  /** Expects that the wallet was not asked, and that the modal shows these views. */
  const unsent = async (
    site: Site,
    outcome: Promise<unknown>,
    code: string,
    views: readonly string[],
  ) => {
    expect(await outcome).toMatchObject({ code })
    expect([site.chain.asked, site.views()]).toEqual([[], views])
    expect(state(site)).toMatchObject({ loading: false, review: undefined, error: undefined })
  }
  it('A payment that the visitor declined leaves the form as it was', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    site.api.decline()
    await unsent(site, outcome, 'wallet.user_rejected', ['Account', 'send.form'])
    expect(state(site)).toMatchObject({
      sendTokenAmount: '1.5',
      receiverAddress: 'eip155-bob',
      token: { symbol: 'COIN' },
    })
    const again = site.api.send()
    await site.until(() => state(site).review)
    site.api.confirm()
    expect(await again).toMatchObject({ id: 'tx1' })
  })
  it('Going back declines the payment', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    site.kernel.ports.router.back()
    await unsent(site, outcome, 'wallet.user_rejected', ['Account', 'send.form'])
    expect(state(site)).toMatchObject({ sendTokenAmount: '1.5', receiverAddress: 'eip155-bob' })
  })
  it('Closing the modal declines the payment', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    site.kernel.close()
    await unsent(site, outcome, 'wallet.user_rejected', ['Connect'])
    expect(state(site).sendTokenAmount).toBe('1.5')
  })
  it('Going back before the request is built declines the payment', async () => {
    const site = await openSite()
    let build = (): void => undefined
    site.chain.building = () => new Promise((resolve) => (build = resolve))
    await site.fill()
    const outcome = failure(site.api.send())
    site.kernel.ports.router.back()
    await unsent(site, outcome, 'wallet.user_rejected', ['Account', 'send.form'])
    build()
    await site.until(() => !state(site).loading)
    expect([site.chain.asked, state(site).review]).toEqual([[], undefined])
  })
  it('A change of account stops a payment that was not agreed to', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    await site.kernel.ports.accounts.select({
      connectionId: 'wallet-eip155',
      namespace: 'eip155',
      key: 'b',
    })
    await unsent(site, outcome, 'wallet.account_changed', ['Account', 'send.form'])
    expect(state(site)).toMatchObject(FORM)
  })
  it('A change of network stops a payment that was not agreed to', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    site.chain.says({ network: 'eip155:2' })
    await site.kernel.switchNetwork('eip155:2')
    await unsent(site, outcome, 'wallet.account_changed', site.views())
    expect(state(site)).toMatchObject(FORM)
  })
  it('A disconnected wallet stops the payment', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    await site.kernel.disconnect()
    expect(await outcome).toHaveProperty('code')
    expect(state(site)).toMatchObject(FORM)
    expect(await failure(site.api.send())).toHaveProperty('code')
  })
  it('The end of the kernel stops the payment', async () => {
    const site = await openSite()
    const { outcome } = await reviewed(site)
    site.kernel.dispose()
    expect(await outcome).toMatchObject({ code: 'kernel.aborted' })
    expect(site.chain.asked).toEqual([])
  })
  it('A payment that the wallet declined leaves the form as it was, without alarm', async () => {
    const site = await openSite()
    site.chain.wallet = { reject: { code: 4001 } }
    const { outcome } = await reviewed(site)
    site.api.confirm()
    expect(await outcome).toMatchObject({ code: 'wallet.user_rejected' })
    expect(site.views()).toEqual(['Account', 'send.form'])
    expect(state(site)).toMatchObject({
      loading: false,
      sendTokenAmount: '1.5',
      error: { code: 'wallet.user_rejected' },
    })
    site.api.setAmount('1')
    expect(state(site).error).toBeUndefined()
  })
  it('A failure of the wallet goes one view back and shows the error', async () => {
    const site = await openSite()
    site.chain.wallet = { reject: new Error('insufficient funds') }
    const { outcome } = await reviewed(site)
    site.api.confirm()
    expect(await outcome).toMatchObject({ code: 'rpc.failed' })
    expect([site.views(), state(site).error, state(site).sendTokenAmount]).toMatchObject([
      ['Account', 'send.form'],
      { code: 'rpc.failed' },
      '1.5',
    ])
  })
  it('A request that cannot be built shows the error', async () => {
    const site = await openSite()
    site.chain.building = () => Promise.reject(new LatchkeyError('rpc.failed', 'The node is down.'))
    await site.fill()
    expect(await failure(site.api.send())).toMatchObject({ code: 'rpc.failed' })
    expect(site.views()).toEqual(['Account', 'send.form'])
  })
})

describe('A payment that the visitor agreed to', () => {
  it('After the visitor agreed, leaving the view stops nothing and moves no view', async () => {
    const site = await openSite()
    site.chain.wallet = 'silence'
    const { sending } = await reviewed(site)
    site.api.confirm()
    await site.until(() => site.chain.asked.length)
    site.api.decline()
    site.kernel.ports.router.reset('Networks')
    site.chain.answer()
    expect(await sending).toMatchObject({ id: 'tx1' })
    expect(site.views()).toEqual(['Networks'])
  })
  it('After the visitor agreed, closing the modal stops nothing', async () => {
    const site = await openSite()
    site.chain.wallet = 'silence'
    const { sending } = await reviewed(site)
    site.api.confirm()
    await site.until(() => site.chain.asked.length)
    site.kernel.close()
    site.chain.answer()
    expect(await sending).toMatchObject({ id: 'tx1' })
    expect(state(site)).toMatchObject({ ...FORM, sent: [{ id: 'tx1' }] })
  })
  it('A payment whose account changes after the visitor agreed is listed as unanswered', async () => {
    const site = await openSite()
    site.chain.wallet = 'silence'
    const { outcome } = await reviewed(site)
    site.api.confirm()
    await site.until(() => site.chain.asked.length)
    await site.kernel.ports.accounts.select({
      connectionId: 'wallet-eip155',
      namespace: 'eip155',
      key: 'b',
    })
    expect(await outcome).toMatchObject({ code: 'wallet.account_changed' })
    expect(state(site)).toMatchObject({
      ...FORM,
      error: undefined,
      sent: [{ status: 'unanswered' }],
    })
  })
})

describe('A wallet that does not answer', () => {
  const UNANSWERED = {
    status: 'unanswered',
    kind: 'request',
    network: 'eip155:1',
    account: 'eip155-owna',
    receiver: 'eip155-bob',
    amount: '1.5',
    symbol: 'COIN',
  }
  /** Confirms a payment to a wallet that does not answer. */
  async function silent(options: SiteOptions = {}) {
    const site = await openSite(options)
    site.chain.wallet = 'silence'
    site.kernel.setLocale('en', {
      'send.toastUnanswered': 'left {amount} {symbol}',
      'send.toastAfterAll': 'after all {amount} {symbol}',
      'send.declined': 'no',
      'send.toastFailed': 'failed {amount} {symbol}',
    })
    const { sending, outcome } = await reviewed(site)
    site.api.confirm()
    await site.until(() => site.chain.asked.length)
    return { site, sending, outcome }
  }
  it('A request that the wallet has not answered stays listed over reloads until it does', async () => {
    const storage = fakeStorage()
    const { site, sending } = await silent({ storage })
    expect(state(site)).toMatchObject({ loading: true, sent: [UNANSWERED] })
    expect(state(site).sent[0]).not.toHaveProperty('link')
    const reloaded = await openSite({ storage, connect: false })
    await reloaded.until(() => state(reloaded).sent.length)
    expect(state(reloaded).sent).toMatchObject([UNANSWERED])
    expect(reloaded.chain.watched).toEqual([])
    reloaded.api.dismiss(state(reloaded).sent[0]!.id)
    await reloaded.until(() => !state(reloaded).sent.length)
    site.chain.answer()
    expect(await sending).toMatchObject({ id: 'tx1', status: 'pending' })
    expect(state(site).sent).toMatchObject([{ id: 'tx1', status: 'pending' }])
    expect(state(site).sent).toHaveLength(1)
  })
  it('A visitor who stops waiting gets an empty form, and is told that the payment may still be sent', async () => {
    const { site } = await silent()
    site.api.stopWaiting()
    expect(state(site)).toMatchObject({ ...FORM, error: undefined, sent: [UNANSWERED] })
    expect([site.views(), site.toast()]).toEqual([['Account', 'send.form'], 'left 1.5 COIN'])
    expect(site.chain.asked[0]?.signal?.aborted).not.toBe(true)
  })
  it('A late answer is followed like any other, and does not clear what was typed since', async () => {
    const { site, sending } = await silent()
    site.api.stopWaiting()
    await site.fill({ amount: '0.7', to: 'eip155-eve' })
    site.kernel.ports.router.push('Networks')
    site.chain.answer()
    const sent = await sending
    expect([sent.id, site.views()]).toEqual(['tx1', ['Account', 'send.form', 'Networks']])
    await site.until(() => site.toast() === 'after all 1.5 COIN')
    expect(state(site)).toMatchObject({
      sendTokenAmount: '0.7',
      receiverAddress: 'eip155-eve',
      sent: [{ id: 'tx1', status: 'pending' }],
    })
    expect(site.events.filter(({ name }) => name === 'send:submitted')).toHaveLength(1)
    await site.until(() => site.chain.watched.includes('tx1'))
    site.chain.tell('tx1', { status: 'success' })
    await site.until(() => state(site).sent[0]?.status === 'success')
  })
  it.each([
    [{ code: 4001 }, 'wallet.user_rejected', 'no'],
    [new Error('broken'), 'rpc.failed', 'failed 1.5 COIN'],
  ])(
    'A wallet that is no longer waited for may still decline or fail: %j',
    async (reason, code, toast) => {
      const { site, outcome } = await silent()
      site.api.stopWaiting()
      site.api.setAmount('3')
      site.chain.refuse(reason)
      expect(await outcome).toMatchObject({ code })
      expect(state(site)).toMatchObject({
        sendTokenAmount: '3',
        loading: false,
        error: undefined,
        sent: [],
      })
      await site.until(() => site.toast() === toast)
    },
  )
  it('An unanswered payment does not block others, and the same payment is marked as repeated', async () => {
    const { site, sending } = await silent()
    site.api.stopWaiting()
    await site.fill({ to: 'eip155-eve' })
    const other = site.api.send()
    await site.until(() => state(site).review)
    expect(state(site).review).not.toHaveProperty('isRepeat')
    site.api.confirm()
    await site.until(() => site.chain.asked.length === 2)
    site.chain.answer()
    expect((await Promise.all([sending, other])).map(({ id, receiver }) => [id, receiver])).toEqual(
      [
        ['tx1', 'eip155-bob'],
        ['tx2', 'eip155-eve'],
      ],
    )
    expect(site.views()).toEqual(['Account'])
    expect(
      state(site)
        .sent.map(({ id }) => id)
        .sort(),
    ).toEqual(['tx1', 'tx2'])
  })
  it('A second request of one adapter does not count as another payment', async () => {
    const site = await openSite()
    site.chain.asksTwice = true
    const { sending } = await reviewed(site)
    site.api.confirm()
    await site.until(() => site.chain.asked.length === 1 && state(site).review)
    expect(state(site).review).not.toHaveProperty('isRepeat')
    site.api.confirm()
    expect(await sending).toMatchObject({ id: 'tx2' })
    expect(state(site).sent).toHaveLength(1)
  })
  it('The same payment is asked for twice only after a warning', async () => {
    const { site } = await silent()
    site.api.stopWaiting()
    await site.fill()
    const again = failure(site.api.send())
    await site.until(() => state(site).review)
    expect(state(site).review).toMatchObject({ isRepeat: true })
    site.api.stopWaiting()
    expect(await again).toMatchObject({ code: 'wallet.user_rejected' })
    expect(site.chain.asked).toHaveLength(1)
  })
  it('The wallet is asked nothing more for an abandoned payment', async () => {
    const { site, outcome } = await silent()
    site.chain.asksTwice = true
    site.api.stopWaiting()
    site.chain.answer()
    expect(await outcome).toMatchObject({ code: 'wallet.user_rejected' })
    expect(site.chain.asked).toHaveLength(1)
  })
  it.each([
    [
      'another account is used',
      (site: Site) =>
        site.kernel.ports.accounts.select({
          connectionId: 'wallet-eip155',
          namespace: 'eip155',
          key: 'b',
        }),
    ],
    ['it is disconnected', (site: Site) => site.kernel.disconnect()],
  ])('A payment is shown as unanswered, never as not sent, where %s', async (_, act) => {
    const { site, outcome } = await silent()
    await act(site)
    expect(await outcome).toHaveProperty('code')
    expect(state(site)).toMatchObject({ ...FORM, error: undefined, sent: [UNANSWERED] })
    expect(site.toast()).toBe('left 1.5 COIN')
  })
  it.each<[string, (answer: unknown) => string]>([
    ['nothing that names it', () => ''],
    [
      'what its adapter cannot read',
      () => {
        throw new LatchkeyError('wallet.bad_answer', 'no hash', {
          context: { method: 'test_send' },
        })
      },
    ],
    ['more than anybody can keep', () => 'x'.repeat(3_000)],
  ])(
    'A wallet that answers %s may have sent it: the payment is shown as unanswered',
    async (_, read) => {
      const site = await openSite()
      const { submit } = site.chain.adapter.send!
      site.chain.adapter.send!.submit = async (transfer) => ({
        kind: 'transaction',
        id: read((await submit(transfer)).id),
      })
      const { outcome } = await reviewed(site)
      site.api.confirm()
      expect(await outcome).toMatchObject({ code: 'wallet.bad_answer' })
      expect(state(site)).toMatchObject({ ...FORM, error: undefined, sent: [UNANSWERED] })
    },
  )
  it('A wallet that signs another transfer than requested has sent nothing', async () => {
    const chain = new FakeChain('eip155')
    chain.class = 'sign'
    const site = await openSite({ chains: [chain] })
    const { submit } = chain.adapter.send!
    chain.adapter.send!.submit = async (transfer) => {
      await submit(transfer)
      throw new LatchkeyError('wallet.bad_answer', 'another transfer', {
        context: { method: 'test_send' },
      })
    }
    const { outcome } = await reviewed(site)
    site.api.confirm()
    expect(await outcome).toMatchObject({ code: 'wallet.bad_answer' })
    expect(state(site)).toMatchObject({
      error: { code: 'wallet.bad_answer' },
      sendTokenAmount: '1.5',
      sent: [],
    })
  })
  it('An unanswered payment leaves the form of another chain free', async () => {
    const chains = [new FakeChain('eip155'), new FakeChain('solana')]
    const { site, sending } = await silent({ chains })
    await site.kernel.switchNetwork('solana:1')
    expect(state(site).loading).toBe(false)
    await site.fill({ to: 'solana-bob' })
    chains[0]!.answer()
    expect(await sending).toMatchObject({ id: 'tx1', network: 'eip155:1' })
    expect(state(site)).toMatchObject({ receiverAddress: 'solana-bob', sent: [{ id: 'tx1' }] })
  })
})

it('A change of balances is announced when a payment was sent, and when it has ended', async () => {
  const site = await openSite()
  const { sending } = await reviewed(site)
  const told = () =>
    site.events.filter(({ name }) => name === 'send:balance-changed').map(({ event }) => event)
  expect(told()).toEqual([])
  site.api.confirm()
  await sending
  expect(told()).toEqual([{ network: 'eip155:1', hash: 'tx1' }])
  await site.until(() => site.chain.watched.length)
  site.chain.tell('tx1', { status: 'success' })
  await site.until(() => told().length === 2)
  expect(told()[1]).toEqual({ network: 'eip155:1', hash: 'tx1' })
})
it('The kernel reads the balance again when the payment has ended', async () => {
  const site = await openSite()
  const late = await site.kernel.ports.late.load()
  const held = async () =>
    (await late.balance({ network: 'eip155:1', address: 'eip155-owna' })).value
  const { sending } = await reviewed(site)
  site.api.confirm()
  await sending
  expect(await held()).toBe(5_000_000_000n)
  site.chain.balance = 1n
  expect(await held()).toBe(5_000_000_000n)
  await site.until(() => site.chain.watched.length)
  site.chain.tell('tx1', { status: 'success' })
  await site.until(() => state(site).sent[0]?.status === 'success')
  expect(await held()).toBe(1n)
})
