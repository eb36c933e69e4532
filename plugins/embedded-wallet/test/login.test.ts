// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { EVM_ADDRESS, RIGHT_CODE } from './fakeFrame.js'
import { FrameWindow } from './frameWindow.js'
import { apiOf, EMAIL, openSite } from './site.js'

const errorOf = (promise: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  promise.then(
    () => ({}),
    (error: unknown) => error as { code: string },
  )

describe('The address', () => {
  it('[EMAIL-01] An address that is not valid is refused before any message of the frame', async () => {
    const { kernel, content, frames } = await openSite()
    for (const wrong of [
      'not-an-email',
      'x@',
      '',
      `${'a'.repeat(300)}@b.co`,
      'a@b.co\nBcc: c@d.co',
    ])
      expect(await errorOf(apiOf(kernel).signIn(wrong))).toMatchObject({
        code: 'embedded.invalid_email',
      })
    expect(frames).toEqual([])
    await apiOf(kernel).signIn(' a@b.co ')
    expect(content.page.of('connect email').map(({ payload }) => payload)).toEqual([
      { email: 'a@b.co' },
    ])
  })
})

describe('The cooldown', () => {
  const at = (ms: number): void => void vi.setSystemTime(ms)
  const withClock = async (run: () => Promise<void>): Promise<void> => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await run()
    } finally {
      vi.useRealTimers()
    }
  }

  it('[EMAIL-04] A second sign-in within 30 s is refused with the seconds that remain', () =>
    withClock(async () => {
      const { kernel, content } = await openSite()
      at(1_000_000)
      await apiOf(kernel).signIn(EMAIL)
      at(1_010_000)
      expect(await errorOf(apiOf(kernel).signIn(EMAIL))).toMatchObject({
        code: 'embedded.too_soon',
        message: 'Please try again after 20 seconds',
      })
      expect(content.page.of('connect email')).toHaveLength(1)
      at(1_030_000)
      await apiOf(kernel).signIn(EMAIL)
      expect(content.page.of('connect email')).toHaveLength(2)
    }))

  it('[STORE-20] The cooldown holds on the next page', () =>
    withClock(async () => {
      const first = await openSite()
      at(1_000_000)
      await apiOf(first.kernel).signIn(EMAIL)
      first.kernel.dispose()
      at(1_010_000)
      const { kernel } = await openSite({ storage: first.storage, content: new FrameWindow() })
      expect(await errorOf(apiOf(kernel).signIn(EMAIL))).toMatchObject({
        message: 'Please try again after 20 seconds',
      })
    }))

  it('A mail that was not sent may be asked for again at once', async () => {
    const { kernel, content } = await openSite()
    content.page.overrides.set('connect email', () => ({ failure: { message: 'No mail server' } }))
    expect(await errorOf(apiOf(kernel).signIn(EMAIL))).toMatchObject({
      message: 'No mail server',
    })
    content.page.overrides.clear()
    await apiOf(kernel).signIn(EMAIL)
    expect(content.page.of('connect email')).toHaveLength(2)
  })

  it('A mail that failed after its answer does not count: the next one is asked for at once', async () => {
    const { kernel, content } = await openSite()
    content.page.overrides.set('connect email', () => ({ success: { action: 'VERIFY_DEVICE' } }))
    content.page.overrides.set('connect device', () => ({
      failure: { message: 'No mail server', reason: 'mail_failed' },
    }))
    expect(await errorOf(apiOf(kernel).signIn(EMAIL))).toMatchObject({
      code: 'embedded.request_failed',
    })
    expect(apiOf(kernel).state.get()).toMatchObject({ step: 'idle', resendAt: 0 })
    content.page.overrides.clear()
    await apiOf(kernel).signIn(EMAIL)
    expect(content.page.of('connect email')).toHaveLength(2)
  })
})

describe('The steps', () => {
  it('[EMAIL-06] The action of the answer leads to the code, to the device, or to the account', async () => {
    const known = await openSite()
    await apiOf(known.kernel).signIn(EMAIL)
    expect(known.top()).toBe('embedded.code')

    const fresh = await openSite()
    fresh.content.page.overrides.set('connect email', () => ({
      success: { action: 'VERIFY_DEVICE' },
    }))
    fresh.content.page.overrides.set('connect device', () => null)
    const waiting = errorOf(apiOf(fresh.kernel).signIn(EMAIL))
    await vi.waitFor(() => expect(fresh.top()).toBe('embedded.device'))
    await vi.waitFor(() => expect(fresh.content.page.of('connect device')).toHaveLength(1))
    const [request] = fresh.content.page.of('connect device')
    fresh.content.page.reply(request!, { success: undefined })
    await waiting
    expect(fresh.top()).toBe('embedded.code')

    const direct = await openSite()
    direct.content.page.overrides.set('connect email', ({ type }) => {
      direct.content.page.isSignedIn = type === 'connect email'
      direct.content.page.email = EMAIL
      return { success: { action: 'CONNECT' } }
    })
    await apiOf(direct.kernel).signIn(EMAIL)
    expect(direct.kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS)
  })

  it('A wrong code can be tried again, and the right one connects', async () => {
    const { kernel, content, top } = await openSite()
    const embedded = apiOf(kernel)
    await embedded.signIn(EMAIL)
    expect(await errorOf(embedded.submitCode('111111'))).toMatchObject({ message: 'Bad code' })
    expect(embedded.state.get()).toMatchObject({ step: 'code', error: { message: 'Bad code' } })
    expect(top()).toBe('embedded.code')
    await embedded.submitCode(`${RIGHT_CODE.slice(0, 3)} ${RIGHT_CODE.slice(3)}`)
    expect(content.page.of('connect otp').map(({ payload }) => payload.otp)).toEqual([
      '111111',
      RIGHT_CODE,
    ])
    expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS)
    expect(top()).toBeUndefined()
  })

  it('A visitor who leaves a question of the frame comes back to the address', async () => {
    const { kernel, content, top } = await openSite()
    const embedded = apiOf(kernel)
    kernel.open('EmailLogin')
    await embedded.signIn(EMAIL)
    content.page.overrides.set('connect otp', () => {
      content.page.tell({ type: 'show frame', purpose: 'security', height: 440 })
      return null
    })
    const submitted = errorOf(embedded.submitCode(RIGHT_CODE))
    await vi.waitFor(() => expect(embedded.state.get().isAsking).toBe(true))
    expect(top()).toBe('embedded.code')
    const [request] = content.page.of('connect otp')
    const message = 'User rejected the request.'
    content.page.reply(request!, { failure: { message, code: 4001, reason: 'rejected' } })
    await submitted
    expect(embedded.state.get()).toMatchObject({ step: 'idle', error: undefined, isAsking: false })
    expect(top()).toBe('EmailLogin')
  })

  it('Where only the connecting failed, a new try needs no other code', async () => {
    const { kernel, content } = await openSite()
    const embedded = apiOf(kernel)
    await embedded.signIn(EMAIL)
    content.page.overrides.set('get user', () => ({
      failure: { message: 'Away', reason: 'unreachable' },
    }))
    expect(await errorOf(embedded.submitCode(RIGHT_CODE))).toMatchObject({ message: 'Away' })
    expect(embedded.state.get()).toMatchObject({ step: 'code', error: { message: 'Away' } })
    content.page.overrides.clear()
    await embedded.submitCode(RIGHT_CODE)
    expect(content.page.of('connect otp')).toHaveLength(1)
    expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS)
    expect(kernel.ports.accounts.active('eip155')?.user).toEqual({ email: EMAIL })
  })

  it('A connect of the host waits for the sign-in that it shows', async () => {
    const { kernel, top } = await openSite()
    const embedded = apiOf(kernel)
    const connecting = kernel.connect('ID_AUTH')
    await vi.waitFor(() => expect(top()).toBe('EmailLogin'))
    await embedded.signIn(EMAIL)
    await embedded.submitCode(RIGHT_CODE)
    expect((await connecting).connectorId).toBe('ID_AUTH')
    expect(kernel.ports.connections.get().connections).toHaveLength(1)
  })

  it('Closing the modal gives the sign-in up', async () => {
    const { kernel, content } = await openSite()
    content.page.overrides.set('connect email', () => ({ success: { action: 'VERIFY_DEVICE' } }))
    content.page.overrides.set('connect device', () => null)
    const failed = errorOf(apiOf(kernel).signIn(EMAIL))
    await vi.waitFor(() => expect(content.page.of('connect device')).toHaveLength(1))
    kernel.close()
    expect(await failed).toMatchObject({ code: 'embedded.aborted' })
    expect(apiOf(kernel).state.get().step).toBe('idle')
  })

  it('[STORE-17] The email is stored, and shown on the next page', async () => {
    const first = await openSite()
    await apiOf(first.kernel).signIn(EMAIL)
    first.kernel.dispose()
    const { kernel } = await openSite({ storage: first.storage, content: new FrameWindow() })
    apiOf(kernel).prepare()
    await vi.waitFor(() => expect(apiOf(kernel).state.get().email).toBe(EMAIL))
  })

  it('A site without the address of a service has no sign-in, and one without both has no way to', async () => {
    const none = await openSite({ options: { url: '' } })
    expect(none.kernel.ports.connectors.find('ID_AUTH')).toBeUndefined()
    expect(none.kernel.ports.connectMethods.get()).toEqual([])
    const off = await openSite({ options: { email: false, socials: [] } })
    expect(off.kernel.ports.connectMethods.get()).toEqual([])
  })

  it.each(['wallet.example', 'ftp://wallet.example', location.origin])(
    'The url %s cannot be that of a frame: there is no sign-in, and the log says what to write',
    async (url) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const { kernel } = await openSite({ options: { url }, logLevel: 'error' })
      expect(kernel.ports.connectors.find('ID_AUTH')).toBeUndefined()
      await vi.waitFor(() =>
        expect(logged.mock.calls.flat().join(' ')).toContain(
          `embeddedWallet() cannot use the url "${url}": write another origin, as https://wallet.example.`,
        ),
      )
      logged.mockRestore()
    },
  )
})
