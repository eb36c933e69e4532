import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EmbeddedApi } from '../index.js'
import { EVM_ADDRESS, RIGHT_CODE } from '../../test/fakeFrame.js'
import {
  all,
  askCode,
  boxes,
  cancelled,
  cleanUp,
  command,
  countOf,
  digits,
  emailField,
  frameOf,
  loadedFrame,
  one,
  openPage,
  press,
  seen,
  submit,
  text,
  type,
  WAIT,
} from '../../test/page.js'

const EMAIL = 'ada@shop.example'
afterEach(cleanUp)

async function signIn(kernel: ReturnType<typeof openPage>): Promise<void> {
  await askCode(kernel, EMAIL)
  type(boxes()[0]!, RIGHT_CODE)
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(false), WAIT)
}

it('[STORE-17] The email of the last sign-in stands in the field on the next page', async () => {
  const storage = fakeStorage()
  await askCode(openPage({}, storage), EMAIL)
  cleanUp()
  openPage({}, storage).open()
  await vi.waitFor(async () => expect((await emailField()).value).toBe(EMAIL), WAIT)
})

it('Back from the code leads to it again, and another address has to wait its turn', async () => {
  const kernel = openPage()
  await askCode(kernel, EMAIL)
  await press('Back')
  await submit(EMAIL)
  await vi.waitFor(() => expect(boxes()).toHaveLength(6), WAIT)
  expect(await countOf('connect email')).toBe(1)
  await press('Back')
  await submit('bob@shop.example')
  await seen('Please try again after')
  expect(await countOf('connect email')).toBe(1)
})

it('Another mail can be asked for when the seconds that are shown have passed', async () => {
  const kernel = openPage()
  await askCode(kernel, EMAIL)
  const another = (): HTMLButtonElement | undefined =>
    all<HTMLButtonElement>('button').find(({ textContent }) =>
      /^Send another mail/.test(textContent),
    )
  await vi.waitFor(
    () => expect(another()?.textContent).toMatch(/^Send another mail in (?:[12]\d|30) s$/),
    WAIT,
  )
  expect(another()?.disabled).toBe(true)
  const later = Date.now() + 30_000
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  try {
    await vi.waitFor(() => expect(another()?.textContent).toBe('Send another mail'), WAIT)
    expect(another()?.disabled).toBe(false)
    another()?.click()
    await vi.waitFor(async () => expect(await countOf('connect email')).toBe(2), WAIT)
    await vi.waitFor(() => expect(another()?.disabled).toBe(true), WAIT)
  } finally {
    vi.useRealTimers()
  }
})

it('A mail of a new device that was not sent is said, and another is asked for at once', async () => {
  const loaded = loadedFrame()
  openPage().open()
  await loaded
  await command('newDevice')
  await command('fail:connect device:mail_failed')
  await submit(EMAIL)
  await seen('The mail could not be sent. Try again.')
  expect(text()).not.toContain('We sent a link')
  await press('Send another mail')
  await seen('We sent a code')
  expect(await countOf('connect email')).toBe(2)
})

it('A code that nobody answered stays in the boxes, and Retry sends it again', async () => {
  const kernel = openPage()
  await askCode(kernel, EMAIL)
  await command('fail:connect otp:unreachable')
  type(boxes()[0]!, RIGHT_CODE)
  await seen('The wallet’s server cannot be reached')
  expect(digits()).toBe(RIGHT_CODE)
  await press('Try again')
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
})

it.each([
  ['code_wrong', 'This code is wrong or has expired'],
  ['rate_limited', 'There were too many tries. Try again in 1 minute.'],
  ['no_attempt', 'The time for this sign-in is over'],
  ['wallet_closed', 'This browser does not have your wallet'],
  ['unknown_reason', 'In English'],
])(
  'The failure %s of a code is said to readers, by the text of its reason',
  async (reason, words) => {
    await askCode(openPage(), EMAIL)
    await command(`fail:connect otp:${reason}`)
    type(boxes()[0]!, '111111')
    await vi.waitFor(
      () =>
        expect(all('[role=alert]').map(({ textContent }) => textContent)).toEqual([
          expect.stringContaining(words),
        ]),
      WAIT,
    )
  },
)

it('The boxes are used by keyboard: arrows, Backspace and digits', async () => {
  await askCode(openPage(), EMAIL)
  await vi.waitFor(() => expect(boxes()[0]!.matches(':focus')).toBe(true), WAIT)
  await userEvent.keyboard('123')
  expect(digits()).toBe('123')
  expect(boxes()[3]!.matches(':focus')).toBe(true)
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(digits()).toBe('12')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}9')
  await vi.waitFor(() => expect(digits()).toBe('92'))
})

it('A toast over the modal leaves the frame visible to the browser', async () => {
  // In a larger one the page of tests is scaled, which counts as a disguise.
  await page.viewport(600, 680)
  const kernel = openPage()
  await signIn(kernel)
  const told: boolean[] = []
  const listen = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data === 'object' && data && 'isVisible' in data)
      told.push(data.isVisible as boolean)
  }
  addEventListener('message', listen)
  const signed = kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x68', EVM_ADDRESS],
  })
  const frame = await frameOf()
  await vi.waitFor(() => expect(getComputedStyle(frame).visibility).toBe('visible'), WAIT)
  await command('watch')
  await vi.waitFor(() => expect(told.at(-1)).toBe(true), WAIT)
  const { toasts } = await kernel.ports.late.load()
  toasts.show({ message: 'Sent', variant: 'success', autoClose: false })
  const toast = await one('.toasts .toast')
  await vi.waitFor(
    () => expect(toast.closest('.toasts')!.matches(':popover-open')).toBe(true),
    WAIT,
  )
  // A new observer says what is shown now; in its first frame the browser may not have measured yet.
  const before = told.length
  await command('watch')
  await vi.waitFor(() => {
    expect(told.length).toBeGreaterThan(before)
    expect(told.at(-1)).toBe(true)
  }, WAIT)
  // The control: a popover that draws something over the frame is noticed.
  const cover = document.createElement('div')
  cover.popover = 'manual'
  cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; opacity: 0.01'
  document.body.append(cover)
  cover.showPopover()
  await vi.waitFor(() => expect(told.at(-1)).toBe(false), WAIT)
  toasts.hide()
  removeEventListener('message', listen)
  await command('approve')
  await signed
})

it('A method that is not listed opens the modal with words that say so', async () => {
  const kernel = openPage()
  await signIn(kernel)
  await expect(
    kernel.ports.connections.request({ network: 'eip155:1', method: 'eth_foo', params: [] }),
  ).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(true), WAIT)
  await vi.waitFor(
    () =>
      expect(all('.toast').map(({ textContent }) => textContent)).toEqual(['Action not allowed']),
    WAIT,
  )
})

it("The account leads to the frame's own pages; Back puts them away, and their end goes back", async () => {
  const kernel = openPage()
  await signIn(kernel)
  await command('hold:open security')
  kernel.open('Account')
  await press('Wallet and security')
  const frame = await frameOf()
  expect(frame.title).toBe('Your wallet')
  await vi.waitFor(() => expect(getComputedStyle(frame).visibility).toBe('visible'), WAIT)
  await vi.waitFor(async () => expect(await countOf('open security')).toBe(1), WAIT)
  await press('Back')
  await vi.waitFor(() => expect(getComputedStyle(frame).visibility).toBe('hidden'), WAIT)
  await vi.waitFor(async () => expect(await cancelled()).toHaveLength(1), WAIT)
  await press('Wallet and security')
  await vi.waitFor(async () => expect(await countOf('open security')).toBe(2), WAIT)
  await command('done:open security')
  await vi.waitFor(() => expect(kernel.ports.router.get().at(-1)?.view).toBe('Account'), WAIT)
  expect(await cancelled()).toHaveLength(1)
})

it('Pages of the frame that do not open say so, and Retry asks again', async () => {
  const kernel = openPage()
  await signIn(kernel)
  await command('fail:open security:unreachable')
  kernel.open('Account')
  await press('Wallet and security')
  await seen('Your wallet’s pages did not open')
  await command('hold:open security')
  await press('Try again')
  await vi.waitFor(async () => expect(await countOf('open security')).toBe(2), WAIT)
  await vi.waitFor(() => expect(text()).not.toContain('did not open'), WAIT)
})

it('The state of the sign-in stays with the API, for views of a host', async () => {
  const kernel = openPage()
  await askCode(kernel, EMAIL)
  const { embedded } = kernel.plugins as { embedded: EmbeddedApi }
  expect(embedded.state.get()).toMatchObject({ step: 'code', email: EMAIL, failures: 0 })
})
