import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EmbeddedApi } from '../index.js'
import { EVM_ADDRESS, FARCASTER_URI, NEW_CODE, RIGHT_CODE } from '../../test/fakeFrame.js'
import {
  all,
  askCode,
  boxes,
  button,
  cleanUp,
  command,
  countOf,
  digits,
  heard,
  loadedFrame,
  one,
  openPage,
  press,
  seen,
  text,
  type,
  WAIT,
} from '../../test/page.js'

// The browser keeps 250 entries by itself, and a page of tests loads more modules.
performance.setResourceTimingBufferSize(20_000)
performance.clearResourceTimings()
const windows: (Window | null)[] = []
const { open: reallyOpen } = window
afterEach(() => {
  for (const each of windows.splice(0)) each?.close()
  vi.restoreAllMocks()
  cleanUp()
  delete (window as { TelegramWebviewProxy?: unknown }).TelegramWebviewProxy
})

/** Lets windows open, and keeps them for their end. */
const watchOpen = () =>
  vi.spyOn(window, 'open').mockImplementation((...args) => {
    const opened = reallyOpen.apply(window, args)
    windows.push(opened)
    return opened
  })
const apiOf = ({ plugins }: ReturnType<typeof openPage>): EmbeddedApi =>
  (plugins as { embedded: EmbeddedApi }).embedded
const socials = (): (string | undefined)[] =>
  all('[data-social]').map(({ dataset }) => dataset['social'])
/** A page whose modal shows the social accounts, and whose frame listens. */
async function openSocials(options: Parameters<typeof openPage>[0] = {}) {
  const loaded = loadedFrame()
  const kernel = openPage(options)
  kernel.open()
  await loaded
  await one('[data-social]')
  return kernel
}

it('[PANEL-02] Without social accounts neither buttons nor their code are there; with them both are', async () => {
  // The first test of this page, so that nothing has been loaded by another one.
  const asked = (): string[] =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /react\/(?:Socials|Panels|brands)|createSocial/.test(name))
  openPage({ socials: [] }).open()
  await one('input[type=email]')
  expect(socials()).toEqual([])
  expect(asked()).toEqual([])
  cleanUp()
  openPage().open()
  await one('[data-social]')
  expect(asked().some((name) => name.includes('react/Socials'))).toBe(true)
})

it('[SOCIAL-14] The buttons stand in the order of section 9, and each has a name for readers', async () => {
  await openSocials()
  expect(socials()).toEqual(['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'])
  expect(button('Continue with Google')).toBeDefined()
  expect(button('Continue with GitHub')).toBeDefined()
})

it('A site without email shows the social accounts alone; the remote configuration takes them away', async () => {
  const kernel = openPage({ email: false, socials: ['x', 'apple'] })
  kernel.open()
  await one('[data-social]')
  expect(socials()).toEqual(['x', 'apple'])
  expect(text()).toContain('Continue with Apple')
  expect(all('input[type=email]')).toEqual([])
  kernel.setOptions({ remoteFeatures: { socials: ['apple'] } })
  await vi.waitFor(() => expect(socials()).toEqual(['apple']), WAIT)
  kernel.setOptions({ remoteFeatures: { socials: false } })
  await vi.waitFor(() => expect(socials()).toEqual([]), WAIT)
})

it('In 320 px all buttons are as large as a finger, and none is cut', async () => {
  await page.viewport(320, 700)
  await openSocials()
  const view = (await one('.view')).getBoundingClientRect()
  for (const element of all('[data-social]')) {
    const box = element.closest('button')!.getBoundingClientRect()
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    expect(box.left).toBeGreaterThanOrEqual(view.left)
    expect(box.right).toBeLessThanOrEqual(view.right)
  }
})

it('[SOCIAL-01] A click opens a popup of 600 x 800 pixels, in its own task', async () => {
  const opened = watchOpen()
  await openSocials()
  await command('provider:severing')
  button('Continue with Google')!.click()
  expect(opened).toHaveBeenCalledOnce()
  const [address, , features] = opened.mock.calls[0]!
  expect(address).toBe('about:blank')
  expect(features).toContain('width=600')
  expect(features).toContain('height=800')
})

it('A visitor who signs in at the provider is connected, and the window is gone', async () => {
  watchOpen()
  const kernel = await openSocials()
  await command('named:ann')
  await command('provider:provider')
  await press('Continue with Google')
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
  expect(kernel.ports.accounts.active('eip155')?.label).toBe('ann')
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(false), WAIT)
  expect(await countOf('connect social')).toBe(1)
  await vi.waitFor(() => expect(windows[0]?.closed).toBe(true), WAIT)
})

it('A provider that severs its window is waited for, and its result comes by the frame', async () => {
  watchOpen()
  const kernel = await openSocials()
  await command('provider:severing')
  await press('Continue with Google')
  await seen('Finish in the window, or cancel.')
  // The browser says so of a window that is open.
  expect(windows[0]?.closed).toBe(true)
  expect(button('Cancel')).toBeDefined()
  await command('result')
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
})

it("A stranger's page in the window cannot sign in, and Cancel leads back", async () => {
  watchOpen()
  const kernel = await openSocials()
  await command('provider:stranger')
  await press('Continue with Discord')
  await seen('Continue at Discord')
  const told = vi.fn()
  addEventListener('message', told)
  await vi.waitFor(
    () =>
      expect(
        told.mock.calls.filter(([{ source }]) => source === windows[0]).length,
      ).toBeGreaterThan(2),
    WAIT,
  )
  removeEventListener('message', told)
  expect(await countOf('connect social')).toBe(0)
  await press('Cancel')
  await vi.waitFor(() => expect(socials()).toHaveLength(7), WAIT)
  expect(kernel.ports.connections.get().connections).toEqual([])
  await vi.waitFor(() => expect(windows[0]?.closed).toBe(true), WAIT)
})

it('A frame that asks before the sign-in ends is laid over the view, and leaving it leads back', async () => {
  watchOpen()
  const kernel = await openSocials()
  await command('provider:provider')
  await command('hold:connect social')
  await press('Continue with Google')
  await vi.waitFor(async () => expect(await countOf('connect social')).toBe(1), WAIT)
  await command('ask')
  await seen('Your wallet has a question. Answer it here.')
  const frame = await one<HTMLIFrameElement>('.stage iframe')
  await vi.waitFor(() => expect(frame.getBoundingClientRect().height).toBeGreaterThan(300), WAIT)
  const view = (await one('.view')).getBoundingClientRect()
  const { left, right } = frame.getBoundingClientRect()
  expect([left >= view.left, right <= view.right]).toEqual([true, true])
  expect(kernel.ports.connections.get().connections).toEqual([])
  await command('leave:connect social')
  await vi.waitFor(() => expect(socials()).toHaveLength(7), WAIT)
  expect(text()).not.toContain('You are not signed in')
})

it('A blocked window leaves a button, whose click opens it', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const kernel = await openSocials()
  await press('Continue with Google')
  await seen('Your browser blocked the window')
  await vi.waitFor(
    () => expect(button('Open the window again')?.matches(':focus')).toBe(true),
    WAIT,
  )
  opened.mockRestore()
  watchOpen()
  await command('provider:provider')
  await press('Open the window again')
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
})

it.each([
  ['denied', 'You did not allow the sign-in at Google.'],
  ['provider_failed', 'Google cannot be reached'],
  ['expired', 'The time for this sign-in is over. Try again.'],
  ['other_person', 'This is another account at Google'],
  ['unknown_reason', 'In English'],
])('The failure %s is said in one sentence, and a new try goes on', async (reason, words) => {
  watchOpen()
  const kernel = await openSocials()
  await command('provider:provider')
  await command(`fail:connect social:${reason}`)
  await press('Continue with Google')
  await vi.waitFor(
    () =>
      expect(all('[role=alert]').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining(words),
      ]),
    WAIT,
  )
  await press('Try again')
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
})

it('[SOCIAL-02] In a web view of Telegram the page itself goes to the provider', async () => {
  Object.assign(window, { TelegramWebviewProxy: {} })
  const opened = watchOpen()
  const kernel = await openSocials()
  await command('provider:provider')
  const targets: string[] = []
  const onNavigate = (event: Event & { destination?: { url: string } }): void => {
    targets.push(event.destination!.url)
    event.preventDefault()
  }
  const { navigation } = window as unknown as { navigation: EventTarget }
  navigation.addEventListener('navigate', onNavigate)
  try {
    await press('Continue with GitHub')
    await vi.waitFor(() => expect(targets).toHaveLength(1), WAIT)
  } finally {
    navigation.removeEventListener('navigate', onNavigate)
  }
  expect(targets[0]).toMatch(/\/windows\/provider$/)
  expect(opened).not.toHaveBeenCalled()
  const [asked] = (await heard()).filter(({ type: event }) => event === 'get social redirect uri')
  expect(asked?.payload).toEqual({ provider: 'github', returnTo: location.href })
  apiOf(kernel).cancel()
})

it('[SOCIAL-04] The result is taken out of the address of the page', async () => {
  const before = location.href
  history.replaceState(null, '', `${location.pathname}?a=1&result_uri=x`)
  try {
    openPage()
    await vi.waitFor(() => expect(location.search).toBe('?a=1'), WAIT)
  } finally {
    history.replaceState(null, '', before)
  }
})

it('[VIEW-08] ConnectingFarcaster shows the link of Farcaster as a code, and copies it', async () => {
  const opened = watchOpen()
  const kernel = await openSocials()
  await command('hold:connect farcaster')
  await press('Continue with Farcaster')
  await one('svg[data-qr]')
  expect(kernel.ports.router.get().at(-1)?.view).toBe('ConnectingFarcaster')
  expect(apiOf(kernel).state.get().social.uri).toBe(FARCASTER_URI)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('Copy link')
  expect(write).toHaveBeenCalledWith(FARCASTER_URI)
  expect(opened).not.toHaveBeenCalled()
  // A phone, which cannot scan itself, has a button.
  kernel.setOptions({ mobile: true })
  const link = await one<HTMLAnchorElement>('a.button')
  expect(link.href).toBe(FARCASTER_URI)
})

async function openAccount() {
  const kernel = openPage({}, fakeStorage())
  await askCode(kernel, 'ada@shop.example')
  type(boxes()[0]!, RIGHT_CODE)
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(false), WAIT)
  kernel.open('Account')
  await press('Change email')
  return kernel
}
/** The field of the new address. */
async function submitNew(email: string): Promise<void> {
  const field = await one<HTMLInputElement>('input[type=email]')
  type(field, email)
  field.form!.requestSubmit()
}

it('[VIEW-10] UpdateEmailWallet asks for the new address, then for the code of each', async () => {
  const kernel = await openAccount()
  expect(kernel.ports.router.get().at(-1)?.view).toBe('UpdateEmailWallet')
  await submitNew('x@')
  await seen('This is not an email address.')
  expect(await countOf('update email')).toBe(0)
  await submitNew('ada@new.example')
  await seen('We sent a code of six digits to your old address.')
  const [asked] = (await heard()).filter(({ type: event }) => event === 'update email')
  expect(asked?.payload).toEqual({ email: 'ada@new.example' })
  await vi.waitFor(() => expect(boxes()[0]?.matches(':focus')).toBe(true), WAIT)
  await userEvent.keyboard('111111')
  await seen('This code is wrong or has expired')
  await vi.waitFor(() => expect(digits()).toBe(''), WAIT)
  type(boxes()[0]!, RIGHT_CODE)
  await seen('We sent a code of six digits to ada@new.example.')
  await vi.waitFor(() => expect(digits()).toBe(''), WAIT)
  type(boxes()[0]!, NEW_CODE)
  await seen('Your email is changed')
  expect(text()).toContain('ada@new.example')
})

it.each([
  ['same_email', 'This is your address already.'],
  ['fresh', 'Your sign-in is too old for this.'],
  ['rate_limited', 'There were too many tries.'],
])('A refused change says why (%s), and a new try goes on', async (reason, words) => {
  await openAccount()
  await command(`fail:update email:${reason}`)
  await submitNew('ada@new.example')
  await seen(words)
  await submitNew('ada@new.example')
  await seen('your old address')
  await press('Use another address')
  await one('input[type=email]')
})
