import { expect, it, vi } from 'vitest'
import { FRESH_MS } from '../../contract/fields.js'
import { REASONS } from '../../contract/reasons.js'
import { getRecovery } from '../../contract/wallet.js'
import { FrameError, rejected } from '../link/errors.js'
import type { Client } from './client.js'
import { createServiceClock } from './clock.js'
import { createSession } from './session.js'

const HANDLE = 'h'.repeat(43)
const NOW = 1_800_000_000_000
const DAY_MS = 24 * 60 * 60_000

/** A session whose service answers by path. */
function createBench(answers: Record<string, (call: { body?: unknown }) => unknown>, off = 0) {
  let later = 0
  const clock = createServiceClock(() => NOW + off + later)
  clock.hear(String(NOW))
  const asked: string[] = []
  const client = (async ({ path }, call = {}) => {
    asked.push(path)
    return answers[path]?.(call)
  }) as Client
  const onEnd = vi.fn()
  const place = { origin: 'https://shop.example', ownOrigin: 'https://wallet.example' }
  const options = { client, clock, projectId: 'shop', ...place, lang: 'en' }
  const session = createSession({ ...options, onEnd })
  return { session, asked, onEnd, pass: (ms: number) => void (later += ms) }
}
const userAt = (signedInAt: number) => ({ id: 'u', email: 'a@b.co', signedInAt, wallet: null })
const openedAt = (signedInAt: number) => ({
  token: 't'.repeat(43),
  handle: HANDLE,
  user: userAt(signedInAt),
})
const refused = (refusal: string): Error =>
  Object.assign(new FrameError('No.', { reason: refusal }), { refusal })

it.each([0, -DAY_MS, DAY_MS])(
  'A sign-in is fresh for five minutes by the service’s clock, with a device that is %i ms off',
  async (off) => {
    const answers = { '/v1/session/resume': () => openedAt(NOW - FRESH_MS + 1_000) }
    const { session, pass } = createBench(answers, off)
    expect(session.isFresh()).toBe(false)
    await session.resume(HANDLE)
    expect(session.isFresh()).toBe(true)
    pass(1_001)
    expect(session.isFresh()).toBe(false)
  },
)

it.each(['by the clock that nobody sets', 'by the service’s clock, after a sleep'])(
  'A sign-in on this page is over after five minutes %s',
  async (which) => {
    const { session, pass } = createBench({
      '/v1/email/start': () => ({ id: 'a', action: 'VERIFY_OTP' }),
      '/v1/email/verify': () => openedAt(NOW),
    })
    await session.startEmail('a@b.co')
    await session.verify('123456')
    expect(session.isFresh()).toBe(true)
    const began = performance.now()
    if (which.includes('sleep')) pass(FRESH_MS)
    else vi.spyOn(performance, 'now').mockReturnValue(began + FRESH_MS)
    expect(session.isFresh()).toBe(false)
    vi.restoreAllMocks()
  },
)

it('A confirmed sign-in is fresh again, with the same token', async () => {
  const { session } = createBench({
    '/v1/session/resume': () => openedAt(NOW - DAY_MS),
    '/v1/email/start': () => ({ id: 'c', action: 'VERIFY_OTP' }),
    '/v1/session/confirm': () => userAt(NOW),
  })
  await session.resume(HANDLE)
  expect(session.isFresh()).toBe(false)
  await session.startConfirm()
  await session.confirm('123456')
  expect([session.isFresh(), session.handle()]).toEqual([true, HANDLE])
})

it('A step that the service wants a fresher sign-in for goes on after it, within pages alone', async () => {
  let isFresh = false
  const { session, asked } = createBench({
    '/v1/session/resume': () => openedAt(NOW),
    '/v1/wallet/recovery': () => {
      if (!isFresh) throw refused(REASONS.fresh)
      return { recovery: [], split: 1 }
    },
  })
  await session.resume(HANDLE)
  const read = () => session.ask(getRecovery)
  const notFresh = { details: { reason: 'fresh' } }
  await expect(read()).rejects.toMatchObject(notFresh)
  const confirm = vi.fn(async () => undefined)
  await session.freshened(confirm, async () => {
    // These pages do not confirm a request of the page around the frame.
    await expect(session.askOnce(getRecovery)).rejects.toMatchObject(notFresh)
    expect(confirm).not.toHaveBeenCalled()
    // It is asked once: a service that refuses still is told as it is.
    await expect(read()).rejects.toMatchObject(notFresh)
    expect(confirm).toHaveBeenCalledOnce()
    confirm.mockImplementation(async () => void (isFresh = true))
    expect(await read()).toMatchObject({ split: 1 })
  })
  expect(asked.filter((path) => path === '/v1/wallet/recovery')).toHaveLength(6)
  isFresh = false
  await expect(read()).rejects.toMatchObject(notFresh)
  expect(confirm).toHaveBeenCalledTimes(2)
})

it('A person who does not confirm leaves the step', async () => {
  const { session, asked } = createBench({
    '/v1/session/resume': () => openedAt(NOW),
    '/v1/wallet/recovery': () => {
      throw refused(REASONS.fresh)
    },
  })
  await session.resume(HANDLE)
  const left = session.freshened(
    () => Promise.reject(rejected()),
    async () => void (await session.ask(getRecovery)),
  )
  await expect(left).rejects.toMatchObject({ details: { code: 4001 } })
  expect(asked.filter((path) => path === '/v1/wallet/recovery')).toHaveLength(1)
})

it('The code of a mail counts until another mail to the same address is sent', async () => {
  const bodies: unknown[] = []
  let isRefused = false
  const { session } = createBench({
    '/v1/email/start': () => {
      if (isRefused) throw refused(REASONS.tooMany)
      return { id: 'a', action: 'VERIFY_OTP' }
    },
    '/v1/email/verify': ({ body }) => (bodies.push(body), openedAt(NOW)),
  })
  await session.startEmail('a@b.co')
  isRefused = true
  await expect(session.startEmail('a@b.co')).rejects.toThrow('No.')
  await session.verify('123456')
  expect(bodies).toMatchObject([{ id: 'a', code: '123456' }])
  isRefused = false
  await session.startEmail('a@b.co')
  isRefused = true
  await expect(session.startEmail('other@b.co')).rejects.toThrow('No.')
  await expect(session.verify('123456')).rejects.toMatchObject({
    details: { reason: 'no_attempt' },
  })
})

it('A second sign-in on a page leaves nothing of the first person open', async () => {
  const { session, onEnd } = createBench({
    '/v1/email/start': () => ({ id: 'a', action: 'VERIFY_OTP' }),
    '/v1/email/verify': () => openedAt(NOW),
  })
  for (const ends of [0, 1]) {
    await session.startEmail('a@b.co')
    await session.verify('123456')
    expect(onEnd).toHaveBeenCalledTimes(ends)
  }
})

it('A malformed handle is not sent, and a refused one opens nothing', async () => {
  const { session, asked } = createBench({
    '/v1/session/resume': () => {
      throw refused(REASONS.session)
    },
  })
  for (const text of ['', 'x', 'h'.repeat(44), '../'.padEnd(43, 'h')])
    expect(await session.resume(text)).toBe(false)
  expect(asked).toEqual([])
  expect(await session.resume(HANDLE)).toBe(false)
  expect(session.user()).toBeUndefined()
})

it('A service that is away neither opens nor ends a session', async () => {
  let isAway = false
  const away = () => {
    throw new FrameError('Away.', { reason: 'unreachable' })
  }
  const { session, onEnd } = createBench({
    '/v1/session/resume': () => (isAway ? away() : openedAt(NOW)),
    '/v1/user': away,
  })
  isAway = true
  await expect(session.resume(HANDLE)).rejects.toThrow('Away.')
  isAway = false
  await session.resume(HANDLE)
  await session.check()
  expect(session.user()).toBeDefined()
  expect(onEnd).not.toHaveBeenCalled()
})

it('A session that ended elsewhere is forgotten before anything is signed', async () => {
  const { session, onEnd } = createBench({
    '/v1/session/resume': () => openedAt(NOW),
    '/v1/user': () => {
      throw refused(REASONS.session)
    },
  })
  await session.resume(HANDLE)
  await expect(session.check()).rejects.toMatchObject({ details: { code: 4100 } })
  expect(session.user()).toBeUndefined()
  expect(onEnd).toHaveBeenCalledOnce()
})

it('A sign-out forgets the session at once, also where the service is away', async () => {
  const { session, onEnd } = createBench({
    '/v1/session/resume': () => openedAt(NOW),
    '/v1/session/end': () => {
      throw new FrameError('Away.')
    },
  })
  await session.resume(HANDLE)
  const ending = session.end()
  expect(session.user()).toBeUndefined()
  await ending
  expect(onEnd).toHaveBeenCalledOnce()
})

it('A code is compared for the newest mail alone, and none without one', async () => {
  let count = 0
  const tried: unknown[] = []
  const { session } = createBench({
    '/v1/email/start': () => ({ id: `attempt ${(count += 1)}`, action: 'VERIFY_OTP' }),
    '/v1/email/verify': ({ body }) => {
      tried.push(body)
      return openedAt(NOW)
    },
  })
  await expect(session.verify('123456')).rejects.toMatchObject({
    details: { reason: 'no_attempt' },
  })
  await session.startEmail('a@b.co')
  await session.startEmail('a@b.co')
  await session.verify('123456')
  expect(tried).toEqual([{ id: 'attempt 2', code: '123456' }])
  await expect(session.verify('123456')).rejects.toMatchObject({
    details: { reason: 'no_attempt' },
  })
})

it('The signal of a person ends with a sign-out and with the next sign-in', async () => {
  const { session } = createBench({
    '/v1/email/start': () => ({ id: 'a', action: 'VERIFY_OTP' }),
    '/v1/email/verify': () => openedAt(NOW),
  })
  const signIn = async () => {
    await session.startEmail('a@b.co')
    await session.verify('123456')
    return session.person()
  }
  const first = await signIn()
  expect(first.aborted).toBe(false)
  const second = await signIn()
  expect([first.aborted, second.aborted]).toEqual([true, false])
  await session.end()
  expect(second.aborted).toBe(true)
})

it('An answer of the service about one person is not taken for the next one', async () => {
  let answer: (user: object) => void = () => undefined
  let token = 'a'
  const { session } = createBench({
    '/v1/email/start': () => ({ id: 'a', action: 'VERIFY_OTP' }),
    '/v1/email/verify': () => ({
      ...openedAt(NOW),
      token: token.repeat(43),
      user: { ...userAt(NOW), id: token },
    }),
    '/v1/user': () => new Promise((resolve) => (answer = resolve)),
  })
  await session.startEmail('a@b.co')
  await session.verify('123456')
  const reading = session.reload()
  token = 'b'
  await session.startEmail('b@b.co')
  await session.verify('123456')
  answer({ ...userAt(NOW), id: 'a' })
  await expect(reading).rejects.toMatchObject({ details: { code: 4100 } })
  expect(session.user()?.id).toBe('b')
})

it('A person without an address is sent no mail to confirm a sign-in', async () => {
  const { session, asked } = createBench({
    '/v1/session/resume': () => ({ ...openedAt(NOW - DAY_MS), user: { id: 'u', signedInAt: 0 } }),
  })
  await session.resume(HANDLE)
  await expect(session.startConfirm()).rejects.toMatchObject({ details: { reason: 'no_email' } })
  expect(asked).toEqual(['/v1/session/resume'])
})

it('A result of a provider makes the sign-in fresh, with the same token', async () => {
  const { session } = createBench({
    '/v1/session/resume': () => openedAt(NOW - DAY_MS),
    '/v1/social/confirm': ({ body }) => {
      expect(body).toEqual({ login: 'l', result: 'r' })
      return userAt(NOW)
    },
  })
  await session.resume(HANDLE)
  await session.confirmSocial({ login: 'l', result: 'r' })
  expect([session.isFresh(), session.handle()]).toEqual([true, HANDLE])
})

it('The sign-in of a provider takes the place of whoever was signed in', async () => {
  const { session, onEnd } = createBench({
    '/v1/session/resume': () => openedAt(NOW),
    '/v1/social/verify': () => ({ ...openedAt(NOW), user: { ...userAt(NOW), id: 'other' } }),
  })
  await session.resume(HANDLE)
  const person = session.person()
  await session.verifySocial({ login: 'l', result: 'r' })
  expect([session.user()?.id, person.aborted]).toEqual(['other', true])
  expect(onEnd).toHaveBeenCalledOnce()
})

it('A question opens no session: the person is signed in by their answer', async () => {
  const question = { id: 'q', kind: 'google', email: 'a@b.co', proofs: ['email'], expiresAt: NOW }
  const bodies: unknown[] = []
  const answer = ({ body }: { body?: unknown }) => (bodies.push(body), openedAt(NOW))
  const { session, onEnd } = createBench({
    '/v1/social/verify': () => ({ question }),
    '/v1/email/start': () => ({ id: 'c', action: 'VERIFY_DEVICE' }),
    '/v1/link/email': answer,
    '/v1/link/social': answer,
    '/v1/link/decline': answer,
  })
  const result = { login: 'l', result: 'r' }
  expect(await session.verifySocial(result)).toEqual(question)
  expect([session.user(), session.handle(), session.isFresh()]).toEqual([
    undefined,
    undefined,
    false,
  ])
  await expect(session.linkByEmail('q', '123456')).rejects.toMatchObject({
    details: { reason: 'no_attempt' },
  })
  await session.startEmail('a@b.co')
  await session.linkByEmail('q', '123456')
  expect([session.handle(), session.isFresh()]).toEqual([HANDLE, true])
  await session.linkBySocial('q', result)
  await session.declineLink('q')
  expect(bodies).toEqual([
    { projectId: 'shop', link: 'q', id: 'c', code: '123456' },
    { projectId: 'shop', link: 'q', ...result },
    { projectId: 'shop', link: 'q' },
  ])
  expect(onEnd).toHaveBeenCalledTimes(2)
})
