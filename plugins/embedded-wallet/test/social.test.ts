// @vitest-environment happy-dom
import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SOCIALS, type Social } from '../src/index.js'
import { EVM_ADDRESS, providerPage, userOf } from './fakeFrame.js'
import { arrive, FrameWindow } from './frameWindow.js'
import { type FakePopup, postResult, RESULT, stubOpen } from './popup.js'
import { apiOf, openSignedIn, openSite, signedInWindow, type Site } from './site.js'

const errorOf = (promise: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  promise.then(
    () => ({}),
    (error: unknown) => error as { code: string },
  )

/** A site whose frame is ready, and what its page opens. */
async function openReady(options: Parameters<typeof openSite>[0] = {}) {
  const site = await openSite(options)
  const opened = stubOpen()
  apiOf(site.kernel).prepare()
  await vi.waitFor(() => expect(site.content.page.of('sync dapp data')).toHaveLength(1))
  return { ...site, opened, api: apiOf(site.kernel) }
}
type Ready = Awaited<ReturnType<typeof openReady>>

/** The states of a login, each as it is entered. */
function recordStates({ api }: Ready): string[] {
  const states: string[] = []
  api.state.subscribe(({ social: { status } }) => {
    if (status !== (states.at(-1) ?? 'idle')) states.push(status)
  })
  return states
}

/** Begins a login, and waits until the provider's page is in its window. */
async function begin(
  { api, opened }: Ready,
  provider: Social = 'google',
): Promise<{ popup: FakePopup; login: Promise<unknown> }> {
  const login = errorOf(api.signInWith(provider))
  await vi.waitFor(() => expect(opened.popups.at(-1)?.location.href).toBe(providerPage(provider)))
  return { popup: opened.popups.at(-1)!, login }
}

const withTimers = async (run: () => Promise<void>): Promise<void> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    await run()
  } finally {
    vi.useRealTimers()
  }
}

afterEach(() => {
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

describe('The providers', () => {
  it('[FEAT-13] The social accounts are exactly seven', () => {
    expect(new Set(SOCIALS)).toEqual(
      new Set(['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster']),
    )
    expect(SOCIALS).toHaveLength(7)
  })

  it('A site offers those of its options that the remote configuration allows, in its order', async () => {
    const socials = ['apple', 'x', 'apple', 'google'] as const
    const { kernel } = await openSite({ options: { socials } })
    expect(apiOf(kernel).state.get().socials).toEqual(['apple', 'x', 'google'])
    kernel.setOptions({ remoteFeatures: { socials: ['google', 'apple', 'github'] } })
    expect(apiOf(kernel).state.get().socials).toEqual(['apple', 'google'])
    kernel.setOptions({ remoteFeatures: { socials: false } })
    expect(apiOf(kernel).state.get().socials).toEqual([])
  })

  it('A name that nobody knows is left out, and said in the log', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const socials = ['google', 'myspace'] as unknown as readonly Social[]
    const { kernel } = await openSite({ options: { socials }, logLevel: 'error' })
    expect(apiOf(kernel).state.get().socials).toEqual(['google'])
    await vi.waitFor(() =>
      expect(logged.mock.calls.flat().join(' ')).toContain(
        'embeddedWallet() knows no social accounts myspace: they are google, x, discord,',
      ),
    )
  })
})

describe('A question of the frame', () => {
  /** A login whose frame asks the visitor before it answers. */
  async function askedOne() {
    const ready = await openReady()
    const { page } = ready.content
    page.overrides.set('connect social', () => null)
    const { popup, login } = await begin(ready)
    postResult(ready.content, popup)
    await vi.waitFor(() => expect(page.of('connect social')).toHaveLength(1))
    page.tell({ type: 'show frame', purpose: 'security', height: 440 })
    await vi.waitFor(() => expect(ready.api.state.get()).toMatchObject({ isAsking: true }))
    const [request] = page.of('connect social')
    return { ...ready, login, request: request! }
  }

  it('Its view has the frame, and a visitor who leaves the question has given the sign-in up', async () => {
    const { api, content, login, request, top } = await askedOne()
    expect(api.state.get().frameHeight).toBe(440)
    expect(top()).toBe('embedded.social')
    content.page.tell({ type: 'hide frame' })
    const message = 'User rejected the request.'
    content.page.reply(request, { failure: { message, code: 4001, reason: 'rejected' } })
    await login
    const { isAsking, social } = api.state.get()
    expect([isAsking, social.status, social.error]).toEqual([false, 'idle', undefined])
    expect(top()).not.toBe('embedded.social')
  })

  it('An answer ends it, and the visitor is connected', async () => {
    const { api, kernel, content, login, request } = await askedOne()
    content.page.isSignedIn = true
    content.page.tell({ type: 'hide frame' })
    const user = userOf(1, 'ada@shop.example')
    content.page.reply(request, { success: { user } })
    expect(await login).toEqual({})
    expect(api.state.get().isAsking).toBe(false)
    expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS)
  })

  it('A sign-in that is given up while the frame asks leaves nothing behind', async () => {
    const { api, content, login, request } = await askedOne()
    api.cancel()
    await login
    await vi.waitFor(() => expect(content.page.cancelled).toEqual([request.id]))
    expect(api.state.get().isAsking).toBe(false)
  })
})

describe('A login with a popup', () => {
  it('[SOCIAL-05] It passes through started and request user data to success, and connects', async () => {
    const ready = await openReady()
    const states = recordStates(ready)
    const { popup, login } = await begin(ready)
    expect(ready.opened.calls).toEqual([
      ['about:blank', 'latchkey-social', 'popup,width=600,height=800'],
    ])
    expect(ready.top()).toBe('embedded.social')
    expect(states).toEqual(['started'])
    postResult(ready.content, popup)
    expect(await login).toEqual({})
    expect(states.slice(0, 3)).toEqual(['started', 'request user data', 'success'])
    expect(ready.content.page.of('connect social').map(({ payload }) => payload)).toEqual([
      { uri: RESULT, preferredAccountType: 'eoa', chainId: 1 },
    ])
    expect(ready.kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS)
    expect(ready.top()).toBeUndefined()
    expect(popup.closed).toBe(true)
  })

  it('[SOCIAL-06] It ends in error where the frame answers the request for user data with one', async () => {
    const ready = await openReady()
    const states = recordStates(ready)
    ready.content.page.overrides.set('connect social', () => ({
      failure: { message: 'The visitor refused', reason: 'denied' },
    }))
    const { popup, login } = await begin(ready)
    postResult(ready.content, popup)
    expect(await login).toMatchObject({
      code: 'embedded.request_failed',
      context: { reason: 'denied' },
    })
    expect(states).toEqual(['started', 'request user data', 'error'])
    expect(ready.api.state.get().social.error).toMatchObject({ message: 'The visitor refused' })
    expect(ready.kernel.ports.connections.get().connections).toEqual([])
    expect(ready.top()).toBe('embedded.social')
  })

  it('[ERR-07] A login that gets no address says so, and closes its window', async () => {
    const ready = await openReady()
    ready.content.page.overrides.set('get social redirect uri', () => ({
      failure: { message: 'Too many', reason: 'rate_limited', retryAfter: 60 },
    }))
    const login = errorOf(ready.api.signInWith('google'))
    expect(await login).toMatchObject({
      code: 'embedded.social_not_started',
      message: 'Failed to initiate social connection',
      context: { provider: 'google', reason: 'rate_limited', retryAfter: 60 },
    })
    expect(ready.opened.popups[0]?.closed).toBe(true)
    expect(ready.content.page.of('connect social')).toEqual([])
  })

  it('[SOCIAL-09] A result is taken from the secure origin alone', async () => {
    const ready = await openReady()
    const { popup, login } = await begin(ready)
    for (const origin of [
      'https://evil.test',
      'https://provider.test',
      'http://secure.test',
      'null',
    ])
      postResult(ready.content, popup, { origin })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ready.api.state.get().social.status).toBe('started')
    expect(ready.content.page.of('connect social')).toEqual([])
    postResult(ready.content, popup)
    await login
    expect(ready.content.page.of('connect social')).toHaveLength(1)
  })

  it('A result that the frame tells is taken as one of the window, and only one of both', async () => {
    const ready = await openReady()
    // Before a login has an address, a result is one of another login.
    ready.content.page.tell({ type: 'social result', uri: RESULT })
    const { popup, login } = await begin(ready)
    ready.content.page.tell({ type: 'social result', uri: RESULT })
    await vi.waitFor(() => expect(ready.content.page.of('connect social')).toHaveLength(1))
    postResult(ready.content, popup)
    ready.content.page.tell({ type: 'social result', uri: RESULT })
    expect(await login).toEqual({})
    expect(ready.content.page.of('connect social')).toHaveLength(1)
  })

  it('A window that the browser blocks leaves a button that opens it, and the next click goes on', async () => {
    const ready = await openReady()
    ready.opened.isBlocked = true
    expect(await errorOf(ready.api.signInWith('github'))).toMatchObject({
      code: 'wallet.popup_blocked',
    })
    expect(ready.api.state.get().social).toMatchObject({ status: 'error', provider: 'github' })
    expect(ready.top()).toBe('embedded.social')
    ready.opened.isBlocked = false
    const { popup, login } = await begin(ready, 'github')
    postResult(ready.content, popup)
    expect(await login).toEqual({})
  })

  it('In the task of the click the frame is asked for the address, and the window opens after it', async () => {
    const { api, content } = await openReady()
    const steps: unknown[] = []
    const { port1 } = new MessageChannel()
    const post = vi.spyOn(Object.getPrototypeOf(port1) as MessagePort, 'postMessage')
    post.mockImplementation((message: unknown) => void steps.push(message))
    const login = errorOf(api.signInWith('google', () => (steps.push('window'), null)))
    expect(steps).toEqual([expect.objectContaining({ type: 'get social redirect uri' }), 'window'])
    expect(await login).toMatchObject({ code: 'wallet.popup_blocked' })
    // Nobody waits for the address any more.
    expect(steps.at(-1)).toMatchObject({ type: 'cancel' })
    expect(content.page.of('get social redirect uri')).toEqual([])
  })

  it('A second login ends the first one, whose window it takes over or closes', async () => {
    const ready = await openReady()
    const first = await begin(ready, 'google')
    const second = await begin(ready, 'discord')
    expect(await first.login).toMatchObject({ code: 'embedded.aborted' })
    expect(first.popup.closed).toBe(true)
    postResult(ready.content, first.popup)
    expect(ready.api.state.get().social).toMatchObject({ status: 'started', provider: 'discord' })
    // The browser gives the same window to a second opening of its name.
    const third = ready.api.signInWith('x', () => second.popup.window)
    expect(await second.login).toMatchObject({ code: 'embedded.aborted' })
    await vi.waitFor(() => expect(second.popup.location.href).toBe(providerPage('x')))
    expect(second.popup.closed).toBe(false)
    postResult(ready.content, second.popup)
    await third
    expect(ready.api.state.get().provider).toBe('x')
  })

  it.each([
    ['Cancel', (ready: Ready) => ready.api.cancel()],
    ['Back', (ready: Ready) => ready.kernel.ports.router.back()],
    ['closing the modal', (ready: Ready) => ready.kernel.close()],
    ['a sign-in by email', (ready: Ready) => void ready.api.signIn('ada@shop.example')],
  ])(
    'It is given up by %s, which closes its window and cancels what the frame was asked',
    async (_, act) => {
      const ready = await openReady()
      ready.kernel.open()
      ready.content.page.overrides.set('connect social', () => null)
      const { popup, login } = await begin(ready)
      postResult(ready.content, popup)
      await vi.waitFor(() => expect(ready.content.page.of('connect social')).toHaveLength(1))
      act(ready)
      expect(await login).toMatchObject({ code: 'embedded.aborted' })
      expect(ready.api.state.get().social.status).toBe('idle')
      expect(popup.closed).toBe(true)
      await vi.waitFor(() =>
        expect(ready.content.page.cancelled).toEqual([
          ready.content.page.of('connect social')[0]!.id,
        ]),
      )
    },
  )

  it('A connect of the host waits for the login', async () => {
    const ready = await openReady({ options: { email: false } })
    const connecting = ready.kernel.connect('ID_AUTH')
    await vi.waitFor(() => expect(ready.top()).toBe('Connect'))
    const { popup, login } = await begin(ready)
    postResult(ready.content, popup)
    await login
    expect((await connecting).connectorId).toBe('ID_AUTH')
    expect(ready.kernel.ports.connections.get().connections).toHaveLength(1)
  })
})

describe('A window that was closed', () => {
  it.each(['before it left the blank page', 'at the provider'])(
    '[SOCIAL-07] [ERR-03] %s: the login ends with Popup closed, and asks the frame nothing more',
    async (when) => {
      const ready = await openReady()
      vi.spyOn(document, 'hasFocus').mockReturnValue(true)
      const isEarly = when.startsWith('before')
      if (isEarly) ready.content.page.overrides.set('get social redirect uri', () => null)
      await withTimers(async () => {
        const login = errorOf(ready.api.signInWith('google'))
        await vi.waitFor(() =>
          expect(ready.content.page.of('get social redirect uri')).toHaveLength(1),
        )
        const [popup] = ready.opened.popups
        if (!isEarly)
          await vi.waitFor(() => expect(popup!.location.href).toBe(providerPage('google')))
        popup!.closed = true
        await vi.advanceTimersByTimeAsync(isEarly ? 1_000 : 15_000)
        expect(await login).toMatchObject({
          code: 'embedded.popup_closed',
          message: 'Popup closed',
        })
      })
      expect(ready.content.page.of('connect social')).toEqual([])
      expect(ready.api.state.get().social).toMatchObject({ status: 'error' })
    },
  )

  it('[SOCIAL-08] Its closed flag is read once in 1,000 ms, and never after the end', async () => {
    const ready = await openReady()
    await withTimers(async () => {
      // vi.waitFor would move the clock.
      ready.content.page.overrides.set('get social redirect uri', () => null)
      const login = errorOf(ready.api.signInWith('google'))
      while (!ready.content.page.of('get social redirect uri').length) await arrive()
      const popup = ready.opened.popups[0]!
      const read = vi.fn(() => false)
      Object.defineProperty(popup, 'closed', { get: read, set: () => undefined })
      for (const second of [1, 2, 3]) {
        await vi.advanceTimersByTimeAsync(999)
        expect(read).toHaveBeenCalledTimes(second - 1)
        await vi.advanceTimersByTimeAsync(1)
        expect(read).toHaveBeenCalledTimes(second)
      }
      const [request] = ready.content.page.of('get social redirect uri')
      ready.content.page.reply(request!, { success: { uri: providerPage('google') } })
      await arrive()
      read.mockClear()
      postResult(ready.content, popup)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await login).toEqual({})
      expect(read).not.toHaveBeenCalled()
    })
  })

  it('It may only seem closed: the login goes on, and its result is taken', async () => {
    const ready = await openReady()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    await withTimers(async () => {
      // This provider is known to hide its window, so that no time ends the login.
      const { popup, login } = await begin(ready, 'x')
      popup.closed = true
      await vi.advanceTimersByTimeAsync(60_000)
      expect(ready.api.state.get().social).toMatchObject({ status: 'started', isLost: true })
      ready.content.page.tell({ type: 'social result', uri: RESULT })
      expect(await login).toEqual({})
    })
    expect(ready.api.state.get().provider).toBe('x')
  })

  it('While the visitor is elsewhere it counts as open', async () => {
    const ready = await openReady()
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    await withTimers(async () => {
      const { popup, login } = await begin(ready)
      popup.closed = true
      await vi.advanceTimersByTimeAsync(60_000)
      expect(ready.api.state.get().social.status).toBe('started')
      focus.mockReturnValue(true)
      await vi.advanceTimersByTimeAsync(14_000)
      expect(ready.api.state.get().social.status).toBe('started')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await login).toMatchObject({ code: 'embedded.popup_closed' })
    })
  })

  it('A login without any sign ends after ten minutes', async () => {
    const ready = await openReady()
    await withTimers(async () => {
      const { login } = await begin(ready)
      await vi.advanceTimersByTimeAsync(600_000)
      expect(await login).toMatchObject({ code: 'embedded.timed_out' })
    })
  })
})

describe('Farcaster', () => {
  it('[SOCIAL-19] It has events and a view of its own, and opens no window', async () => {
    const ready = await openReady()
    ready.content.page.userName = 'ann'
    const views: (string | undefined)[] = []
    ready.kernel.ports.router.subscribe(() => views.push(ready.top()))
    ready.kernel.open()
    await ready.api.signInWith('farcaster')
    expect(ready.content.page.events().filter((event) => /farcaster|social/.test(event))).toEqual([
      'get farcaster uri',
      'connect farcaster',
    ])
    expect(views).toContain('ConnectingFarcaster')
    expect(ready.opened.calls).toEqual([])
    expect(ready.kernel.ports.accounts.active('eip155')?.label).toBe('ann')
  })

  it.each(['get farcaster uri', 'connect farcaster'] as const)(
    '[ERR-06] A failure of %s gives Failed to connect to farcaster',
    async (event) => {
      const ready = await openReady()
      ready.content.page.overrides.set(event, () => ({
        failure: { message: 'The relay is away', reason: 'provider_failed' },
      }))
      expect(await errorOf(ready.api.signInWith('farcaster'))).toMatchObject({
        code: 'embedded.farcaster_failed',
        message: 'Failed to connect to farcaster',
        context: { reason: 'provider_failed' },
      })
      expect(ready.api.state.get().social.status).toBe('error')
      expect(ready.top()).toBe('ConnectingFarcaster')
    },
  )

  it('Its channel lives for ten minutes', async () => {
    const ready = await openReady()
    ready.content.page.overrides.set('connect farcaster', () => null)
    await withTimers(async () => {
      const login = errorOf(ready.api.signInWith('farcaster'))
      await vi.waitFor(() => expect(ready.content.page.of('connect farcaster')).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(599_000)
      expect(ready.api.state.get().social.status).toBe('started')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await login).toMatchObject({ code: 'embedded.farcaster_failed' })
    })
  })
})

describe('The stored login', () => {
  const signedIn = async (provider: Social, userName: string): Promise<Ready> => {
    const ready = await openReady({ storage: fakeStorage() })
    ready.content.page.userName = userName
    const { popup, login } = await begin(ready, provider)
    postResult(ready.content, popup)
    await login
    return ready
  }
  const nextPage = async ({ kernel, storage }: Ready): Promise<Site> => {
    kernel.dispose()
    const content = signedInWindow()
    content.page.email = ''
    // The frame of the next page does not answer: all that is known is what was stored.
    content.isListening = false
    return openSite({ storage, content })
  }

  it('[STORE-14] The social account of the last sign-in is known on the next page', async () => {
    const first = await signedIn('google', 'ann')
    expect(first.api.state.get().provider).toBe('google')
    const { kernel } = await nextPage(first)
    await vi.waitFor(() => expect(apiOf(kernel).state.get().provider).toBe('google'))
  })

  it('[STORE-19] The user name is stored, and names the account on the next page', async () => {
    const { kernel } = await nextPage(await signedIn('discord', 'ann#0'))
    await vi.waitFor(() => expect(kernel.ports.accounts.active('eip155')?.label).toBe('ann'))
    expect(kernel.ports.accounts.active('eip155')?.user).toEqual({ username: 'ann#0' })
  })

  it('The connection has the name of what the person signed in with, on the next page too', async () => {
    const namesOf = ({ kernel }: Pick<Site, 'kernel'>): readonly string[] =>
      kernel.ports.connections.get().connections.map(({ name }) => name)
    const first = await signedIn('x', 'ann')
    expect(namesOf(first)).toEqual(['X'])
    expect(first.storage.entries()['latchkey-default:kernel:v1:walletName']).toBe('"X"')
    const next = await nextPage(first)
    await vi.waitFor(() => expect(namesOf(next)).toEqual(['X']))
    await next.kernel.disconnect()
    const { kernel } = await openSignedIn()
    expect(namesOf({ kernel })).toEqual(['Email'])
  })

  it('Both are removed by a sign-out, and by a sign-in by email', async () => {
    const ready = await signedIn('google', 'ann')
    await ready.kernel.disconnect()
    expect(JSON.stringify(ready.storage.entries())).not.toMatch(/google|"ann/)
    expect(ready.api.state.get().provider).toBeUndefined()
    const other = await signedIn('google', 'ann')
    other.content.page.overrides.set('connect email', () => ({ success: { action: 'CONNECT' } }))
    other.content.page.userName = ''
    await other.api.signIn('ada@shop.example')
    expect(JSON.stringify(other.storage.entries())).not.toMatch(/google|"ann/)
  })

  it('A name that another script of the page wrote in its place is not believed', async () => {
    const first = await signedIn('google', 'ann')
    first.kernel.dispose()
    const entries = Object.fromEntries(
      Object.entries(first.storage.entries()).map(([key, value]) => [
        key,
        value.replace('"google"', '"evil"'),
      ]),
    )
    const { kernel } = await openSite({ storage: fakeStorage(entries), content: signedInWindow() })
    await vi.waitFor(() =>
      expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    )
    expect(apiOf(kernel).state.get().provider).toBeUndefined()
  })
})

describe('A page that was thrown away in a sign-in', () => {
  /** Another page of the tab, whose page before it ran no further. */
  const nextPage = async ({ storage }: Pick<Site, 'storage'>) => {
    const site = await openSite({ storage, content: new FrameWindow() })
    return { ...site, api: apiOf(site.kernel) }
  }
  const INTERRUPTED = { code: 'embedded.interrupted' }
  const loadedBy = (type: string): void =>
    void vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never])
  beforeEach(() => loadedBy('reload'))

  it.each(['at the provider', 'at a question'])(
    'The new page says so, and offers to begin again: %s',
    async (where) => {
      const ready = await openReady()
      const { page } = ready.content
      page.overrides.set('connect social', () => null)
      const { popup } = await begin(ready, 'github')
      if (where === 'at a question') {
        postResult(ready.content, popup)
        await vi.waitFor(() => expect(page.of('connect social')).toHaveLength(1))
      }
      const next = await nextPage(ready)
      await vi.waitFor(() => expect(next.top()).toBe('embedded.social'))
      expect(next.api.state.get().social).toMatchObject({
        ...{ status: 'error', provider: 'github', error: INTERRUPTED },
      })
      // It is told once.
      next.kernel.ports.modal.close()
      const third = await nextPage(ready)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(third.top()).toBeUndefined()
    },
  )

  it('The new page says nothing if the visitor is signed in by then', async () => {
    const storage = fakeStorage()
    const first = await openSignedIn({ storage })
    first.kernel.dispose()
    storage.setItem('latchkey-default:embedded:v1:underWay', JSON.stringify(`google ${Date.now()}`))
    const { kernel, top } = await openSite({ storage, content: signedInWindow() })
    await vi.waitFor(() => expect(kernel.ports.connections.get().connections).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(top()).toBeUndefined()
  })

  it('A page in another tab says nothing, and the reloaded page still does', async () => {
    const ready = await openReady()
    await begin(ready)
    loadedBy('navigate')
    const other = await nextPage(ready)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(other.top()).toBeUndefined()
    loadedBy('back_forward')
    const next = await nextPage(ready)
    await vi.waitFor(() => expect(next.top()).toBe('embedded.social'))
  })

  it('A sign-in by mail begins again with its address', async () => {
    const ready = await openReady()
    ready.content.page.overrides.set('connect email', () => ({ success: { action: 'VERIFY_OTP' } }))
    await ready.api.signIn('ada@shop.example')
    const next = await nextPage(ready)
    await vi.waitFor(() => expect(next.top()).toBe('EmailLogin'))
    expect(next.api.state.get()).toMatchObject({
      ...{ step: 'idle', email: 'ada@shop.example', error: INTERRUPTED },
    })
  })

  it.each(['a sign-in', 'a cancel', 'an hour'])('Nothing is told after %s', async (end) => {
    const ready = await openReady()
    const { popup, login } = await begin(ready)
    if (end === 'a sign-in') postResult(ready.content, popup)
    else if (end === 'a cancel') ready.api.cancel()
    else {
      const now = Date.now()
      vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_001)
    }
    if (end !== 'an hour') await login
    const next = await nextPage(ready)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(next.top()).toBeUndefined()
    expect(next.api.state.get().social.status).toBe('idle')
  })
})

describe('In a web view of Telegram', () => {
  const inTelegram = (): void => void vi.stubGlobal('TelegramWebviewProxy', {})
  const visit = (query: string): void => history.replaceState(null, '', `/shop${query}`)

  it('[SOCIAL-03] The page that comes back with a result completes the login with it', async () => {
    inTelegram()
    visit(`?a=1&result_uri=${encodeURIComponent(RESULT)}`)
    const { content, kernel } = await openSite({ content: new FrameWindow() })
    await vi.waitFor(() =>
      expect(content.page.of('connect social').map(({ payload }) => payload.uri)).toEqual([RESULT]),
    )
    await vi.waitFor(() =>
      expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    )
    expect(location.search).toBe('?a=1')
  })

  it.each(['https://evil.test/r', 'javascript:alert(1)', 'https://secure.test.evil.test/', ''])(
    'A result that is not one of the secure site is taken away and not used: %s',
    async (uri) => {
      visit(`?result_uri=${encodeURIComponent(uri)}&b=%20`)
      const { content, frames } = await openSite()
      await vi.waitFor(() => expect(location.search).toBe('?b=%20'))
      expect(frames).toEqual([])
      expect(content.page.of('connect social')).toEqual([])
    },
  )
})
