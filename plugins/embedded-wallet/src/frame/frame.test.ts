// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SIGNATURE, userOf } from '../../test/fakeFrame.js'
import { arrive, FrameWindow } from '../../test/frameWindow.js'
import type { FrameEvent, FrameFailure, FramePayload } from '../protocol/index.js'
import { createFrame, type FrameOptions, type SecureFrame } from './createFrame.js'
import { frameAddress } from './frameElement.js'

const address = frameAddress({
  url: 'https://secure.test',
  projectId: 'shop',
  chainId: 10,
  enableLogger: false,
  lang: 'en',
})
let frame: SecureFrame | undefined
let content: FrameWindow
const reports: string[] = []

function start(options: Partial<FrameOptions> = {}): SecureFrame {
  frame = createFrame({
    address,
    mount: (element) => content.fill(element),
    hasPlace: () => true,
    check: () => Promise.resolve(undefined),
    onReady: () => undefined,
    onNotice: () => undefined,
    onTimeout: (report) => reports.push(report),
    ...options,
  })
  return frame
}
async function startReady(options: Partial<FrameOptions> = {}): Promise<SecureFrame> {
  const made = start(options)
  content.postReady()
  await arrive()
  await vi.advanceTimersByTimeAsync(500)
  await made.ready()
  return made
}
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  )

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  content = new FrameWindow()
  reports.length = 0
})
afterEach(() => {
  frame?.dispose()
  frame = undefined
  vi.useRealTimers()
})

describe('The address', () => {
  it('[FRAME-03] The frame loads with the project id of the option', () => {
    expect(address.searchParams.get('projectId')).toBe('shop')
    expect(new URL(start().element.src).searchParams.get('projectId')).toBe('shop')
  })
  it('[FRAME-05] The frame loads with version 4', () => {
    expect(address.searchParams.get('version')).toBe('4')
  })
  it('The frame lies below the path of its service, and may do what it needs alone', () => {
    const below = frameAddress({
      url: 'https://shop.test/wallet',
      projectId: '',
      chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      enableLogger: true,
      lang: 'de',
    })
    expect(below.pathname).toBe('/wallet/frame')
    expect(below.searchParams.get('chainId')).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
    const { element } = start()
    // Passkeys, windows and access to storage need these, and nothing needs others.
    expect(element.getAttribute('sandbox')?.split(' ').sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
      'allow-storage-access-by-user-activation',
    ])
    expect(element.getAttribute('allow')?.split('; ').sort()).toEqual(
      [
        'clipboard-write',
        'publickey-credentials-create',
        'publickey-credentials-get',
        'storage-access',
      ].map((feature) => `${feature} https://secure.test`),
    )
  })
})

describe('Readiness', () => {
  it('[FRAME-01] A frame that was just created is not initialised, and requests wait', async () => {
    const made = start()
    expect(made.initialised).toBe(false)
    const asked = made.request('get chain id', undefined)
    await arrive()
    expect(content.page.seen).toEqual([])
    content.postReady()
    await arrive()
    await vi.advanceTimersByTimeAsync(500)
    expect(made.initialised).toBe(true)
    await arrive()
    expect(await asked).toEqual({ chainId: 1 })
  })

  it('[FRAME-02] A frame is ready 500 ms after its ready event, and never without the handshake', async () => {
    const made = start()
    content.postReady()
    await arrive()
    await vi.advanceTimersByTimeAsync(499)
    expect(made.initialised).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(made.initialised).toBe(true)
    made.dispose()

    content = new FrameWindow()
    content.isListening = false
    const silent = start()
    const failed = messageOf(silent.ready())
    content.postReady()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(silent.initialised).toBe(false)
    expect(await failed).toBe('Unable to load email login dependency')
  })

  it('A handshake that takes longer than 500 ms is waited for', async () => {
    content.isListening = false
    const made = start()
    content.postReady()
    await vi.advanceTimersByTimeAsync(900)
    expect(made.initialised).toBe(false)
    const [offer] = content.offers
    content.page.take(offer!.data, offer!.ports)
    await arrive()
    await vi.advanceTimersByTimeAsync(0)
    expect(made.initialised).toBe(true)
  })

  it('The port is offered to the origin of the frame alone', async () => {
    await startReady()
    expect(content.offers.map(({ origin }) => origin)).toEqual(['https://secure.test'])
  })

  it('A new document of the frame has a handshake of its own, and requests of the old one end', async () => {
    const onReady = vi.fn()
    const made = await startReady({ onReady })
    content.page.overrides.set('connect email', () => null)
    const lost = messageOf(made.request('connect email', { email: 'a@b.co' }))
    made.element.dispatchEvent(new Event('load'))
    await arrive()
    const old = content.page
    content.page = new FrameWindow().page
    content.postReady()
    made.element.dispatchEvent(new Event('load'))
    expect(await lost).toBe('Something went wrong')
    expect(made.initialised).toBe(false)
    await arrive()
    await vi.advanceTimersByTimeAsync(500)
    expect(made.initialised).toBe(true)
    expect(onReady).toHaveBeenCalledTimes(2)
    const asked = made.request('get chain id', undefined)
    await arrive()
    expect(await asked).toEqual({ chainId: 1 })
    expect(old.of('get chain id')).toEqual([])
  })
})

const calls: { [E in FrameEvent]: [FramePayload<E>, unknown, row?: string] } = {
  'switch network': [{ chainId: 10 }, { chainId: 10 }, 'FRAME-20'],
  'connect email': [{ email: 'a@b.co' }, { action: 'VERIFY_DEVICE' }, 'FRAME-22'],
  'connect device': [undefined, undefined, 'FRAME-24'],
  'connect otp': [{ otp: '012345' }, { user: userOf(1, 'a@b.co') }, 'FRAME-26'],
  'connect social': [
    { uri: 'https://secure.test/r', preferredAccountType: 'eoa', chainId: 1 },
    { user: userOf(1, 'a@b.co') },
    'FRAME-28',
  ],
  'get social redirect uri': [{ provider: 'github' }, { uri: 'https://github.com/x' }, 'FRAME-30'],
  'get farcaster uri': [undefined, { uri: 'https://farcaster.xyz/x' }, 'FRAME-32'],
  'connect farcaster': [undefined, { userName: 'ada' }, 'FRAME-34'],
  'get user': [
    { chainId: 1, preferredAccountType: 'eoa', socialUri: 'https://secure.test/r' },
    { user: userOf(1, 'a@b.co') },
    'FRAME-36',
  ],
  'sign out': [undefined, undefined, 'FRAME-38'],
  'is connected': [{ token: 't' }, { isConnected: true, token: 'u' }, 'FRAME-40'],
  'get chain id': [undefined, { chainId: 10 }, 'FRAME-42'],
  'get smart account enabled networks': [
    undefined,
    { smartAccountEnabledNetworks: [1, 137] },
    'FRAME-44',
  ],
  'init smart account': [undefined, { address: '0x1' }, 'FRAME-46'],
  'set preferred account': [{ type: 'smartAccount' }, { type: 'smartAccount' }, 'FRAME-48'],
  'rpc request': [
    { method: 'personal_sign', params: ['0x00', '0x01'] },
    { result: SIGNATURE },
    'FRAME-50',
  ],
  'update email': [{ email: 'c@d.co' }, { action: 'VERIFY_PRIMARY_OTP' }, 'FRAME-52'],
  'update email primary otp': [{ otp: '012345' }, undefined, 'FRAME-54'],
  'update email secondary otp': [{ otp: '012345' }, { newEmail: 'c@d.co' }, 'FRAME-56'],
  'sync theme': [
    { themeMode: 'light', themeVariables: { accent: '#fff' }, w3mThemeVariables: {} },
    undefined,
    'FRAME-58',
  ],
  'sync dapp data': [
    { metadata: { name: 'Demo' }, sdkVersion: '1', sdkType: 'latchkey', projectId: 'shop' },
    undefined,
    'FRAME-60',
  ],
  reload: [undefined, undefined, 'FRAME-62'],
  'open security': [undefined, undefined],
  'identity token': [{ nonce: 'of the server' }, { token: 'a.b.c', expiresAt: 1_767_225_900_000 }],
}

const mark = (row?: string): string => (row ? `[${row}] ` : '')

describe('Events of the page', () => {
  for (const [event, [payload, success, row]] of Object.entries(calls) as [
    FrameEvent,
    [undefined, unknown, string?],
  ][])
    it(`${mark(row)}'${event}' has exactly its payload; success resolves, error rejects`, async () => {
      const made = await startReady()
      content.page.overrides.set(event, () => ({ success }))
      const asked = made.request(event, payload)
      await arrive()
      expect(await asked).toEqual(success)
      const [posted] = content.page.of(event)
      expect({ ...posted, id: undefined }).toEqual({
        type: event,
        id: undefined,
        ...(payload !== undefined && { payload }),
      })
      expect('payload' in posted!).toBe(payload !== undefined)
      content.page.overrides.set(event, () => ({ failure: { message: 'No' } }))
      const refused = messageOf(made.request(event, payload))
      await arrive()
      expect(await refused).toBe('No')
    })

  it('[FRAME-08] Replies in reverse order find each its own request', async () => {
    const made = await startReady()
    content.page.overrides.set('get user', () => null)
    const first = made.request('get user', { chainId: 1, preferredAccountType: 'eoa' })
    const second = made.request('get user', { chainId: 10, preferredAccountType: 'eoa' })
    await arrive()
    const [one, two] = content.page.of('get user')
    expect(one!.id).not.toBe(two!.id)
    content.page.reply(two!, { success: { user: userOf(10, 'a@b.co') } })
    content.page.reply(one!, { success: { user: userOf(1, 'a@b.co') } })
    await arrive()
    expect((await first).user.chainId).toBe(1)
    expect((await second).user.chainId).toBe(10)
  })

  it('[FRAME-09] A reply with an unknown id settles nothing and throws nothing', async () => {
    const made = await startReady()
    content.page.overrides.set('get chain id', () => null)
    const settled = vi.fn()
    void made.request('get chain id', undefined).then(settled, settled)
    await arrive()
    const [request] = content.page.of('get chain id')
    content.page.reply({ ...request!, id: 'unknown' }, { success: { chainId: 5 } })
    content.page.reply({ type: 'reload', id: request!.id }, { success: undefined })
    await arrive()
    expect(settled).not.toHaveBeenCalled()
    content.page.reply(request!, { success: { chainId: 5 } })
    await arrive()
    expect(settled).toHaveBeenCalledWith({ chainId: 5 })
  })
})

describe('Failures', () => {
  const failing = async (failure: FrameFailure): Promise<string> => {
    const made = await startReady()
    content.page.overrides.set('connect otp', (request) => {
      content.page.port?.postMessage({
        type: 'connect otp error',
        id: request.id,
        payload: failure,
      })
      return null
    })
    const asked = messageOf(made.request('connect otp', { otp: '000000' }))
    await arrive()
    return asked
  }
  it("[FRAME-73] A failure has the frame's message", async () => {
    expect(await failing({ message: 'Bad code' })).toBe('Bad code')
  })
  it("[FRAME-74] A failure without a message says 'An error occurred'", async () => {
    expect(await failing({})).toBe('An error occurred')
  })

  const abortedMessage = async <E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
  ): Promise<string> => {
    const made = await startReady()
    content.page.overrides.set(event, () => null)
    const abort = new AbortController()
    const asked = messageOf(made.request(event, payload, abort.signal))
    await arrive()
    abort.abort()
    await arrive()
    expect(content.page.cancelled).toEqual(content.page.of(event).map(({ id }) => id))
    return asked
  }
  it("[FRAME-75] An RPC that is aborted fails with 'Request was aborted', and the frame is told", async () => {
    expect(await abortedMessage('rpc request', { method: 'personal_sign', params: [] })).toBe(
      'Request was aborted',
    )
  })
  it("[FRAME-76] Other requests that are aborted fail with 'Something went wrong'", async () => {
    expect(await abortedMessage('connect email', { email: 'a@b.co' })).toBe('Something went wrong')
  })

  it("[FRAME-77] An error event of the frame fails with 'Unable to load email login dependency'", async () => {
    const made = start()
    const failed = messageOf(made.request('get chain id', undefined))
    made.element.dispatchEvent(new Event('error'))
    expect(await failed).toBe('Unable to load email login dependency')
  })

  it('[FRAME-67] [FRAME-78] A frame that does not load fails at 20 s, told once as iframe_load_failed', async () => {
    const made = start()
    const settled = vi.fn()
    void made.ready().catch(settled)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(settled).not.toHaveBeenCalled()
    expect(reports).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reports).toEqual(['iframe_load_failed'])
  })

  it('A refusal that the service knows of is told before 3 s', async () => {
    const made = start({ check: () => Promise.resolve('origin') })
    const failed = made.ready().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(await failed).toMatchObject({
      code: 'embedded.load_failed',
      context: { reason: 'origin' },
    })
    expect(reports).toEqual([])
  })

  it('A service that is not there is told before 3 s, once, and not after 20 s', async () => {
    const made = start({ check: () => Promise.reject(new Error('unreachable')) })
    const failed = messageOf(made.ready())
    await vi.advanceTimersByTimeAsync(2_999)
    expect(await failed).toBe('Unable to load email login dependency')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reports).toEqual(['iframe_load_failed'])
  })

  it('A frame that loads while the service is asked in vain is used', async () => {
    const made = start({ check: () => new Promise(() => undefined) })
    await vi.advanceTimersByTimeAsync(5_000)
    content.postReady()
    await arrive()
    await vi.advanceTimersByTimeAsync(500)
    expect(made.initialised).toBe(true)
    expect(reports).toEqual([])
  })

  it('A page without a place for the frame is told after 3 s', async () => {
    const made = start({ mount: () => undefined, hasPlace: () => false })
    const failed = made.ready().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await failed).toMatchObject({ code: 'embedded.no_place' })
  })

  const rejectsAfter = async <E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
    ms: number,
  ): Promise<void> => {
    const made = await startReady()
    content.page.overrides.set(event, () => null)
    const settled = vi.fn()
    void made.request(event, payload).then(settled, settled)
    await arrive()
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledOnce()
    expect(settled.mock.calls[0]![0]).toMatchObject({ code: 'embedded.timed_out' })
  }
  it('[FRAME-68] A social request without a reply rejects at 120 s', () =>
    rejectsAfter(
      'connect social',
      { uri: 'https://secure.test/r', preferredAccountType: 'eoa', chainId: 1 },
      120_000,
    ))
  it('[FRAME-69] An email request without a reply rejects at 120 s', () =>
    rejectsAfter('connect email', { email: 'a@b.co' }, 120_000))
  it('[FRAME-70] A device request without a reply rejects at 120 s', () =>
    rejectsAfter('connect device', undefined, 120_000))
  it('[FRAME-71] A one-time code without a reply rejects at 120 s', () =>
    rejectsAfter('connect otp', { otp: '012345' }, 120_000))

  it('A sign-in has ten minutes from the moment at which the frame asks the visitor, and others have not', async () => {
    const made = await startReady()
    const events = { social: vi.fn(), email: vi.fn() }
    for (const event of ['connect social', 'connect email'] as const)
      content.page.overrides.set(event, () => null)
    const social = {
      uri: 'https://secure.test/r',
      preferredAccountType: 'eoa',
      chainId: 1,
    } as const
    void made.request('connect social', social).then(events.social, events.social)
    void made.request('connect email', { email: 'a@b.co' }).then(events.email, events.email)
    await arrive()
    await vi.advanceTimersByTimeAsync(60_000)
    content.page.tell({ type: 'show frame', purpose: 'security', height: 440 })
    await arrive()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(events.email).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(540_000 - 1)
    expect(events.social).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(events.social.mock.calls[0]![0]).toMatchObject({ code: 'embedded.timed_out' })
  })

  it('[FRAME-79] [FRAME-80] A request without answer is reported and given up; a late reply is ignored', async () => {
    const made = await startReady()
    content.page.overrides.set('connect otp', () => null)
    const settled = vi.fn()
    void made.request('connect otp', { otp: '012345' }).then(settled, settled)
    await arrive()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(reports).toEqual(['iframe_request_timeout'])
    const [request] = content.page.of('connect otp')
    content.page.reply(request!, { success: { user: userOf(1, 'a@b.co') } })
    await arrive()
    expect(settled).toHaveBeenCalledOnce()
    expect(settled.mock.calls[0]![0]).toMatchObject({ message: 'Something went wrong' })
    expect(content.page.cancelled).toEqual([request!.id])
  })

  it('An answer that is not one of its method is not handed on', async () => {
    const made = await startReady()
    content.page.overrides.set('rpc request', () => ({ success: { result: '0x12' } }))
    const asked = made
      .request('rpc request', { method: 'personal_sign', params: [] })
      .catch((error: unknown) => error)
    await arrive()
    expect(await asked).toMatchObject({ code: 'wallet.bad_answer' })
  })
})
