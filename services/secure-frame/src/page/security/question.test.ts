// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Question } from '../../contract/signIn.js'
import { press, shows, type } from '../../../test/pressing.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import { en } from '../translations/en.js'
import { en as own } from '../translations/security/en.js'
import { answerQuestion } from './question.js'
import { createScreens } from './screens.js'

type Self = Window & typeof globalThis
const EMAIL = 'ada@shop.example'

beforeEach(() => document.body.replaceChildren())
afterEach(() => vi.restoreAllMocks())

/** A refusal of the service, as its client makes it. */
const refusal = (name: string, reason = name) =>
  Object.assign(new FrameError('No.', { reason }), { refusal: name })

/** A person who is asked. */
function open(changes: Partial<Question> = {}, session: Partial<Session> = {}) {
  const opened = { closed: false, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const parts = {
    startEmail: vi.fn(async () => 'VERIFY_DEVICE' as const),
    linkByEmail: vi.fn(async () => undefined),
    linkBySocial: vi.fn(async () => undefined),
    declineLink: vi.fn(async () => undefined),
    social: {
      start: vi.fn(async () => ({ uri: 'https://provider.example/', result: async () => 'uri' })),
      readResult: () => ({ login: 'l', result: 'r' }),
    },
    ...session,
  }
  const question: Question = {
    ...{ id: 'q', kind: 'google', email: EMAIL, proofs: ['email'], expiresAt: 1 },
    ...changes,
  }
  const left = new AbortController()
  const self = window as unknown as Self
  const screens = createScreens({ self, texts: { ...en, ...own }, signal: left.signal })
  const done = answerQuestion({ screens, session: parts as unknown as Session }, question)
  done.catch(() => undefined)
  return { ...parts, done, leave: () => left.abort() }
}

it('A person is asked with the address and the new sign-in, and no mail goes out before their click', async () => {
  const bench = open()
  await shows('You have a wallet with this address already')
  await shows(EMAIL)
  await shows('Open it with Google too?')
  expect(bench.startEmail).not.toHaveBeenCalled()
  await press('No, make a new wallet')
  await bench.done
  expect(bench.declineLink).toHaveBeenCalledWith('q')
  expect(bench.linkByEmail).not.toHaveBeenCalled()
})

it('A code proves the other account; a wrong one is told and another mail can be asked for', async () => {
  const linkByEmail = vi.fn(async () => undefined)
  linkByEmail.mockRejectedValueOnce(refusal('code', 'code_wrong'))
  const bench = open({}, { linkByEmail })
  await press('Yes, it is mine')
  await shows(`We have sent a link to ${EMAIL}.`)
  expect(bench.startEmail).toHaveBeenCalledWith(EMAIL)
  await type('111111')
  await shows(own['error.code_wrong'])
  await press('Send another code')
  await vi.waitFor(() => expect(bench.startEmail).toHaveBeenCalledTimes(2))
  await type('222222')
  await bench.done
  expect(linkByEmail.mock.calls).toEqual([
    ['q', '111111'],
    ['q', '222222'],
  ])
})

it('A provider of the other account proves it, in a window that opens in the click', async () => {
  const linkBySocial = vi.fn(async () => undefined)
  linkBySocial.mockRejectedValueOnce(refusal('other_person'))
  const bench = open({ kind: 'email', proofs: ['google'] }, { linkBySocial })
  await shows('Open it with this email address too?')
  await press('Yes, it is mine')
  await press('Sign in with Google')
  expect(window.open).toHaveBeenCalledOnce()
  await shows(own['error.other_person'])
  await press('Sign in with Google')
  await bench.done
  expect(bench.social.start).toHaveBeenCalledWith('google', { isOwnWindow: true })
  expect(linkBySocial).toHaveBeenLastCalledWith('q', { login: 'l', result: 'r' })
  expect(bench.startEmail).not.toHaveBeenCalled()
})

it('A person who goes back from a proof is asked again, and one who cancels signs in to nothing', async () => {
  const bench = open()
  await press('Yes, it is mine')
  await press('Back')
  await press('Cancel')
  await expect(bench.done).rejects.toMatchObject({ details: { code: 4001 } })
  expect(bench.declineLink).not.toHaveBeenCalled()
  expect(bench.linkByEmail).not.toHaveBeenCalled()
})

it('A mail that cannot be sent is told, and the question stays', async () => {
  const startEmail = vi.fn(async () => 'VERIFY_OTP' as const)
  startEmail.mockRejectedValueOnce(refusal('too_many_requests', 'rate_limited'))
  const bench = open({}, { startEmail })
  await press('Yes, it is mine')
  await shows(own['error.rate_limited'])
  await press('Yes, it is mine')
  await shows(`We have sent a code to ${EMAIL}.`)
  await type('222222')
  await bench.done
})

it('A question that took too long ends, and so does one that the page takes back', async () => {
  const linkByEmail = vi.fn(() => Promise.reject(refusal('question_over')))
  const late = open({}, { linkByEmail })
  await press('Yes, it is mine')
  await type('222222')
  await expect(late.done).rejects.toMatchObject({ details: { reason: 'question_over' } })
  document.body.replaceChildren()
  const taken = open()
  await shows(EMAIL)
  taken.leave()
  await expect(taken.done).rejects.toMatchObject({ details: { code: 4001 } })
})
