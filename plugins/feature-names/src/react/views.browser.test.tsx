import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { FakeServer, held, refusal } from '../../test/bench.js'
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
const serving = (members: Partial<FakeServer>): { server: FakeServer } => ({
  server: Object.assign(new FakeServer(), members),
})
const box = (): HTMLInputElement => all('input[type="checkbox"]')[0] as HTMLInputElement
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
const PATIENT = { timeout: 20_000 }

describe('registering a name', () => {
  it('The form has a field with the suffix behind it, and a button to submit [VIEW-19]', async () => {
    await openForm()
    const input = field('Your name')
    expect(input.closest('.box')?.textContent).toContain('.shop.eth')
    const submit = all('button[type="submit"]')[0] as HTMLButtonElement
    expect(submit.textContent).toBe('Enter a name')
    expect(input.form ?? input.closest('form')).toBe(submit.closest('form'))
    expect(text()).toContain('4 to 63 letters from a to z, digits and hyphens')
  })

  it('A free name is registered once the box is ticked, and the success shows it', async () => {
    const { server, wallet } = await openForm()
    type('Your name', 'BobbY')
    expect(field('Your name').value).toBe('bobby')
    await shows('bobby.shop.eth is free')
    await says('bobby.shop.eth is free')
    expect(button('Tick the box to go on').disabled).toBe(true)
    expect(text()).toContain('bobby.shop.eth leads to my address, and everybody can see that.')
    box().click()
    await press('Sign and get it')
    await shows('bobby.shop.eth is yours')
    expect(wallet.connection.requests).toHaveLength(1)
    expect(server.posted).toHaveLength(1)
    expect(text()).toContain('0x7099…79C8')
    expect(all('a[href^="https://scan.example/address/0x7099"]')).toHaveLength(1)
    await press('Use it in Receive')
    await vi.waitFor(() => expect(all('[data-view="Receive"]')).toHaveLength(1), PATIENT)
  })

  it('The keyboard alone registers a name', async () => {
    const { server } = await openForm()
    field('Your name').focus()
    await userEvent.keyboard('bobby')
    await shows('bobby.shop.eth is free')
    for (let presses = 0; shadow().activeElement !== box() && presses < 20; presses++)
      await userEvent.tab()
    await userEvent.keyboard(' ')
    await shows('Sign and get it')
    for (
      let presses = 0;
      (shadow().activeElement as HTMLButtonElement).type !== 'submit' && presses < 20;
      presses++
    )
      await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await shows('bobby.shop.eth is yours')
    expect(server.posted).toHaveLength(1)
    await vi.waitFor(
      () => expect(shadow().activeElement?.textContent).toBe('bobby.shop.eth is yours'),
      PATIENT,
    )
  })

  it('A taken name has suggestions beside it, which are taken with one press', async () => {
    await openForm()
    type('Your name', 'alice')
    await shows('alice.shop.eth cannot be had')
    await says('alice.shop.eth cannot be had')
    expect(button('Enter another name').disabled).toBe(true)
    await press('alice1.shop.eth')
    expect(field('Your name').value).toBe('alice1')
    await shows('alice1.shop.eth is free')
  })

  it('A rule that is broken is said in the field, and a name that is too short is not an error', async () => {
    await openForm()
    type('Your name', 'al')
    await shows('At least 4 characters')
    expect(field('Your name').getAttribute('aria-invalid')).toBe('false')
    type('Your name', 'al_ice')
    await shows('Only letters from a to z, digits and hyphens')
    expect(field('Your name').getAttribute('aria-invalid')).toBe('true')
  })

  it('While the wallet asks, the view says what is signed, and cancel brings the name back', async () => {
    const { wallet, server } = await openForm()
    wallet.behave = 'silence'
    type('Your name', 'bobby')
    await shows('bobby.shop.eth is free')
    box().click()
    await press('Sign and get it')
    await shows('You sign that you want bobby.shop.eth')
    await press('Cancel')
    await shows('The name was not registered. It was not signed.')
    await says('It was not signed.')
    expect(field('Your name').value).toBe('bobby')
    expect(shadow().activeElement).toBe(field('Your name'))
    expect(box().checked).toBe(true)
    expect(server.posted).toEqual([])
  })

  it('A wallet that is silent for half a minute is said to be', async () => {
    const { wallet } = await openForm()
    wallet.behave = 'silence'
    type('Your name', 'bobby')
    await shows('bobby.shop.eth is free')
    box().click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    button('Sign and get it').click()
    await vi.advanceTimersByTimeAsync(100)
    expect(text()).not.toContain('does not answer')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(text()).toContain('Your wallet does not answer.')
    vi.useRealTimers()
  })

  it('The server’s own words say why it refused', async () => {
    await openForm(serving({ register: () => refusal(400, 'Your clock is 7 minutes off') }))
    type('Your name', 'bobby')
    await shows('bobby.shop.eth is free')
    box().click()
    await press('Sign and get it')
    await shows('The name was not registered. Your clock is 7 minutes off')
    await says('Your clock is 7 minutes off')
  })

  it('A server that does not say what is free is asked again by a press', async () => {
    const { server } = await openForm(serving({ suggestions: () => 500 }))
    type('Your name', 'bobby')
    await shows('Error fetching name suggestions')
    server.suggestions = new FakeServer().suggestions
    await press('Try again')
    await shows('bobby.shop.eth is free')
  })

  it('Offline nothing can be registered', async () => {
    await openForm()
    setOnline(false)
    await shows('You are offline')
    expect((all('button[type="submit"]')[0] as HTMLButtonElement).disabled).toBe(true)
    setOnline(true)
    await shows('Enter a name')
  })

  it('A wallet that cannot is told which ones can', async () => {
    await openForm({ connect: 'wallet-eip155' })
    await shows('This wallet cannot register a name')
    expect(text()).toContain('Connect with Email.')
    await press('Connect another wallet')
    await vi.waitFor(() => expect(all('[data-view="Connect"]')).toHaveLength(1), PATIENT)
  })

  it('Nobody can go back into a name that is being registered twice', async () => {
    const answer = held<unknown>()
    const { api, until } = await openForm(serving({ register: () => answer.promise }))
    type('Your name', 'bobby')
    await shows('bobby.shop.eth is free')
    box().click()
    await press('Sign and get it')
    await until(() => api.state.get().step === 'sending')
    await shows('The name is being registered')
    expect(all('button[type="submit"]')).toEqual([])
    answer.resolve({ success: true })
    await shows('bobby.shop.eth is yours')
  })
})

describe.each(['en', 'ar'])('In the language %s', (locale) => {
  it('Axe finds nothing wrong in any state of the form', async () => {
    await browser.viewport(320, 640)
    const site = await openPage({ kernel: { locale } })
    const { api, kernel, until, wallet } = site
    const found: Record<string, string[]> = {}
    const look = async (name: string): Promise<void> => {
      await vi.waitFor(() => expect(all('.stack, .state').length).toBeGreaterThan(0), PATIENT)
      found[name] = await faults()
    }
    kernel.ports.router.push('RegisterAccountName')
    await vi.waitFor(() => expect(all('input').length).toBe(2), PATIENT)
    await look('empty')
    api.type('al_ice')
    await look('a rule is broken')
    api.type('alice')
    await until(() => api.state.get().suggestions.length)
    await look('taken')
    wallet.behave = 'silence'
    const registered = api.register('bobby').catch(() => undefined)
    await vi.waitFor(() => expect(all('[data-step]').length).toBe(1), PATIENT)
    await look('the wallet asks')
    api.cancel()
    await registered
    await vi.waitFor(() => expect(all('[data-alert]').length).toBe(1), PATIENT)
    await look('declined')
    wallet.behave = 'approve'
    await api.register('bobby')
    await vi.waitFor(
      () => expect(all('[data-view="RegisterAccountNameSuccess"] h2').length).toBe(1),
      PATIENT,
    )
    await look('success')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
    expect(Object.keys(found)).toHaveLength(6)
  })
})

it('The suffix stands to the right of the name in a language that is written from the right, too', async () => {
  const { kernel } = await openPage({ kernel: { locale: 'ar' } })
  kernel.ports.router.push('RegisterAccountName')
  await vi.waitFor(() => expect(all('.field .box bdi').length).toBe(1), PATIENT)
  const isBehind = (): boolean =>
    all('.field .box bdi')[0]!.getBoundingClientRect().left >=
    all('.field .box input')[0]!.getBoundingClientRect().right
  await vi.waitFor(() => expect(isBehind()).toBe(true), PATIENT)
  kernel.setOptions({ locale: 'en' })
  await vi.waitFor(() => expect(text()).toContain('Your name'), PATIENT)
  await vi.waitFor(() => expect(isBehind()).toBe(true), PATIENT)
})
