import { describe, expect, it } from 'vitest'
import type { NamesOwner } from '../src/index.js'
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
  tooMany,
  type Site,
  type SiteOptions,
} from './bench.js'

const NAME = 'bobby.shop.eth'
const DETAILS = 'names.details'
const GIVE_UP = 'names.giveUp'
const TEXTS = {
  avatar: 'https://pictures.example/b.png',
  url: 'https://bobby.example',
  description: 'Hello',
}
const NO_TEXTS = { avatar: '', url: '', description: '' }

interface OwnerSite extends Site {
  owner: NamesOwner
}
/** A site whose visitor has a name. */
async function openOwner(
  members: Partial<FakeServer> = {},
  options: SiteOptions = {},
): Promise<OwnerSite> {
  const server = Object.assign(new FakeServer(), members)
  server.taken[NAME] = ALICE
  const site = await openSite({ server, ...options })
  return { ...site, owner: await site.api.owner() }
}
/** The view of a change is open, above the form. */
async function openView(
  view: typeof DETAILS | typeof GIVE_UP,
  members: Partial<FakeServer> = {},
): Promise<OwnerSite> {
  const site = await openOwner(members)
  site.kernel.open('Account')
  site.kernel.ports.router.push('RegisterAccountName')
  site.kernel.ports.router.push(view, { name: NAME })
  await site.owner.open(NAME)
  return site
}
const textOf = (hex: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  )

describe('The texts of a name', () => {
  it('The texts that everybody can read now stand in the form', async () => {
    const server = Object.assign(new FakeServer(), { texts: { [NAME]: { url: TEXTS.url } } })
    const { api } = await openView(DETAILS, server)
    expect(api.state.get().change).toMatchObject({
      ...{ name: NAME, address: ALICE, status: 'ready', coinType: 60 },
      texts: { ...NO_TEXTS, url: TEXTS.url },
    })
  })

  it('The wallet signs action, name, texts and time, and the server gets exactly the signed body', async () => {
    const { owner, server, wallet } = await openOwner()
    await owner.save(NAME, { ...TEXTS, description: '' })
    const [request] = wallet.connection.requests
    const [hex, signer] = request!.params as [string, string]
    expect([request!.method, signer]).toEqual(['personal_sign', ALICE])
    expect(textOf(hex)).toMatch(
      /^\{"action":"update","name":"bobby\.shop\.eth","attributes":\{"avatar":"https:\/\/pictures\.example\/b\.png","url":"https:\/\/bobby\.example"\},"timestamp":\d{10}\}$/,
    )
    const [put] = server.by('PUT')
    expect(put!.url.pathname).toBe(`/v1/profile/account/${NAME}`)
    expect(put!.body).toEqual({
      ...{ coin_type: 60, address: ALICE, message: textOf(hex), signature: SIGNATURE },
    })
  })

  it('A name is changed with the coin type that it was registered with, whichever network is in use', async () => {
    const at = { address: ALICE, created_at: null }
    const base = String(0x80000000 + 8453)
    const addresses = { '60': at, [base]: at, '2147483648': at }
    const { owner, server } = await openOwner({
      name: (name) => profile(name, ALICE, { addresses }),
    })
    await owner.save(NAME, TEXTS)
    expect(server.by('PUT')[0]!.body['coin_type']).toBe(0x80000000 + 8453)
  })

  it('A success goes back, is told by a toast, is seen at once, and raises the event', async () => {
    const { api, owner, kernel, views, events } = await openView(DETAILS)
    expect((await api.resolve(NAME))?.attributes).toEqual({})
    await owner.save(NAME, TEXTS)
    expect(views().at(-1)).toBe('RegisterAccountName')
    const { toasts } = await kernel.ports.late.load()
    expect(toasts.get()).toMatchObject({ variant: 'success', open: true })
    expect((await api.resolve(NAME))?.attributes).toEqual(TEXTS)
    expect(api.state.get()).toMatchObject({
      asking: undefined,
      change: { texts: TEXTS, saved: TEXTS },
    })
    expect(events).toContainEqual([
      'names:changed',
      { name: NAME, address: ALICE, network: 'eip155:1', isGivenUp: false },
    ])
  })

  it.each([DETAILS, GIVE_UP] as const)(
    'A signature that is cancelled in ApproveTransaction brings %s back with what was typed',
    async (view) => {
      const { api, owner, server, wallet, views, kernel, until } = await openView(view)
      owner.type('description', 'Half a sentence')
      wallet.behave = 'wait'
      for (const cancel of [() => wallet.decide(false), () => kernel.ports.router.back()]) {
        const { texts } = api.state.get().change!
        const asked = errorOf(view === DETAILS ? owner.save(NAME, texts) : owner.giveUp(NAME))
        await until(() => views().at(-1) === 'ApproveTransaction')
        // The view is drawn anew beneath the wallet's.
        await owner.open(NAME)
        expect(api.state.get().asking).toMatchObject({ view, step: 'signing' })
        cancel()
        expect(await asked).toMatchObject({ code: 'wallet.user_rejected' })
        expect(views().at(-1)).toBe(view)
        expect(api.state.get()).toMatchObject({
          asking: undefined,
          change: { texts: { description: 'Half a sentence' } },
          failed: { view, error: { code: 'wallet.user_rejected' } },
        })
      }
      expect([server.by('PUT'), server.by('DELETE')]).toEqual([[], []])
    },
  )

  it('A wallet that is silent can be given up, and what it signs later is not sent', async () => {
    const { api, owner, server, wallet, until } = await openOwner()
    const late = held<string>()
    wallet.connection.wallet.answer = () => late.promise
    const saved = errorOf(owner.save(NAME, TEXTS))
    await until(() => wallet.connection.requests.length)
    expect(await errorOf(owner.giveUp(NAME))).toMatchObject({ code: 'names.busy' })
    owner.cancel()
    expect(await saved).toMatchObject({ code: 'kernel.aborted' })
    late.resolve(SIGNATURE)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.by('PUT')).toEqual([])
    expect(api.state.get().loading).toBe(false)
  })

  it('While a name is registered nothing else is signed, and the other way round', async () => {
    const { api, owner, wallet, until } = await openOwner()
    wallet.behave = 'silence'
    const registered = errorOf(api.register('carol'))
    expect(await errorOf(owner.save(NAME, TEXTS))).toMatchObject({ code: 'names.busy' })
    api.cancel()
    await registered
    await owner.open(NAME)
    const saved = errorOf(owner.save(NAME, TEXTS))
    await until(() => api.state.get().asking?.step === 'signing')
    expect(await errorOf(api.register('carol'))).toMatchObject({ code: 'names.busy' })
    owner.cancel()
    await saved
  })

  it.each([
    ['url', 'http://bobby.example', 'link'],
    ['url', 'javascript:alert(1)', 'link'],
    ['url', 'https://', 'link'],
    ['url', `https://bobby.example/${'a'.repeat(1024)}`, 'long'],
    ['avatar', 'data:text/html,x', 'link'],
    ['avatar', 'b.png', 'link'],
    ['description', 'x'.repeat(281), 'long'],
    ['description', 'two\nlines', 'line'],
    ['description', 'two\u2028lines', 'line'],
    ['description', 'two\u2029lines', 'line'],
    ['description', 'turned \u202eround', 'line'],
    ['description', 'set \u2067apart\u2069', 'line'],
  ] as const)('The text %s "%s" is refused before anybody is asked', async (key, text, rule) => {
    const { api, owner, server, wallet } = await openOwner()
    await owner.open(NAME)
    server.asked.length = 0
    owner.type(key, text)
    expect(api.state.get().change?.problems).toEqual({ [key]: rule })
    expect(await errorOf(owner.save(NAME, { [key]: text }))).toMatchObject({
      code: 'names.invalid_text',
      context: { key, rule },
    })
    expect([wallet.connection.requests, server.asked]).toEqual([[], []])
  })

  it.each([
    ['avatar', 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
    ['avatar', '  https://pictures.example/b.png '],
    ['url', `https://bobby.example/${'a'.repeat(1000)}`],
    ['description', 'x'.repeat(280)],
    ['description', 'Grüße, 世界 🚴'],
    ['description', 'I ❤️ 👨‍👩‍👧  می‌خواهم'],
  ] as const)('The text %s "%s" keeps to the rules', async (key, text) => {
    const { owner, server } = await openOwner()
    await owner.save(NAME, { [key]: text })
    expect(server.texts[NAME]).toEqual({ [key]: text.trim() })
  })

  it('A text of the greatest length is read back as a whole', async () => {
    const { api, owner } = await openOwner()
    const link = 'https://bobby.example/'
    const texts = {
      avatar: link + 'a'.repeat(1024 - link.length),
      url: link + 'u'.repeat(1024 - link.length),
      description: 'x'.repeat(280),
    }
    await owner.save(NAME, texts)
    await owner.open(NAME)
    expect(api.state.get().change?.saved).toEqual(texts)
  })

  it('A host beyond ASCII is written as DNS does', async () => {
    const { owner, server } = await openOwner()
    await owner.save(NAME, { url: 'https://bücher.example/ä' })
    expect(server.texts[NAME]).toEqual({ url: 'https://xn--bcher-kva.example/%C3%A4' })
  })
})

describe('Leaving', () => {
  it('The wallet signs action, name and time, and the name leads nowhere', async () => {
    const { api, owner, server, wallet, views, events } = await openView(GIVE_UP)
    await owner.list()
    expect(api.state.get().owned?.names).toEqual([NAME])
    expect((await api.identity(ALICE))?.name).toBe(NAME)
    await owner.giveUp(NAME)
    const [hex] = wallet.connection.requests[0]!.params as [string]
    expect(textOf(hex)).toMatch(
      /^\{"action":"release","name":"bobby\.shop\.eth","timestamp":\d{10}\}$/,
    )
    const [sent] = server.by('DELETE')
    expect(sent!.url.pathname).toBe(`/v1/profile/account/${NAME}`)
    expect(sent!.body).toEqual({
      ...{ coin_type: 60, address: ALICE, message: textOf(hex), signature: SIGNATURE },
    })
    expect(views().at(-1)).toBe('RegisterAccountName')
    expect(api.state.get()).toMatchObject({
      ...{ change: { status: 'missing' }, owned: { names: [] } },
    })
    expect(await api.resolve(NAME)).toBeUndefined()
    expect(await api.identity(ALICE)).toBeUndefined()
    expect(await api.reverse(ALICE)).toEqual([])
    expect(events).toContainEqual([
      'names:changed',
      { name: NAME, address: ALICE, network: 'eip155:1', isGivenUp: true },
    ])
  })

  it('A name that was registered a moment ago is not said to be the visitor’s any more', async () => {
    const { api, owner } = await openOwner()
    await api.register('carol')
    await owner.giveUp('carol')
    expect(api.state.get().registered).toBeUndefined()
  })
})

/** Answers of which nobody knows whether the server did what it was asked for. */
const lost: readonly (readonly [string, () => unknown])[] = [
  ['without "success"', () => ({})],
  ['with status 500', () => 500],
  ['that never arrives', () => Promise.reject(new TypeError('Failed to fetch'))],
]
describe.each(lost)('After an answer %s', (_, answer) => {
  it('Texts that are there were saved', async () => {
    const { owner, server } = await openOwner({ change: answer })
    server.texts[NAME] = TEXTS
    await owner.save(NAME, TEXTS)
  })
  it('Texts that are not there are an error', async () => {
    const { owner } = await openOwner({ change: answer })
    expect(await errorOf(owner.save(NAME, TEXTS))).toMatchObject({
      code: 'names.change_failed',
      message: `Error saving the details of ${NAME}`,
    })
  })
  it('A name that leads nowhere was given up, and one that stands was not', async () => {
    const { owner, server, until, api } = await openOwner({ release: answer })
    expect(await errorOf(owner.giveUp(NAME))).toMatchObject({
      code: 'names.release_failed',
      message: `Error giving up ${NAME}`,
    })
    await owner.open(NAME)
    await until(() => api.state.get().change?.status === 'ready')
    delete server.taken[NAME]
    await owner.giveUp(NAME)
  })
})

describe('A refusal', () => {
  it('Its own words are the message, and the name is not looked up', async () => {
    const { owner, server } = await openOwner({ change: () => refusal(404, 'Not yours.') })
    await owner.open(NAME)
    server.asked.length = 0
    expect(await errorOf(owner.save(NAME, TEXTS))).toMatchObject({
      code: 'names.change_failed',
      message: 'Not yours.',
      context: { reason: 'Not yours.' },
    })
    expect(server.by('GET')).toEqual([])
  })
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['soon', undefined],
  ])('After 429 the error says for how long: Retry-After %s', async (text, retryAfterMs) => {
    const { owner } = await openOwner({ change: () => tooMany(text) })
    const error = (await errorOf(owner.save(NAME, TEXTS))) as { context: object }
    expect(error.context).toEqual({
      ...{ name: NAME, reason: 'Too much.' },
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  })
  it('An account that has its names already is not told to wait', async () => {
    const { api } = await openOwner({ register: () => tooMany(86_400, 'address') })
    const error = (await errorOf(api.register('carol'))) as { context: object }
    expect(error.context).toEqual({ name: 'carol', reason: 'Too much.' })
  })
  it('A name of somebody else, or of nobody, is not asked to be signed', async () => {
    const { owner, wallet } = await openOwner()
    for (const name of ['alice.shop.eth', 'carol'])
      for (const work of [() => owner.save(name, TEXTS), () => owner.giveUp(name)])
        expect(await errorOf(work())).toMatchObject({ code: 'names.not_owned' })
    expect(wallet.connection.requests).toEqual([])
  })
  it('A wallet that answers no signature changes nothing', async () => {
    const { owner, server, wallet } = await openOwner()
    wallet.connection.wallet.answer = () => null
    expect(await errorOf(owner.save(NAME, TEXTS))).toMatchObject({ code: 'names.change_failed' })
    expect(await errorOf(owner.giveUp(NAME))).toMatchObject({ code: 'names.release_failed' })
    expect([server.by('PUT'), server.by('DELETE')]).toEqual([[], []])
  })
  it('Another wallet than the embedded one is not asked', async () => {
    const { owner } = await openOwner({}, { connect: 'wallet-eip155' })
    expect(await errorOf(owner.giveUp(NAME))).toMatchObject({ code: 'names.account_missing' })
  })
  it('Without a server nobody is asked', async () => {
    const { api, wallet } = await openSite({ server: null })
    const owner = await api.owner()
    expect(await errorOf(owner.save(NAME, TEXTS))).toMatchObject({ code: 'names.change_failed' })
    await owner.open(NAME)
    expect(api.state.get().change).toMatchObject({ status: 'unknown' })
    expect(wallet.connection.requests).toEqual([])
  })
})

describe('Reading', () => {
  it('The names of the account are those of the site’s zone', async () => {
    const { api, owner } = await openOwner({
      reverse: () => [profile(NAME), profile('bobby.other.eth')],
    })
    await owner.list()
    expect(api.state.get().owned).toEqual({
      ...{ address: ALICE, status: 'ready', names: [NAME], error: undefined },
    })
  })
  it('A server that does not answer is told of, and can be asked again', async () => {
    const { api, owner, server } = await openOwner({ reverse: () => 500, name: () => 500 })
    await owner.list()
    expect(api.state.get().owned).toMatchObject({
      status: 'unknown',
      error: { code: 'names.reverse_failed' },
    })
    await owner.open(NAME)
    expect(api.state.get().change).toMatchObject({
      status: 'unknown',
      readError: { code: 'names.resolve_failed' },
    })
    server.name = (name) => profile(name)
    await owner.retry()
    expect(api.state.get().change).toMatchObject({ status: 'ready' })
  })
  it('A name that the account does not have is said to be missing', async () => {
    const { api, owner } = await openOwner()
    for (const name of ['alice.shop.eth', 'carol.shop.eth']) {
      await owner.open(name)
      expect(api.state.get().change).toMatchObject({ name, status: 'missing' })
    }
  })
  it('A late answer about an earlier name is dropped', async () => {
    const answer = held<unknown>()
    const { api, owner, server } = await openOwner()
    const honest = server.name
    server.name = (name) => (name === NAME ? answer.promise : honest(name))
    const first = owner.open(NAME)
    server.taken['carol.shop.eth'] = ALICE
    await owner.open('carol.shop.eth')
    answer.resolve(profile(NAME))
    await first
    expect(api.state.get().change).toMatchObject({ name: 'carol.shop.eth', status: 'ready' })
  })
  it('A name that is opened again is read again, unless something was typed', async () => {
    const { api, owner, server } = await openOwner()
    await owner.open(NAME)
    server.texts[NAME] = TEXTS
    await owner.open(NAME)
    expect(api.state.get().change?.texts).toEqual(TEXTS)
    owner.type('url', 'https://other.example')
    server.texts[NAME] = {}
    await owner.open(NAME)
    expect(api.state.get().change?.texts.url).toBe('https://other.example')
  })
  it('Another account of the wallet reads its own', async () => {
    const { api, owner, kernel } = await openOwner()
    await owner.open(NAME)
    const { connectionId, namespace } = kernel.ports.accounts.active('eip155')!
    await kernel.ports.accounts.select({ connectionId, namespace, key: '1' })
    await owner.open(NAME)
    expect(api.state.get().change).toMatchObject({ address: BOB, status: 'missing' })
  })
})

const CAROL = 'carol.shop.eth'
/** The visitor has two names, and the wallet is asked about the first one. */
async function startAsking(
  view: typeof DETAILS | typeof GIVE_UP,
  behave: 'approve' | 'silence' = 'silence',
  members: Partial<FakeServer> = {},
) {
  const site = await openView(view, members)
  const { owner, server, wallet, until } = site
  server.taken[CAROL] = ALICE
  wallet.behave = behave
  const ended = errorOf(view === DETAILS ? owner.save(NAME, TEXTS) : owner.giveUp(NAME))
  await until(() => wallet.connection.requests.length)
  return { ...site, ended }
}

describe('While a name is asked about', () => {
  it.each([
    [DETAILS, GIVE_UP],
    [GIVE_UP, DETAILS],
  ] as const)('The state says that it is %s, also in %s', async (view, other) => {
    const { api, owner, ended } = await startAsking(view)
    await owner.open(NAME, other)
    expect(api.state.get().asking).toEqual({ view, name: NAME, address: ALICE, step: 'signing' })
    owner.cancel()
    await ended
    expect(api.state.get()).toMatchObject({
      asking: undefined,
      failed: { view, name: NAME, error: { code: 'kernel.aborted' } },
    })
  })

  it('Another name that is opened meanwhile is not asked about, and none is registered', async () => {
    const { api, owner, wallet, server, ended } = await startAsking(DETAILS)
    await owner.open(CAROL, DETAILS)
    expect(api.state.get()).toMatchObject({ asking: { name: NAME }, change: { name: CAROL } })
    for (const work of [
      () => owner.save(CAROL, TEXTS),
      () => owner.giveUp(CAROL),
      () => api.register('dave'),
    ])
      expect(await errorOf(work())).toMatchObject({ code: 'names.busy' })
    expect(wallet.connection.requests).toHaveLength(1)
    owner.cancel()
    await ended
    expect(server.by('PUT')).toEqual([])
    wallet.behave = 'approve'
    await api.register('dave')
  })

  it('A name that is given up meanwhile takes nothing from the one that is shown', async () => {
    const answer = held<unknown>()
    const { api, owner, kernel, views, ended } = await startAsking(GIVE_UP, 'approve', {
      release: () => answer.promise,
    })
    kernel.ports.router.back()
    kernel.ports.router.push(GIVE_UP, { name: CAROL })
    await owner.open(CAROL, GIVE_UP)
    owner.type('description', 'Half a sentence')
    answer.resolve({ success: true })
    await ended
    expect(api.state.get().change).toMatchObject({
      ...{ name: CAROL, status: 'ready', texts: { description: 'Half a sentence' } },
    })
    expect(views().at(-1)).toBe(GIVE_UP)
    expect(kernel.ports.router.get().at(-1)?.params).toEqual({ name: CAROL })
  })

  it('The details of a name that is given up meanwhile say that it is gone, and are read anew later', async () => {
    const answer = held<unknown>()
    const { api, owner, kernel, server, views, ended } = await startAsking(GIVE_UP, 'approve', {
      release: () => answer.promise,
    })
    kernel.ports.router.replace(DETAILS, { name: NAME })
    await owner.open(NAME, DETAILS)
    owner.type('description', 'Half a sentence')
    answer.resolve({ success: true })
    await ended
    expect(views().at(-1)).toBe(DETAILS)
    expect(api.state.get().change).toMatchObject({ name: NAME, status: 'missing', texts: NO_TEXTS })
    expect(server.taken[NAME]).toBe(ALICE)
    await owner.open(NAME, DETAILS)
    expect(api.state.get().change).toMatchObject({ name: NAME, status: 'ready' })
  })

  it('A wait that is given up before the wallet is asked ends as any other', async () => {
    const answer = held<unknown>()
    const { owner, server, wallet, until } = await openOwner({ name: () => answer.promise })
    const saved = errorOf(owner.save(NAME, TEXTS))
    await until(() => server.asked.length)
    owner.cancel()
    answer.resolve(profile(NAME))
    expect(await saved).toMatchObject({ code: 'kernel.aborted' })
    expect(wallet.connection.requests).toEqual([])
  })
})

describe('A failure', () => {
  it.each([
    [DETAILS, GIVE_UP],
    [GIVE_UP, DETAILS],
  ] as const)('One of %s is not told in %s, where the name is read again', async (view, other) => {
    const { api, owner, server, ended } = await startAsking(view)
    owner.cancel()
    await ended
    await owner.open(NAME, view)
    expect(api.state.get().failed).toMatchObject({ view })
    server.texts[NAME] = TEXTS
    await owner.open(NAME, other)
    expect(api.state.get()).toMatchObject({ failed: undefined, change: { texts: TEXTS } })
  })
  it('One of a name is not told of another', async () => {
    const { api, owner, ended } = await startAsking(DETAILS)
    owner.cancel()
    await ended
    await owner.open(CAROL, DETAILS)
    expect(api.state.get().failed).toBeUndefined()
  })
})

describe.each(['I ❤️ 👨‍👩‍👧', 'می‌خواهم', 'two  spaces'])('The description "%s"', (description) => {
  it('It stays as it was written when another text is changed', async () => {
    const { api, owner, server } = await openOwner()
    server.texts[NAME] = { description }
    await owner.open(NAME)
    owner.type('url', TEXTS.url)
    await owner.save(NAME, api.state.get().change!.texts)
    expect(server.texts[NAME]).toEqual({ description, url: TEXTS.url })
  })
  it('It is found on the server after an answer that was lost', async () => {
    const { owner, server } = await openOwner({ change: () => 500 })
    server.texts[NAME] = { description }
    await owner.save(NAME, { description })
  })
})
