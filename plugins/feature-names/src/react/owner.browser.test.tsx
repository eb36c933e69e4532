import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import {
  ALICE,
  FakeServer,
  held,
  refusal,
  tooMany,
  type Site,
  type SiteOptions,
} from '../../test/bench.js'
import {
  all,
  button,
  cleanUp,
  field,
  openForm,
  openPage,
  press,
  says,
  shadow,
  shows,
  text,
  type,
} from '../../test/page.js'

afterEach(async () => {
  cleanUp()
  Reflect.deleteProperty(navigator, 'onLine')
  vi.restoreAllMocks()
  await browser.viewport(1000, 700)
})
const PATIENT = { timeout: 20_000 }
const NAME = 'bobby.shop.eth'
/** A server that has given a name to the visitor. */
const serving = (members: Partial<FakeServer> = {}): { server: FakeServer } => {
  const server = Object.assign(new FakeServer(), members)
  server.taken[NAME] = ALICE
  return { server }
}
const setOnline = (isOnline: boolean): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
/** The faults that axe finds in the modal. */
async function faults(): Promise<string[]> {
  const { violations } = await axe.run(all('.card')[0]!, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
}
const isShown = (view: string): Promise<void> =>
  vi.waitFor(() => expect(all(`[data-view="${view}"]`)).toHaveLength(1), PATIENT)
/** The toast says so, which screen readers read out. */
const tells = (words: string): Promise<void> =>
  vi.waitFor(() => {
    const toasts = all('.toast[role="status"]').map(({ textContent }) => textContent)
    expect(toasts).toEqual([words])
  }, PATIENT)
async function openDetails(members: Partial<FakeServer> = {}): Promise<Site> {
  const site = await openForm(serving(members))
  await shows('Your names')
  await press('Details')
  await shows('Everybody can read these details')
  return site
}
async function openGiveUp(members: Partial<FakeServer> = {}): Promise<Site> {
  const site = await openForm(serving(members))
  await shows('Your names')
  await press('Give up this name')
  await shows(`Give up ${NAME}?`)
  return site
}

describe('the names of the account', () => {
  it('The form shows them, and nothing where there are none', async () => {
    await openForm(serving())
    await shows('Your names')
    const mine = all('section [role="group"]')
    expect(mine.map((each) => each.getAttribute('aria-labelledby'))).toEqual([
      all('section bdi')[0]!.id,
    ])
    expect(all('section bdi')[0]!.textContent).toBe(NAME)
    cleanUp()
    await openForm()
    await shows('4 to 63 letters')
    expect(text()).not.toContain('Your names')
  })

  it('A server that does not tell them is asked again by a press, and the form works meanwhile', async () => {
    const { server } = await openForm(serving({ reverse: () => 500 }))
    await shows('Error fetching names for address')
    expect(all('[data-unknown] [role="status"]').map(({ textContent }) => textContent)).toEqual([
      'Error fetching names for address',
    ])
    expect(field('Your name').disabled).toBe(false)
    const honest = new FakeServer()
    honest.taken[NAME] = ALICE
    server.reverse = honest.reverse
    await press('Try again')
    await shows('Your names')
  })
})

describe('the details of a name', () => {
  it('They are offered after a registration', async () => {
    const { api } = await openForm()
    await api.register('carol')
    await press('Details of your name')
    await shows('carol.shop.eth')
    await shows('Everybody can read these details')
  })

  it('The rules are said before they are broken, and nothing can be saved before something is changed', async () => {
    await openDetails()
    for (const words of [
      'A link to it that begins with https://',
      'A link that begins with https://',
      'One line of at most 280 characters',
    ])
      expect(text()).toContain(words)
    expect(button('Change something').disabled).toBe(true)
    type('Website', 'bobby.example')
    await shows('This is not a link that begins with https://')
    expect(field('Website').getAttribute('aria-invalid')).toBe('true')
    expect(button('Correct what is marked').disabled).toBe(true)
    type('Website', '')
    type('Description', 'x'.repeat(281))
    await shows('At most 280 characters')
  })

  it('The keyboard alone saves them, and the success is told', async () => {
    const { server } = await openDetails()
    field('Website').focus()
    await userEvent.keyboard('https://bobby.example')
    for (
      let presses = 0;
      (shadow().activeElement as HTMLButtonElement).type !== 'submit' && presses < 20;
      presses++
    )
      await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(server.texts[NAME]).toEqual({ url: 'https://bobby.example' }))
    await isShown('RegisterAccountName')
    await tells(`The details of ${NAME} are saved`)
    await press('Details')
    await vi.waitFor(() => expect(field('Website').value).toBe('https://bobby.example'), PATIENT)
  })

  it('While the wallet asks, the view says what is signed, and cancel brings the typed texts back', async () => {
    const { server, wallet } = await openDetails()
    wallet.behave = 'silence'
    type('Description', 'Hello')
    await press('Sign and save')
    await shows(`You sign the details of ${NAME}, and when.`)
    await press('Cancel')
    await shows('The details were not saved. You did not sign.')
    await says('You did not sign.')
    expect(field('Description').value).toBe('Hello')
    expect(shadow().activeElement).toBe(field('Picture'))
    expect(server.by('PUT')).toEqual([])
  })

  it('The server’s own words say why it refused', async () => {
    await openDetails({ change: () => refusal(400, 'Your clock is 7 minutes off') })
    type('Description', 'Hello')
    await press('Sign and save')
    await shows('The details were not saved. Your clock is 7 minutes off')
    await says('Your clock is 7 minutes off')
  })

  it('Offline nothing can be saved', async () => {
    await openDetails()
    type('Description', 'Hello')
    setOnline(false)
    await vi.waitFor(() => expect(button('You are offline').disabled).toBe(true), PATIENT)
    setOnline(true)
    await shows('Sign and save')
  })

  it('A name that cannot be read is asked for again by a press', async () => {
    const { server } = await openForm(serving({ name: () => 500 }))
    await shows('Your names')
    await press('Details')
    await shows('The name could not be read')
    server.name = new FakeServer().name
    await press('Try again')
    await shows('You do not have this name')
  })
})

describe('giving a name up', () => {
  it('It is said that the name rests 30 days, and the visitor can keep it', async () => {
    const { server } = await openGiveUp()
    expect(text()).toContain('Nobody can get it for 30 days, not even you.')
    await vi.waitFor(
      () => expect(shadow().activeElement?.textContent).toBe(`Give up ${NAME}?`),
      PATIENT,
    )
    await press('Keep it')
    await isShown('RegisterAccountName')
    expect(server.by('DELETE')).toEqual([])
  })

  it('The name is gone once it is signed', async () => {
    const { server } = await openGiveUp()
    await press('Sign and give it up')
    await isShown('RegisterAccountName')
    await tells(`${NAME} was given up`)
    await vi.waitFor(() => expect(text()).not.toContain('Your names'), PATIENT)
    expect(server.by('DELETE')).toHaveLength(1)
  })

  it('While the server is asked nothing can be pressed, and a refusal brings the question back', async () => {
    const answer = held<unknown>()
    await openGiveUp({ release: () => answer.promise })
    await press('Sign and give it up')
    await shows('The name is being given up')
    expect(all('.view button').map(({ textContent }) => textContent)).toEqual([])
    answer.resolve(refusal(404, 'This address has no such name here.'))
    await shows('The name was not given up. This address has no such name here.')
    await says('This address has no such name here.')
  })
})

describe('two views, and two names', () => {
  const CAROL = 'carol.shop.eth'

  it('The details of a name that is being given up say what the wallet asks, and take the answer', async () => {
    const { kernel, wallet } = await openGiveUp()
    wallet.behave = 'silence'
    await press('Sign and give it up')
    await shows(`You sign that you give up ${NAME}, and when.`)
    kernel.ports.router.back()
    await shows('Your names')
    await press('Details')
    await shows(`You sign that you give up ${NAME}, and when.`)
    expect(text()).not.toContain('You sign the details')
    await press('Cancel')
    await shows('Change something')
    expect(all('[data-alert]')).toEqual([])
  })

  it('A failure in one view is not told in the other', async () => {
    const { kernel, wallet } = await openDetails()
    wallet.behave = 'silence'
    type('Description', 'Hello')
    await press('Sign and save')
    await press('Cancel')
    await shows('The details were not saved. You did not sign.')
    kernel.ports.router.back()
    await press('Give up this name')
    await shows(`Give up ${NAME}?`)
    expect(all('[data-alert]')).toEqual([])
    await press('Sign and give it up')
    await press('Cancel')
    await shows('The name was not given up. You did not sign.')
    kernel.ports.router.back()
    await press('Details')
    await shows('Everybody can read these details')
    expect(all('[data-alert]')).toEqual([])
  })

  it('While the wallet is asked about one name, the views of another say so', async () => {
    const { api, kernel, server, wallet } = await openDetails()
    server.taken[CAROL] = ALICE
    wallet.behave = 'silence'
    type('Description', 'Hello')
    await press('Sign and save')
    await shows(`You sign the details of ${NAME}, and when.`)
    const { router } = kernel.ports
    const busy = /^Your wallet is asked about a name already\.$/
    router.replace('names.giveUp', { name: CAROL })
    await shows(`Give up ${CAROL}?`)
    expect(button(busy).disabled).toBe(true)
    router.replace('names.details', { name: CAROL })
    await shows('Everybody can read these details')
    expect(button(busy).disabled).toBe(true)
    router.back()
    await isShown('RegisterAccountName')
    await vi.waitFor(() => expect(button(busy).disabled).toBe(true), PATIENT)
    const owner = await api.owner()
    owner.cancel()
    await vi.waitFor(() => expect(text()).not.toMatch(/asked about a name already/), PATIENT)
  })

  it('A host that looked a name up, and no more, can open the details', async () => {
    const { api, kernel } = await openPage({ ...serving(), isBare: true })
    await api.resolve(NAME)
    kernel.ports.router.push('names.details', { name: NAME })
    await shows('Everybody can read these details')
    expect(text()).not.toContain('No names are given out here')
  })
})

describe.each([
  ['en', 'Try again in 5 minutes.', 'Try again in 24 hours.'],
  ['ar', 'بعد 5 دقائق', 'بعد 24 ساعة'],
  ['de', 'in 5 Minuten erneut.', 'in 24 Stunden erneut.'],
  ['es', 'dentro de 5 minutos.', 'dentro de 24 horas.'],
  ['fr', 'dans 5 minutes.', 'dans 24 heures.'],
  ['ja', '5 分後に', '24 時間後に'],
  ['ko', '5분 후에', '24시간 후에'],
  ['pt', 'dentro de 5 minutos.', 'dentro de 24 horas.'],
  ['tr', '5 dakika sonra', '24 saat sonra'],
  ['zh', '5 分钟后', '24 小时后'],
])('In the language %s', (locale, soon, later) => {
  it('A limit of the server says when it can be tried again', async () => {
    const { server } = serving({ register: () => tooMany(300), suggestions: () => tooMany(86_400) })
    const { api, kernel } = await openPage({ server, kernel: { locale } })
    kernel.ports.router.push('RegisterAccountName')
    await vi.waitFor(() => expect(all('input').length).toBe(2), PATIENT)
    api.type('carol')
    await shows(later)
    await api.register('carol').catch(() => undefined)
    await shows(soon)
    await says(soon)
  })
})

describe.each(['en', 'ar'])('In the language %s', (locale) => {
  it('Axe finds nothing wrong in any state of an owner’s views', async () => {
    await browser.viewport(320, 640)
    const options: SiteOptions = { ...serving(), kernel: { locale } }
    const { api, kernel, server, wallet, until } = await openPage(options)
    const found: Record<string, string[]> = {}
    const look = async (name: string, view: string): Promise<void> => {
      await vi.waitFor(
        () =>
          expect(
            all(`[data-view="${view}"]`).some((each) => each.querySelector('.stack, .state')),
          ).toBe(true),
        PATIENT,
      )
      found[name] = await faults()
    }
    const { router } = kernel.ports
    router.push('RegisterAccountName')
    await until(() => api.state.get().owned?.names.length)
    await look('the names of the account', 'RegisterAccountName')
    for (const view of ['names.details', 'names.giveUp'] as const) {
      router.push(view, { name: NAME })
      await until(() => api.state.get().change?.status === 'ready')
      await look(view, view)
      const owner = await api.owner()
      owner.type('url', 'x')
      await look(`${view}, wrong`, view)
      wallet.behave = 'silence'
      const work = view === 'names.details' ? owner.save(NAME, {}) : owner.giveUp(NAME)
      const ended = work.catch(() => undefined)
      await until(() => api.state.get().asking?.step === 'signing')
      await look(`${view}, the wallet asks`, view)
      owner.cancel()
      await ended
      await vi.waitFor(() => expect(all('[data-alert]').length).toBe(1), PATIENT)
      await look(`${view}, declined`, view)
      router.back()
    }
    server.name = () => 500
    router.push('names.details', { name: 'alice.shop.eth' })
    await until(() => api.state.get().change?.status === 'unknown')
    await look('not read', 'names.details')
    server.name = () => 404
    await (await api.owner()).retry()
    await look('missing', 'names.details')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
    expect(Object.keys(found)).toHaveLength(11)
  })
})
