// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import { en } from '../translations/en.js'
import { en as own } from '../translations/security/en.js'
import { confirmed } from './confirm.js'
import type { Flow } from './flow.js'
import { createScreens } from './screens.js'

type Self = Window & typeof globalThis
const URI = 'https://wallet.example/v1/social/result?login=l&result=r'

beforeEach(() => document.body.replaceChildren())
afterEach(() => vi.restoreAllMocks())

const buttons = () => [...document.querySelectorAll('button')]
/** Presses as a person does: the frame takes no click of a script. */
const press = (label: string): void => {
  const click = new MouseEvent('click')
  Object.defineProperty(click, 'isTrusted', { value: true })
  buttons()
    .find(({ textContent }) => textContent === label)!
    .dispatchEvent(click)
}

/** A person who signs in by these, whose window is opened by the test. */
function open(signIns: readonly string[], confirm: () => Promise<void> = async () => undefined) {
  const window_ = { closed: false, location: { href: '' }, close: vi.fn() }
  const opener = vi.spyOn(window, 'open').mockReturnValue(window_ as unknown as Window)
  let comeBack: (uri: string) => void = () => undefined
  let waits: AbortSignal | undefined
  let isFresh = false
  const confirmSocial = vi.fn(async () => {
    await confirm()
    isFresh = true
  })
  const start = vi.fn(async () => ({
    uri: 'https://provider.example/authorize',
    result: (signal: AbortSignal) => {
      waits = signal
      return new Promise<string>((resolve) => (comeBack = resolve))
    },
  }))
  const startConfirm = vi.fn()
  const session = {
    isFresh: () => isFresh,
    user: () => ({ signIns, userName: 'ada', email: 'ada@shop.example' }),
    social: { start, readResult: () => ({ login: 'l', result: 'r' }) },
    confirmSocial,
    startConfirm,
  } as unknown as Session
  const texts = { ...en, ...own }
  const self = window as unknown as Self
  const screens = createScreens({ self, texts, signal: new AbortController().signal })
  const done = confirmed({ screens, session } as unknown as Flow)
  done.catch(() => undefined)
  return {
    done,
    opener,
    opened: window_,
    start,
    startConfirm,
    confirmSocial,
    comeBack: (uri: string) => comeBack(uri),
    isWaiting: () => waits?.aborted === false,
  }
}
const labels = () => buttons().map(({ textContent }) => textContent)

it('A person without a sign-in by mail signs in again in a window of their provider', async () => {
  const bench = open(['github', 'farcaster'])
  await vi.waitFor(() => expect(labels()).toContain('Sign in with GitHub'))
  expect(labels()).toContain('Sign in with Farcaster')
  expect(bench.opener).not.toHaveBeenCalled()
  press('Sign in with GitHub')
  // In the click itself.
  expect(bench.opener).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(bench.opened.location.href).toContain('provider.example'))
  expect(bench.start).toHaveBeenCalledWith('github', { isOwnWindow: true })
  bench.comeBack(URI)
  await bench.done
  expect(bench.confirmSocial).toHaveBeenCalledWith({ login: 'l', result: 'r' })
  expect(bench.opened.close).toHaveBeenCalled()
  expect(bench.isWaiting()).toBe(false)
  expect(bench.startConfirm).not.toHaveBeenCalled()
})

it('The message of the window counts, and that of another window or origin does not', async () => {
  const bench = open(['x'])
  await vi.waitFor(() => expect(labels()).toContain('Sign in with X'))
  press('Sign in with X')
  await vi.waitFor(() => expect(bench.isWaiting()).toBe(true))
  const post = (source: unknown, origin: string, data: unknown) =>
    window.dispatchEvent(
      Object.assign(new Event('message'), { source, origin, data }) as unknown as Event,
    )
  const result = { type: 'latchkey social result', uri: URI }
  post({}, location.origin, result)
  post(bench.opened, 'https://evil.example', result)
  post(bench.opened, location.origin, { type: 'other', uri: URI })
  post(bench.opened, location.origin, null)
  await new Promise((resolve) => setTimeout(resolve))
  expect(bench.confirmSocial).not.toHaveBeenCalled()
  post(bench.opened, location.origin, result)
  await bench.done
  expect(bench.confirmSocial).toHaveBeenCalledOnce()
})

it('Another person at the provider is told in a sentence, and the button is there again', async () => {
  let tries = 0
  const bench = open(['google'], async () => {
    tries += 1
    if (tries === 1) throw new FrameError('No.', { reason: 'other_person' })
  })
  await vi.waitFor(() => expect(labels()).toContain('Sign in with Google'))
  press('Sign in with Google')
  await vi.waitFor(() => expect(bench.isWaiting()).toBe(true))
  bench.comeBack(URI)
  await vi.waitFor(() => expect(document.body.textContent).toContain(own['error.other_person']))
  press('Sign in with Google')
  await vi.waitFor(() => expect(bench.isWaiting()).toBe(true))
  bench.comeBack(URI)
  await bench.done
})

it('A person who cancels while the window is open leaves, and nothing waits', async () => {
  const bench = open(['google'])
  await vi.waitFor(() => expect(labels()).toContain('Sign in with Google'))
  press('Sign in with Google')
  await vi.waitFor(() => expect(bench.isWaiting()).toBe(true))
  press('Cancel')
  await expect(bench.done).rejects.toMatchObject({ details: { code: 4001 } })
  expect(bench.isWaiting()).toBe(false)
  expect(bench.confirmSocial).not.toHaveBeenCalled()
})

it('A window that was blocked is told', async () => {
  const bench = open(['google'])
  bench.opener.mockReturnValue(null)
  await vi.waitFor(() => expect(labels()).toContain('Sign in with Google'))
  press('Sign in with Google')
  await vi.waitFor(() => expect(document.body.textContent).toContain(own['error.window_blocked']))
})

it('A person with a sign-in by mail and one by a provider takes either', async () => {
  const bench = open(['google', 'email'])
  await vi.waitFor(() => expect(labels()).toContain('Send the code'))
  expect(document.body.textContent).toContain('We send a code to ada@shop.example, or a window')
  expect(labels()).toEqual(['Send the code', 'Sign in with Google', 'Cancel'])
  press('Sign in with Google')
  await vi.waitFor(() => expect(bench.isWaiting()).toBe(true))
  bench.comeBack(URI)
  await bench.done
  expect(bench.confirmSocial).toHaveBeenCalledWith({ login: 'l', result: 'r' })
  expect(bench.startConfirm).not.toHaveBeenCalled()
})

it('A person with a sign-in by mail alone gets a code', async () => {
  const bench = open(['email'])
  await vi.waitFor(() => expect(labels()).toEqual(['Send the code', 'Cancel']))
  press('Send the code')
  await vi.waitFor(() => expect(labels()).toContain('Send another code'))
  expect(bench.startConfirm).toHaveBeenCalledOnce()
})
