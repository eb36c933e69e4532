import { fakeClock } from '@latchkey/plugin-testkit/fakes'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  ALICE,
  BOB,
  errorOf,
  FakeServer,
  held,
  openSite,
  profile,
  refusal,
  SIGNATURE,
  type Site,
} from './bench.js'

const FORM = 'RegisterAccountName'
const SUCCESS = 'RegisterAccountNameSuccess'
const serving = (members: Partial<FakeServer>): { server: FakeServer } => ({
  server: Object.assign(new FakeServer(), members),
})
/** The form is open, with a free name in it. */
async function openForm(...options: Parameters<typeof openSite>): Promise<Site> {
  const site = await openSite(...options)
  site.kernel.open('Account')
  site.kernel.ports.router.push(FORM)
  site.api.type('bobby')
  return site
}
const textOf = (hex: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  )
const startClock = () => {
  const clock = fakeClock()
  onTestFinished(() => clock.dispose())
  return clock
}

describe('A registration', () => {
  it('A free name that is signed is posted, and the success is shown [FEAT-23] [VIEW-20]', async () => {
    const { api, server, views } = await openForm()
    expect(await api.register('bobby')).toBe('bobby.shop.eth')
    expect(server.posted.map(({ url }) => url.pathname)).toEqual(['/v1/profile/account'])
    expect(views().at(-1)).toBe(SUCCESS)
    expect(api.state.get().registered).toEqual({
      name: 'bobby.shop.eth',
      address: ALICE,
      network: 'eip155:1',
    })
  })
  it('While it is under way the state says so [NAME-06]', async () => {
    const answer = held<unknown>()
    const { api, until } = await openForm(serving({ register: () => answer.promise }))
    expect(api.state.get().loading).toBe(false)
    const registered = api.register('bobby')
    expect(api.state.get().loading).toBe(true)
    await until(() => api.state.get().step === 'sending')
    expect(api.state.get().loading).toBe(true)
    answer.resolve({ success: true })
    await registered
    expect(api.state.get()).toMatchObject({ loading: false, step: 'form' })
  })
  it('The wallet signs the JSON text of name, attributes and time [NAME-07]', async () => {
    const { api, wallet } = await openForm()
    const before = Math.floor(Date.now() / 1000)
    await api.register('bobby')
    const [request] = wallet.connection.requests
    expect(request).toMatchObject({ method: 'personal_sign', network: 'eip155:1' })
    const [hex, signer] = request!.params as [string, string]
    expect(signer).toBe(ALICE)
    const text = textOf(hex)
    expect(text).toMatch(/^\{"name":"bobby\.shop\.eth","attributes":\{\},"timestamp":\d{10}\}$/)
    const { timestamp } = JSON.parse(text) as { timestamp: number }
    expect(timestamp - before).toBeGreaterThanOrEqual(0)
    expect(timestamp - before).toBeLessThan(10)
  })
  it('The body has exactly the coin type, the address, the message and the signature [API-33]', async () => {
    const { api, server, wallet, kernel } = await openForm()
    await api.register('bobby')
    const [hex] = wallet.connection.requests[0]!.params as [string]
    expect(server.posted[0]?.body).toEqual({
      coin_type: 60,
      address: ALICE,
      message: textOf(hex),
      signature: SIGNATURE,
    })
    await kernel.switchNetwork('eip155:8453')
    await api.register('bobby-base')
    expect(server.posted[1]?.body).toMatchObject({ coin_type: 0x80000000 + 8453 })
  })
  it('The name is posted with the address that signed [NAME-17]', async () => {
    const { api, server, wallet, ctx } = await openForm()
    const second = ctx.accounts.all('eip155').find(({ address }) => address === BOB)!
    await ctx.accounts.select(second)
    await api.register('bobby')
    const [, signer] = wallet.connection.requests[0]!.params as [string, string]
    expect([signer, server.posted[0]?.body['address']]).toEqual([BOB, BOB])
  })
  it('The success takes the place of the form [NAME-08]', async () => {
    const { api, views } = await openForm()
    await api.register('bobby')
    expect(views().at(-1)).toBe(SUCCESS)
    expect(views()).not.toContain(FORM)
    expect(views()).not.toContain('ApproveTransaction')
  })
  it('A signature that is cancelled in ApproveTransaction brings the form back with the name [NAME-09]', async () => {
    const { api, server, wallet, views, kernel, until } = await openForm()
    wallet.behave = 'wait'
    for (const cancel of [() => wallet.decide(false), () => kernel.ports.router.back()]) {
      const registered = errorOf(api.register('bobby'))
      await until(() => views().at(-1) === 'ApproveTransaction')
      cancel()
      expect(await registered).toMatchObject({ code: 'wallet.user_rejected' })
      expect(views().at(-1)).toBe(FORM)
      expect(api.state.get()).toMatchObject({ typed: 'bobby', loading: false, step: 'form' })
    }
    expect(server.posted).toEqual([])
  })
  it('A failure brings the form back with the name [NAME-10]', async () => {
    const { api, views } = await openForm(serving({ register: () => refusal(400, 'No.') }))
    expect(await errorOf(api.register('bobby'))).toMatchObject({ message: 'No.' })
    expect(views().at(-1)).toBe(FORM)
    expect(views()).not.toContain(SUCCESS)
    expect(api.state.get()).toMatchObject({ typed: 'bobby', error: { message: 'No.' } })
  })
  it('A failure without a reason names the name as it was given [ERR-16]', async () => {
    const { api } = await openForm(serving({ register: () => 500 }))
    expect(await errorOf(api.register('alice'))).toMatchObject({
      code: 'names.register_failed',
      message: 'Error registering name alice',
    })
  })
})

describe('An answer that is lost', () => {
  const lost = [
    ['without success', () => ({ name: 'bobby.shop.eth' })],
    ['that is no JSON', () => new Response('<html>')],
    ['with status 503', () => 503],
    ['that never comes', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const
  it.each(lost)(
    'After an answer %s the name is looked up, and stands after all',
    async (_, answer) => {
      const { api, server, views } = await openForm()
      server.register = (body) => {
        server.taken['bobby.shop.eth'] = String(body['address'])
        return answer()
      }
      expect(await api.register('bobby')).toBe('bobby.shop.eth')
      expect(server.of('/account/bobby.shop.eth')).toHaveLength(1)
      expect(views().at(-1)).toBe(SUCCESS)
    },
  )
  it.each(lost)('After an answer %s a name that does not stand is an error', async (_, answer) => {
    const { api, server, views } = await openForm(serving({ register: answer }))
    expect(await errorOf(api.register('bobby'))).toMatchObject({
      message: 'Error registering name bobby',
    })
    expect(server.of('/account/bobby.shop.eth')).toHaveLength(1)
    expect(views().at(-1)).toBe(FORM)
  })
  it('A name that leads to somebody else does not stand', async () => {
    const { api, server } = await openForm(serving({ register: () => ({}) }))
    server.taken['bobby.shop.eth'] = BOB
    expect(await errorOf(api.register('bobby'))).toMatchObject({ code: 'names.register_failed' })
  })
  it('A refusal is believed, and the name is not looked up', async () => {
    const { api, server } = await openForm(serving({ register: () => refusal(403, 'Closed.') }))
    await errorOf(api.register('bobby'))
    expect(server.of('/account/bobby')).toEqual([])
  })
})

describe('What the server refuses', () => {
  it('A name that was taken meanwhile is said to be taken, with free ones', async () => {
    const suggestions = [{ name: 'bobby1.shop.eth' }]
    const { api } = await openForm(
      serving({ register: () => refusal(409, 'This name is taken', { suggestions }) }),
    )
    expect(await errorOf(api.register('bobby'))).toMatchObject({ message: 'This name is taken' })
    expect(api.state.get()).toMatchObject({ availability: 'taken', suggestions })
  })
  it('A refusal raises no alert for the developer', async () => {
    const { api, kernel } = await openForm(serving({ register: () => refusal(403, 'Closed.') }))
    await errorOf(api.register('bobby'))
    expect((await kernel.ports.late.load()).alerts.get()).toEqual([])
  })
  it.each([
    'ab',
    'al ice',
    'älice',
    '-alice',
    'a'.repeat(64),
    'alice.other.eth',
    'a.b',
    '__proto__',
  ])('The name "%s" is refused before anybody is asked', async (name) => {
    const { api, server, wallet } = await openSite()
    expect(await errorOf(api.register(name))).toMatchObject({ code: 'names.invalid_name' })
    expect([wallet.connection.requests, server.asked]).toEqual([[], []])
  })
  it('Without an embedded wallet nobody is asked', async () => {
    const { api, server } = await openSite({ connect: 'wallet-eip155' })
    expect(await errorOf(api.register('bobby'))).toMatchObject({
      message: 'Address or auth connector not found',
    })
    expect(server.asked).toEqual([])
  })
  it('A second registration at the same time is refused', async () => {
    const { api, wallet } = await openSite()
    wallet.behave = 'silence'
    const first = errorOf(api.register('bobby'))
    expect(await errorOf(api.register('carol'))).toMatchObject({ code: 'names.busy' })
    api.cancel()
    await first
  })
  it('A wallet that answers no signature registers nothing', async () => {
    const { api, server, wallet } = await openSite()
    wallet.connection.wallet.answer = () => null
    expect(await errorOf(api.register('bobby'))).toMatchObject({ code: 'names.register_failed' })
    expect(server.posted).toEqual([])
  })
})

it('Without a server the wallet is not asked', async () => {
  const { api, wallet } = await openSite({ server: null })
  expect(await errorOf(api.register('bobby'))).toMatchObject({
    code: 'kernel.plugin_not_installed',
  })
  expect(wallet.connection.requests).toEqual([])
})
it('The agreement for one account does not hold for another', async () => {
  const { api, kernel } = await openForm()
  api.agree(true)
  const { connectionId, namespace } = kernel.ports.accounts.active('eip155')!
  await kernel.ports.accounts.select({ connectionId, namespace, key: '1' })
  expect(api.state.get()).toMatchObject({ offer: { address: BOB }, isAgreed: false })
})
it('A lookup from before the registration hides the new name from nobody', async () => {
  const answer = held<unknown>()
  const { api, server, until } = await openForm(serving({ name: () => answer.promise }))
  const before = api.resolve('bobby.shop.eth')
  await until(() => server.of('/profile/account/bobby').length)
  await api.register('bobby')
  answer.resolve(404)
  expect(await before).toBeUndefined()
  Object.assign(server, { name: (name: string) => profile(name, ALICE) })
  expect((await api.resolve('bobby.shop.eth'))?.address).toBe(ALICE)
})
it('A wallet that is silent can be given up, and what it signs later is not sent', async () => {
  const { api, server, wallet, until } = await openForm()
  const late = held<string>()
  wallet.connection.wallet.answer = () => late.promise
  const registered = errorOf(api.register('bobby'))
  await until(() => wallet.connection.requests.length)
  api.cancel()
  expect(await registered).toMatchObject({ code: 'kernel.aborted' })
  late.resolve(SIGNATURE)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.posted).toEqual([])
  expect(api.state.get()).toMatchObject({ typed: 'bobby', loading: false })
})
it('A visitor who went elsewhere is told by a toast, and stays there', async () => {
  const answer = held<unknown>()
  const { api, kernel, until, views } = await openForm(serving({ register: () => answer.promise }))
  const registered = api.register('bobby')
  await until(() => api.state.get().step === 'sending')
  kernel.ports.router.push('Networks')
  answer.resolve({ success: true })
  await registered
  expect(views().at(-1)).toBe('Networks')
  const { toasts } = await kernel.ports.late.load()
  expect(toasts.get()).toMatchObject({ variant: 'success', open: true })
})
it('A name that was just registered is seen at once, and the event tells of it', async () => {
  const { api, events } = await openForm()
  expect(await api.resolve('bobby.shop.eth')).toBeUndefined()
  expect(await api.identity(ALICE)).toBeUndefined()
  expect(await api.reverse(ALICE)).toEqual([])
  await api.register('bobby')
  expect((await api.resolve('bobby.shop.eth'))?.address).toBe(ALICE)
  expect((await api.identity(ALICE))?.name).toBe('bobby.shop.eth')
  expect(await api.reverse(ALICE)).toEqual(['bobby.shop.eth'])
  expect(events).toContainEqual([
    'names:registered',
    { name: 'bobby.shop.eth', address: ALICE, network: 'eip155:1' },
  ])
})

describe('Typing', () => {
  it('Half a second after the last letter the suggestions are asked for once, and listed [NAME-12]', async () => {
    const { api, server } = await openSite()
    const clock = startClock()
    for (const text of ['a', 'al', 'alic', 'alice']) {
      api.type(text)
      await clock.advance(100)
    }
    await clock.advance(399)
    expect(server.asked).toEqual([])
    await clock.advance(2)
    expect(server.of('/suggestions/')).toHaveLength(1)
    await vi.waitFor(() => expect(api.state.get().suggestions).toHaveLength(2))
    expect(api.state.get().suggestions).toEqual([
      { name: 'alice1.shop.eth' },
      { name: 'alice-2.shop.eth' },
    ])
    await clock.advance(5_000)
    expect(server.asked).toHaveLength(1)
  })
  it('A suggestion has a name [ENT-47]', async () => {
    const { api, until } = await openSite(
      serving({
        suggestions: () => ({
          suggestions: [{ name: 'alice1.shop.eth', more: 1 }, { title: 'x' }, 'alice2.shop.eth'],
        }),
      }),
    )
    api.type('alice')
    api.retry()
    await until(() => api.state.get().availability === 'taken')
    expect(api.state.get().suggestions).toEqual([{ name: 'alice1.shop.eth' }])
  })
  it('The zone is asked for without its dot, and the suggestions are read [API-31]', async () => {
    const { api, server, until } = await openSite()
    api.type('alice')
    api.retry()
    await until(() => api.state.get().suggestions.length)
    const [asked] = server.asked
    expect(asked?.url.pathname).toBe('/v1/profile/suggestions/alice')
    expect(asked?.url.searchParams.get('zone')).toBe('shop.eth')
  })
  it('Failed suggestions give "Error fetching name suggestions" [ERR-14]', async () => {
    const { api, until } = await openSite(serving({ suggestions: () => 500 }))
    api.type('alice')
    api.retry()
    await until(() => api.state.get().availability === 'unknown')
    expect(api.state.get().suggestionsError).toMatchObject({
      code: 'names.suggestions_failed',
      message: 'Error fetching name suggestions',
    })
  })
  it('The name that stands first among the suggestions is free, another one is not', async () => {
    const { api, until } = await openSite()
    api.type('bobby')
    api.retry()
    await until(() => api.state.get().availability === 'free')
    expect(api.state.get().suggestions).toEqual([
      { name: 'bobby1.shop.eth' },
      { name: 'bobby-2.shop.eth' },
    ])
    api.type('alice')
    expect(api.state.get()).toMatchObject({ availability: 'waiting', suggestions: [] })
    api.retry()
    await until(() => api.state.get().availability === 'taken')
  })
  it('A late answer about an earlier name is dropped', async () => {
    const first = held<unknown>()
    const { api, server, until } = await openSite()
    const honest = server.suggestions
    server.suggestions = (label) => (label === 'alice' ? first.promise : honest(label))
    api.type('alice')
    api.retry()
    await until(() => server.asked.length)
    api.type('bobby')
    api.retry()
    await until(() => api.state.get().availability === 'free')
    first.resolve({ suggestions: [] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(api.state.get()).toMatchObject({ typed: 'bobby', availability: 'free' })
  })
  it('A name that breaks a rule is said at once, and nobody is asked', async () => {
    const { api, server } = await openSite()
    const clock = startClock()
    for (const [text, problem] of [
      ['ab', 'short'],
      ['al_ice', 'characters'],
      ['-alice', 'hyphens'],
      ['a'.repeat(64), 'long'],
    ] as const) {
      api.type(text)
      expect(api.state.get()).toMatchObject({ problem, availability: 'wrong' })
    }
    await clock.advance(2_000)
    expect(server.asked).toEqual([])
    api.type('')
    expect(api.state.get()).toMatchObject({ problem: undefined, availability: 'empty' })
  })
  it('A suggestion that is chosen is typed, and looked up as any name', async () => {
    const { api, server } = await openSite()
    const clock = startClock()
    api.choose({ name: 'alice1.shop.eth' })
    expect(api.state.get()).toMatchObject({ typed: 'alice1', availability: 'waiting' })
    await clock.advance(501)
    expect(server.of('/suggestions/alice1')).toHaveLength(1)
  })
  it('A reset empties the form', async () => {
    const { api } = await openForm()
    await api.register('bobby')
    api.type('carol')
    api.agree(true)
    api.reset()
    expect(api.state.get()).toMatchObject({
      ...{ typed: '', availability: 'empty', suggestions: [], isAgreed: false },
      ...{ error: undefined, registered: undefined, offer: { status: 'ready' } },
    })
  })
})

describe('What the form offers', () => {
  const offerOf = async (...options: Parameters<typeof openSite>) =>
    (await openSite(...options)).api.state.get().offer
  it('With the embedded wallet on an EVM network a name can be had', async () => {
    expect(await offerOf()).toMatchObject({ status: 'ready', address: ALICE })
  })
  it('With another wallet it says which wallets can', async () => {
    const options = { connect: 'wallet-eip155' }
    expect(await offerOf(options)).toEqual({ status: 'wallet', wallets: ['Email'] })
    expect(await offerOf({ ...options, isWithoutAuth: true })).toEqual({
      status: 'wallet',
      wallets: [],
    })
  })
  it.each([
    ['a zone', 'zone', { options: {} }],
    ['a server', 'zone', { server: null }],
    ['an account', 'account', { connect: null }],
    ['a network with a coin type', 'network', { references: ['2147483648'] }],
    ['an EVM network', 'namespace', { other: 'solana', connect: 'wallet-solana' }],
  ] as const)('Without %s nothing is offered', async (_, status, options) => {
    expect(await offerOf(options)).toMatchObject({ status })
  })
  it('The offer follows the wallet', async () => {
    const { api, kernel, until } = await openSite({ connect: null })
    expect(api.state.get().offer.status).toBe('account')
    await kernel.connect('fake-auth')
    await until(() => api.state.get().offer.status === 'ready')
    await kernel.disconnect()
    await until(() => api.state.get().offer.status === 'account')
  })
})
