import { afterEach, expect, it } from 'vitest'
import { createFrameSide, done } from './frameSide.js'
import { startTestFrame } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const OLD = 'ada@shop.example'
const NEW = 'ada@new.example'

/** A frame in which Ada is signed in. */
async function start() {
  const bench = await startTestFrame()
  ending.push(bench.close)
  const frame = await createFrameSide(bench.url)
  ending.push(frame.close)
  const codeOf = async (to: string): Promise<string> => {
    const { text } = await bench.nextMail(to)
    return /^\d{6}$/m.exec(text)?.[0] ?? codeOf(to)
  }
  done(await frame.ask('connect email', { email: OLD }))
  const otp = await bench.approve(await bench.nextMail(OLD))
  done(await frame.ask('connect otp', { otp }))
  return { frame, codeOf }
}
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const WRONG = { isDone: false, failure: { reason: 'code_wrong' } }

it('[FRAME-19] [FRAME-53] [FRAME-55] [FRAME-57] Codes change the email, wrong ones do not', async () => {
  const { frame, codeOf } = await start()
  expect(await frame.ask('update email', { email: OLD })).toMatchObject({
    isDone: false,
    failure: { reason: 'same_email' },
  })
  expect(done(await frame.ask('update email', { email: NEW }))).toEqual({
    action: 'VERIFY_PRIMARY_OTP',
  })
  const first = await codeOf(OLD)
  expect(await frame.ask('update email primary otp', { otp: other(first) })).toMatchObject(WRONG)
  done(await frame.ask('update email primary otp', { otp: first }))
  const second = await codeOf(NEW)
  expect(await frame.ask('update email secondary otp', { otp: other(second) })).toMatchObject(WRONG)
  const noticed = frame.nextNotice()
  expect(done(await frame.ask('update email secondary otp', { otp: second }))).toEqual({
    newEmail: NEW,
  })
  expect(await noticed).toEqual({ type: 'user changed' })
  const { user } = done(await frame.ask('get user', { chainId: 1, preferredAccountType: 'eoa' }))
  expect(user.email).toBe(NEW)
})

it('[FRAME-53] An email that is none gets an error', async () => {
  const { frame } = await start()
  for (const email of ['x@', '', 'a@b', 'a b@shop.example']) {
    const message = { type: 'update email', id: `x${email}`, payload: { email } }
    expect(await frame.post(message, message.id)).toEqual({
      isDone: false,
      failure: { message: 'This is not an email address.', code: -32_602 },
    })
  }
})

it('A code without a change, and a change without a sign-in, get an error', async () => {
  const { frame } = await start()
  const early = await frame.ask('update email primary otp', { otp: '123456' })
  expect(early).toMatchObject({ isDone: false, failure: { reason: 'no_attempt' } })
  done(await frame.ask('sign out', undefined))
  const nobody = await frame.ask('update email', { email: NEW })
  expect(nobody).toMatchObject({ isDone: false, failure: { reason: 'signed_out' } })
})
