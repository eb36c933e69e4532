// @vitest-environment happy-dom
import { account, FakeConnection, FakeConnector, scope } from '@latchkey/plugin-testkit/fakes'
import { definePlugin } from '@latchkey/plugin-api'
import { describe, expect, it, vi } from 'vitest'
import { EVM_ADDRESS, NEW_CODE, RIGHT_CODE } from './fakeFrame.js'
import { arrive } from './frameWindow.js'
import { apiOf, EMAIL, openSignedIn, openSite } from './site.js'

const NEW_EMAIL = 'ada@new.example'
const errorOf = (promise: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  promise.then(
    () => ({}),
    (error: unknown) => error as { code: string },
  )

/** A plugin with another wallet, of the same chain family. */
const injected = definePlugin({
  id: 'other',
  version: '0.1.0',
  kernelApi: '^0.1',
  setup(ctx) {
    const scopes = { eip155: scope([account('eip155', 'a', { address: EVM_ADDRESS })]) }
    const link = (): FakeConnection => new FakeConnection('other', 'other', scopes)
    ctx.connectors.add(
      new FakeConnector('other', { namespaces: ['eip155'], kind: 'injected', link }),
    )
  },
})

describe('A change of email', () => {
  it('[EMAIL-02] An address that is not valid is refused before any message of the frame', async () => {
    const { kernel, content } = await openSignedIn()
    for (const wrong of ['x@', '', 'a@b', `${'a'.repeat(300)}@b.co`])
      expect(await errorOf(apiOf(kernel).updateEmail(wrong))).toMatchObject({
        code: 'embedded.invalid_email',
      })
    expect(content.page.of('update email')).toEqual([])
    await apiOf(kernel).updateEmail(' a@b.co ')
    expect(content.page.of('update email').map(({ payload }) => payload)).toEqual([
      { email: 'a@b.co' },
    ])
  })

  it('[ERR-10] While another wallet is connected it says that nobody is by email or social', async () => {
    const { kernel, frames } = await openSite({ plugins: [injected] })
    await kernel.connect('other')
    expect(kernel.ports.connections.get().connections).toHaveLength(1)
    expect(await errorOf(apiOf(kernel).updateEmail('a@b.co'))).toMatchObject({
      code: 'embedded.not_connected',
      message: 'Not connected to email or social',
    })
    expect(frames).toEqual([])
  })

  it('A code of the old and one of the new address change it, in the account and for the next sign-in', async () => {
    const { kernel, content, storage } = await openSignedIn()
    const embedded = apiOf(kernel)
    await embedded.updateEmail(NEW_EMAIL)
    expect(embedded.state.get().change).toMatchObject({ step: 'oldCode', email: NEW_EMAIL })
    expect(await errorOf(embedded.submitEmailCode('111111'))).toMatchObject({
      context: { reason: 'code_wrong' },
    })
    expect(embedded.state.get().change).toMatchObject({ step: 'oldCode', failures: 1 })
    await embedded.submitEmailCode(RIGHT_CODE)
    expect(embedded.state.get().change).toMatchObject({ step: 'newCode', failures: 0 })
    // The code of the old address is none of the new one.
    expect(await errorOf(embedded.submitEmailCode(RIGHT_CODE))).toMatchObject({
      code: 'embedded.request_failed',
    })
    await embedded.submitEmailCode(NEW_CODE)
    expect(embedded.state.get().change).toMatchObject({ step: 'done', email: NEW_EMAIL })
    content.page.tell({ type: 'user changed' })
    await vi.waitFor(() =>
      expect(kernel.ports.accounts.active('eip155')?.user?.email).toBe(NEW_EMAIL),
    )
    expect(JSON.stringify(storage.entries())).toContain(NEW_EMAIL)
    expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS)
  })

  it('An account without an address needs the code of the new one alone', async () => {
    const { kernel, content } = await openSignedIn()
    content.page.email = ''
    await apiOf(kernel).updateEmail(NEW_EMAIL)
    expect(apiOf(kernel).state.get().change.step).toBe('newCode')
    await apiOf(kernel).submitEmailCode(NEW_CODE)
    expect(content.page.of('update email primary otp')).toEqual([])
    expect(apiOf(kernel).state.get().change.step).toBe('done')
  })

  it.each(['same_email', 'fresh', 'rate_limited', 'mail_failed'])(
    'A refusal as %s stays at the address, and the same can be tried again',
    async (reason) => {
      const { kernel, content } = await openSignedIn()
      content.page.overrides.set('update email', () => ({ failure: { message: 'No', reason } }))
      expect(await errorOf(apiOf(kernel).updateEmail(NEW_EMAIL))).toMatchObject({
        context: { reason },
      })
      expect(apiOf(kernel).state.get().change).toMatchObject({ step: 'address', isBusy: false })
      content.page.overrides.clear()
      await apiOf(kernel).updateEmail(NEW_EMAIL)
      expect(apiOf(kernel).state.get().change).toMatchObject({ step: 'oldCode', error: undefined })
    },
  )

  it('A reset gives it up, also while the frame is asked; a sign-out does too', async () => {
    const { kernel, content } = await openSignedIn()
    const embedded = apiOf(kernel)
    content.page.overrides.set('update email', () => null)
    const asked = errorOf(embedded.updateEmail(NEW_EMAIL))
    await vi.waitFor(() => expect(content.page.of('update email')).toHaveLength(1))
    embedded.resetEmailChange()
    expect(await asked).toMatchObject({ code: 'embedded.aborted' })
    expect(embedded.state.get().change).toEqual({ step: 'address' })
    content.page.overrides.clear()
    await embedded.updateEmail(NEW_EMAIL)
    await kernel.disconnect()
    expect(embedded.state.get().change).toEqual({ step: 'address' })
    await embedded.submitEmailCode(RIGHT_CODE)
    expect(content.page.of('update email primary otp')).toEqual([])
  })
})

describe('The email that is shown', () => {
  it('[EMAIL-05] It follows the stored one within a second while the account is shown, and only then', async () => {
    const { kernel, content, storage } = await openSignedIn()
    const shown = (): string | undefined => kernel.ports.accounts.active('eip155')?.user?.email
    const key = Object.keys(storage.entries()).find((each) => each.endsWith(':token'))!
    const changeElsewhere = (email: string): void => {
      content.page.email = email
      storage.setItem(key.replace(/token$/, 'email'), JSON.stringify(email))
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const before = vi.getTimerCount()
      kernel.open('Account')
      expect(vi.getTimerCount()).toBe(before + 1)
      expect(shown()).toBe(EMAIL)
      changeElsewhere(NEW_EMAIL)
      await vi.advanceTimersByTimeAsync(1_000)
      await arrive()
      expect(shown()).toBe(NEW_EMAIL)
      // The frame is asked once for each change.
      const asked = content.page.of('get user').length
      await vi.advanceTimersByTimeAsync(5_000)
      await arrive()
      expect(content.page.of('get user')).toHaveLength(asked)
      kernel.close()
      expect(vi.getTimerCount()).toBe(before)
      changeElsewhere('ada@third.example')
      await vi.advanceTimersByTimeAsync(5_000)
      await arrive()
      expect(shown()).toBe(NEW_EMAIL)
    } finally {
      vi.useRealTimers()
    }
  })

  it('An address that somebody typed in another tab is not shown as the email of the account', async () => {
    const { kernel, storage } = await openSignedIn()
    const key = Object.keys(storage.entries()).find((each) => each.endsWith(':token'))!
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      kernel.open('Account')
      storage.setItem(key.replace(/token$/, 'email'), '"bob@shop.example"')
      await vi.advanceTimersByTimeAsync(1_000)
      await arrive()
      expect(kernel.ports.accounts.active('eip155')?.user?.email).toBe(EMAIL)
    } finally {
      vi.useRealTimers()
    }
  })
})
