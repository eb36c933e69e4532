// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { labels, press, shows, type } from '../../../test/pressing.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import { en } from '../translations/en.js'
import { en as own } from '../translations/security/en.js'
import type { Flow } from './flow.js'
import { createScreens } from './screens.js'
import { showSignIns } from './signIns.js'

type Self = Window & typeof globalThis
interface Call {
  path: string
  method: string
  body: unknown
}
const EMAIL = { kind: 'email', name: 'a•••@shop.example', stays: 'address' }
const GITHUB = { kind: 'github', name: 'ada-gh' }

beforeEach(() => document.body.replaceChildren())
afterEach(() => vi.restoreAllMocks())

/** A person with these sign-ins, whose service answers by path. */
function open(
  signIns: readonly object[],
  answers: Record<string, () => unknown> = {},
  isFresh = true,
) {
  const opened = { closed: false, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const calls: Call[] = []
  const session = {
    isFresh: () => isFresh,
    user: () => ({ signIns: ['email'], email: 'ada@shop.example' }),
    asker: { origin: 'https://shop.example', lang: 'en' },
    ask: async ({ path }: { path: string }, { method = 'POST', body }: Partial<Call> = {}) => {
      calls.push({ path, method, body })
      if (method === 'GET') return { signIns, canAdd: ['x', 'email'] }
      return answers[path]?.() ?? {}
    },
    social: {
      start: vi.fn(async () => ({ uri: 'https://provider.example/', result: async () => 'uri' })),
      readResult: () => ({ login: 'l', result: 'r' }),
    },
    reload: vi.fn(async () => undefined),
  }
  const self = window as unknown as Self
  const texts = { ...en, ...own }
  const screens = createScreens({ self, texts, signal: new AbortController().signal })
  const done = showSignIns({ screens, session: session as unknown as Session } as unknown as Flow)
  done.catch(() => undefined)
  return { ...session, calls, done }
}

it.each([
  [EMAIL, 'Email This address can be changed, and is not removed.'],
  [{ ...GITHUB, stays: 'last' }, 'GitHub This is your only way to sign in. Add another one first.'],
])('A sign-in that stays cannot be removed, and its button says why', async (only, why) => {
  const bench = open([only])
  await shows(only.name)
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Remove the sign-in',
  )!
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const ids = button.getAttribute('aria-describedby')!.split(' ')
  const said = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(said).toBe(why)
  await press('Remove the sign-in')
  expect(labels()).toContain('Add X')
  expect(bench.calls).toHaveLength(1)
})

it('A sign-in is removed after a second word, and the session is read anew', async () => {
  const bench = open([EMAIL, GITHUB])
  await press('Remove the sign-in')
  await shows('this browser too if it was that one')
  expect(bench.calls).toHaveLength(1)
  await press('Remove')
  await shows('The sign-in is removed.')
  expect(bench.calls.at(-1)).toEqual({
    ...{ path: '/v1/sign-ins/github', method: 'DELETE', body: undefined },
  })
  expect(bench.reload).toHaveBeenCalledOnce()
  await press('Done')
  await bench.done
})

it('A provider is added in a window of the click; one of another wallet is refused with a sentence', async () => {
  let tries = 0
  const bench = open([EMAIL], {
    '/v1/sign-ins': () => {
      tries += 1
      if (tries === 1) throw new FrameError('No.', { reason: 'sign_in_taken' })
      return {}
    },
  })
  await press('Add X')
  await shows('Whoever signs in that way opens this wallet')
  expect(window.open).not.toHaveBeenCalled()
  await press('Sign in with X')
  expect(window.open).toHaveBeenCalledOnce()
  await shows(own['error.sign_in_taken'])
  await press('Sign in with X')
  await shows('It opens your wallet from now on.')
  expect(bench.social.start).toHaveBeenCalledWith('x', { isOwnWindow: true })
  expect(bench.calls.at(-1)!.body).toEqual({ login: 'l', result: 'r' })
})

it('An address is added by a code that goes to it', async () => {
  const bench = open([GITHUB], { '/v1/email/change/start': () => ({ id: 'c' }) })
  await press('Add Email')
  await type(' ada@new.example ')
  await shows('We have sent a code to ada@new.example.')
  await type('123456')
  await shows('It opens your wallet from now on.')
  expect(bench.calls.slice(1).map(({ body }) => body)).toEqual([
    { email: 'ada@new.example', origin: 'https://shop.example', lang: 'en' },
    { id: 'c', code: '123456' },
  ])
})

it('Another mail that cannot be sent yet leaves the code and the address as they are', async () => {
  let starts = 0
  const bench = open([GITHUB], {
    '/v1/email/change/start': () => {
      starts += 1
      if (starts === 2) throw new FrameError('No.', { reason: 'rate_limited', retryAfter: 20 })
      return { id: `c${starts}` }
    },
  })
  await press('Add Email')
  await type('ada@new.example')
  await press('Send another code')
  await shows('Try again in 20 seconds.')
  await shows('We have sent a code to ada@new.example.')
  await type('123456')
  await shows('It opens your wallet from now on.')
  expect(bench.calls.at(-1)!.body).toEqual({ id: 'c1', code: '123456' })
})

it.each(['Add X', 'Remove the sign-in'])(
  '%s needs a new sign-in where the last one is not fresh',
  async (name) => {
    const bench = open([EMAIL, GITHUB], {}, false)
    await press(name)
    if (name !== 'Add X') await press('Remove')
    await shows('This needs a new sign-in. We send a code to ada@shop.example.')
    expect(bench.calls).toHaveLength(1)
  },
)
