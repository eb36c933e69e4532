// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { press, shows, type } from '../../../test/pressing.js'
import { FrameError } from '../link/errors.js'
import { en } from '../translations/en.js'
import { en as own } from '../translations/security/en.js'
import { byCode } from './byCode.js'
import { createScreens } from './screens.js'

type Self = Window & typeof globalThis
const box = () => document.querySelector('input')
const refusal = (reason: string, retryAfter?: number) =>
  new FrameError('No.', { reason, ...(retryAfter !== undefined && { retryAfter }) })

beforeEach(() => document.body.replaceChildren())

/** A step whose mails and codes are refused as these are, one after the other. */
function open({ mails = [], codes = [] }: { mails?: FrameError[]; codes?: FrameError[] }) {
  const again = vi.fn(async () => {
    const failure = mails.shift()
    if (failure) throw failure
  })
  const check = vi.fn(async (code: string) => {
    const failure = codes.shift()
    if (failure) throw failure
    return code
  })
  const screens = createScreens({
    self: window as unknown as Self,
    texts: { ...en, ...own },
    signal: new AbortController().signal,
  })
  const done = byCode(screens, { title: 'Code', text: () => 'It is sent.', again, check })
  done.catch(() => undefined)
  return { again, check, done }
}

it.each([
  [28, '28 seconds'],
  [100, '2 minutes'],
  [7_000, '2 hours'],
])(
  'A mail that cannot be sent for %i s leaves what was typed, and says how long to wait',
  async (seconds, words) => {
    const { check, done } = open({ mails: [refusal('rate_limited', seconds)] })
    await shows('It is sent.')
    box()!.value = '123'
    await press('Send another code')
    await shows(`There were too many of these. Try again in ${words}.`)
    expect(box()!.value).toBe('123')
    expect(document.body.textContent).not.toContain(own['confirm.another'])
    await type('123456')
    expect(await done).toBe('123456')
    expect(check).toHaveBeenCalledOnce()
  },
)

it('Another mail is told, and what was typed of the one before goes', async () => {
  const { again } = open({})
  await shows('It is sent.')
  box()!.value = '123'
  await press('Send another code')
  await shows(own['confirm.another'])
  expect(again).toHaveBeenCalledOnce()
  expect(box()!.value).toBe('')
})

it('A wrong code goes from its field, and one that the service did not read stays', async () => {
  const { check, done } = open({ codes: [refusal('code_wrong'), refusal('unreachable')] })
  await type('111111')
  await shows(own['error.code_wrong'])
  expect(box()!.value).toBe('')
  await type('222222')
  await shows(own['error.unreachable'])
  expect(box()!.value).toBe('222222')
  await type('2'.repeat(33))
  await shows(own['error.code_wrong'])
  expect(check).toHaveBeenCalledTimes(2)
  await type('222222')
  expect(await done).toBe('222222')
})
