import { afterEach, expect, it, vi } from 'vitest'
import { EVM_ADDRESS, RIGHT_CODE, SIGNATURE } from '../../test/fakeFrame.js'
import {
  all,
  boxes,
  cleanUp,
  command,
  emailField,
  frameOf,
  heard,
  one,
  openPage,
  secureUrl,
  submit,
  text,
  type,
  WAIT,
} from '../../test/page.js'

const EMAIL = 'ada@shop.example'
afterEach(cleanUp)
// The browser keeps 250 entries by itself, and a page of tests loads more modules.
performance.setResourceTimingBufferSize(20_000)
performance.clearResourceTimings()

const isVisible = (element: HTMLElement): boolean =>
  getComputedStyle(element).visibility === 'visible'

it('[PANEL-01] Without email there is no field and its code is not asked for; with email both are there', async () => {
  // The first test of this page, so that nothing has been loaded by another one.
  const asked = (): string[] =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /EmailForm|wallet\/createWallet|secure\.localhost/.test(name))
  const without = openPage({ email: false })
  without.open()
  await vi.waitFor(() => expect(without.ports.connectors.find('ID_AUTH')).toBeDefined(), WAIT)
  await vi.waitFor(() => expect(text()).not.toBe(''), WAIT)
  expect(all('input[type=email]')).toEqual([])
  expect(asked()).toEqual([])
  cleanUp()
  openPage().open()
  await emailField()
  expect(asked().some((name) => name.includes('EmailForm'))).toBe(true)
})

it('[FEAT-12] With email on, an opening puts a hidden frame of the secure site into the page', async () => {
  const kernel = openPage()
  expect(document.querySelector('iframe')).toBeNull()
  kernel.open()
  const frame = await frameOf()
  expect(new URL(frame.src).origin).toBe(new URL(secureUrl).origin)
  expect(isVisible(frame)).toBe(false)
})

it('[VIEW-09] An email that is submitted on Connect, and on EmailLogin, is sent to the frame', async () => {
  for (const view of ['Connect', 'EmailLogin'] as const) {
    const kernel = openPage()
    kernel.open(view)
    await submit(EMAIL)
    await vi.waitFor(() => expect(boxes()).toHaveLength(6), WAIT)
    const sent = (await heard()).filter(({ type: event }) => event === 'connect email')
    expect(sent.map(({ payload }) => payload)).toEqual([{ email: EMAIL }])
    cleanUp()
  }
})

it('An address that is not valid is said below the field, and Retry is possible', async () => {
  openPage().open()
  await submit('x@')
  expect((await one('[role=alert]')).textContent).toBe('This is not an email address.')
  expect((await emailField()).getAttribute('aria-invalid')).toBe('true')
  await submit(EMAIL)
  await vi.waitFor(() => expect(boxes()).toHaveLength(6), WAIT)
})

it('The code is typed or pasted into six boxes; a wrong one empties them, the right one connects', async () => {
  const kernel = openPage()
  kernel.open()
  await submit(EMAIL)
  await vi.waitFor(() => expect(boxes()).toHaveLength(6), WAIT)
  expect(text()).toContain(EMAIL)
  expect(boxes()[0]?.autocomplete).toBe('one-time-code')
  for (const digit of '11111') {
    const at = boxes().findIndex(({ value }) => !value)
    type(boxes()[at]!, digit)
  }
  expect(boxes().map(({ value }) => value)).toEqual(['1', '1', '1', '1', '1', ''])
  type(boxes()[5]!, '1')
  await vi.waitFor(() => expect(text()).toContain('This code is wrong'), WAIT)
  await vi.waitFor(
    () =>
      expect(
        boxes()
          .map(({ value }) => value)
          .join(''),
      ).toBe(''),
    WAIT,
  )
  type(boxes()[0]!, ` ${RIGHT_CODE} `)
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(false), WAIT)
})

it('[VIEW-18] A signature shows ApproveTransaction with the frame over its place, then hides it', async () => {
  const kernel = openPage()
  kernel.open()
  await submit(EMAIL)
  await vi.waitFor(() => expect(boxes()).toHaveLength(6), WAIT)
  type(boxes()[0]!, RIGHT_CODE)
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(false), WAIT)
  const frame = await frameOf()
  expect(isVisible(frame)).toBe(false)
  const signed = kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x68', EVM_ADDRESS],
  })
  await vi.waitFor(() => expect(kernel.ports.router.get().at(-1)?.view).toBe('ApproveTransaction'))
  await vi.waitFor(() => expect(isVisible(frame)).toBe(true), WAIT)
  expect(frame.getBoundingClientRect().height).toBe(480)
  await vi.waitFor(async () =>
    expect((await heard()).some(({ type: event }) => event === 'rpc request')).toBe(true),
  )
  await command('approve')
  expect(await signed).toBe(SIGNATURE)
  await vi.waitFor(() => expect(isVisible(frame)).toBe(false), WAIT)
  // It is the same document, which nothing has moved.
  expect(await frameOf()).toBe(frame)
  expect((await heard()).filter(({ type: event }) => event === 'sync dapp data')).toHaveLength(1)
})
