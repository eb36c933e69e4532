// @vitest-environment happy-dom
// Every combination of origin, source, event, id and state of the handshake on the page's side, and
// mutated messages in both directions.
import { createRandom } from '@latchkey/plugin-testkit/fakes'
import { afterEach, beforeEach, expect, it, vi, type TestContext } from 'vitest'
import { FakeFrame, SIGNATURE, userOf } from '../../test/fakeFrame.js'
import { arrive, FrameWindow } from '../../test/frameWindow.js'
import {
  createFailure,
  createRequest,
  createSuccess,
  frameAccepted,
  frameOffer,
  frameReady,
  isFrameAccepted,
  isFrameOffer,
  isFrameReady,
  parseFrameMessage,
  parsePageMessage,
  type FrameEvent,
  type FramePayload,
  type FrameSuccess,
} from '../protocol/index.js'
import { createFrame, type SecureFrame } from './createFrame.js'

/** `attacks` runs them at full size, and every run of the tests a fiftieth. */
const MUTATIONS = process.env['LATCHKEY_SOAK'] ? 20_000 : 400
const report = (
  { task }: TestContext,
  attack: string,
  tries: number,
  wanted: string,
  seen: string,
): void => void (task.meta.attack = { attack, tries, wanted, seen })

const ORIGIN = 'https://secure.test'
const ORIGINS = [
  ORIGIN,
  'https://secure.test:8443',
  'http://secure.test',
  'https://evil.secure.test',
  'https://secure.test.evil.test',
  'null',
  '',
]
const USER = { user: userOf(1, 'a@b.co') }
const samples: { [E in FrameEvent]: [FramePayload<E>, FrameSuccess<E>] } = {
  'switch network': [{ chainId: 10 }, { chainId: 10 }],
  'connect email': [{ email: 'a@b.co' }, { action: 'CONNECT' }],
  'connect device': [undefined, undefined],
  'connect otp': [{ otp: '012345' }, USER],
  'connect social': [
    { uri: 'https://secure.test/r', preferredAccountType: 'eoa', chainId: 1 },
    USER,
  ],
  'get social redirect uri': [{ provider: 'x' }, { uri: 'https://x.test/' }],
  'get farcaster uri': [undefined, { uri: 'https://farcaster.test/' }],
  'connect farcaster': [undefined, { userName: 'ada' }],
  'get user': [{ chainId: 1, preferredAccountType: 'eoa' }, USER],
  'sign out': [undefined, undefined],
  'is connected': [{ token: 't' }, { isConnected: true, token: 'u' }],
  'get chain id': [undefined, { chainId: 10 }],
  'get smart account enabled networks': [undefined, { smartAccountEnabledNetworks: [] }],
  'init smart account': [undefined, { address: '0x1' }],
  'set preferred account': [{ type: 'eoa' }, { type: 'eoa' }],
  'rpc request': [{ method: 'personal_sign', params: ['0x00'] }, { result: SIGNATURE }],
  'update email': [{ email: 'a@b.co' }, { action: 'VERIFY_PRIMARY_OTP' }],
  'update email primary otp': [{ otp: '012345' }, undefined],
  'update email secondary otp': [{ otp: '012345' }, { newEmail: 'a@b.co' }],
  'sync theme': [{ themeMode: 'dark' }, undefined],
  'sync dapp data': [
    { metadata: { name: 'Shop' }, sdkVersion: '1', sdkType: 'latchkey', projectId: '' },
    undefined,
  ],
  reload: [undefined, undefined],
  'open security': [undefined, undefined],
  'identity token': [{ nonce: 'of the server' }, { token: 'a.b.c', expiresAt: 1_767_225_900_000 }],
}
const events = Object.keys(samples) as FrameEvent[]

let content: FrameWindow
let frame: SecureFrame | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  content = new FrameWindow()
})
afterEach(() => {
  frame?.dispose()
  frame = undefined
  vi.useRealTimers()
})
const onNotice = vi.fn()
function start(): SecureFrame {
  frame?.dispose()
  content = new FrameWindow()
  frame = createFrame({
    address: new URL(`${ORIGIN}/frame`),
    mount: (element) => content.fill(element),
    hasPlace: () => true,
    check: () => Promise.resolve(undefined),
    onReady: () => undefined,
    onNotice,
    onTimeout: () => undefined,
  })
  return frame
}
/** Brings the handshake to a state, in which the frame itself does nothing more. */
async function bringTo(state: 'waiting' | 'offered' | 'connected'): Promise<SecureFrame> {
  const made = start()
  content.isListening = state === 'connected'
  if (state === 'waiting') return made
  content.postReady()
  await arrive()
  await vi.advanceTimersByTimeAsync(500)
  return made
}
const sources = (): readonly unknown[] => [content.window, window, window.parent, {}, null]

it('The ready event acts from the origin and the window of the frame alone, and only once', async (context) => {
  let cells = 0
  let acted = 0
  for (const state of ['waiting', 'offered', 'connected'] as const)
    for (const origin of ORIGINS)
      for (const at of sources().keys()) {
        await bringTo(state)
        const source = sources()[at]
        const before = content.offers.length
        content.post(frameReady('0'.repeat(32)), origin, source)
        cells += 1
        const isRight = state === 'waiting' && origin === ORIGIN && at === 0
        if (content.offers.length > before) acted += 1
        expect(content.offers.length > before, `${state} ${origin} ${at}`).toBe(isRight)
      }
  report(context, 'ready event: origin x source x state', cells, '1 cell acts', `${acted} acts`)
  expect([cells, acted]).toEqual([3 * ORIGINS.length * 5, 1])
})

it.for(events)(
  "Of all replies to '%s' the one through the port, with its id, acts; no other cell does",
  async (event, context) => {
    let [cells, acted] = [0, 0]
    const [payload, success] = samples[event] as [never, never]
    for (const state of ['waiting', 'offered', 'connected'] as const) {
      const made = await bringTo(state)
      content.page.overrides.set(event, () => null)
      const settled = vi.fn()
      void made.request(event, payload).then(settled, settled)
      await arrive()
      const id = content.page.of(event)[0]?.id ?? 'guess'
      const other = events.find((name) => name !== event)!
      const messages = [
        createSuccess(event, id, success),
        createSuccess(event, 'unknown', success),
        createSuccess(other, id, samples[other][1] as never),
        createFailure(other, id, { message: 'No' }),
        createFailure(event, 'unknown', { message: 'No' }),
        createRequest(event, id, payload),
      ]
      // Nothing that comes to the window answers a request, whoever it seems to be from.
      for (const message of messages)
        for (const origin of ORIGINS)
          for (const source of sources()) {
            content.post(message, origin, source)
            cells += 1
          }
      // A port that was offered and not taken is not listened to.
      const port = content.page.port ?? content.offers[0]?.ports[0]
      for (const message of messages.slice(state === 'connected' ? 1 : 0)) {
        port?.postMessage(message)
        cells += 1
      }
      await arrive()
      expect(settled, state).not.toHaveBeenCalled()
      if (state !== 'connected') continue
      port?.postMessage(messages[0])
      await arrive()
      expect(settled).toHaveBeenCalledExactlyOnceWith(success)
      cells += 1
      acted += 1
    }
    const seen = `${acted} acts`
    report(
      context,
      `replies to '${event}': origin x source x id x state`,
      cells,
      '1 cell acts',
      seen,
    )
  },
)

/** Changes a message so that it cannot be one any more. */
function mutate(message: unknown, random: ReturnType<typeof createRandom>): unknown {
  const copy = structuredClone(message) as Record<string, unknown>
  const keys = Object.keys(copy)
  const key = random.pick(keys)
  const wrong = [null, 7, -1, '', 'x'.repeat(100_000), [], true, undefined, NaN, 1n, new Date(0)]
  const value = random.pick<unknown>(wrong)
  switch (random.below(7)) {
    case 0:
      delete copy[key]
      return copy
    case 1:
      return { ...copy, [`extra${random.below(9)}`]: value }
    case 2:
      return { ...copy, [key]: value }
    case 3:
      return { ...copy, type: `${String(copy['type'])} ` }
    case 4:
      return { ...copy, payload: { ...(copy['payload'] as object), extra: value } }
    case 5:
      return [copy]
    default:
      return { ...copy, type: String(copy['type']).toUpperCase() }
  }
}

it('Of thousands of mutated messages in each direction none is read, and none throws', (context) => {
  const nonce = '0'.repeat(32)
  const fromPage = events.map((event) => createRequest(event, 'a', samples[event][0] as never))
  const fromFrame = events.flatMap((event) => [
    createSuccess(event, 'a', samples[event][1] as never),
    createFailure(event, 'a', { message: 'No', code: 4001 }),
  ])
  const random = createRandom(15)
  const acted: unknown[] = []
  for (let count = 0; count < MUTATIONS; count += 1) {
    const request = mutate(fromPage[count % fromPage.length], random)
    const reply = mutate(fromFrame[count % fromFrame.length], random)
    if (parsePageMessage(request) || isFrameOffer(request)) acted.push(request)
    if (parseFrameMessage(reply) || isFrameReady(reply) || isFrameAccepted(reply)) acted.push(reply)
  }
  for (const hello of [frameReady(nonce), frameOffer(nonce, nonce), frameAccepted(nonce)])
    for (let count = 0; count < 1_000; count += 1) {
      const wrong = mutate(hello, random)
      if (isFrameReady(wrong) || isFrameOffer(wrong) || isFrameAccepted(wrong)) acted.push(wrong)
    }
  report(
    context,
    'mutated messages, each direction',
    2 * MUTATIONS,
    '0 act, 0 uncaught',
    `${acted.length} act`,
  )
  expect(acted).toEqual([])
})

it('A second offer to the frame is not taken, nor one with the nonce of another document', () => {
  const page = new FakeFrame()
  const take = (frameNonce: string): void => {
    const { port2 } = new MessageChannel()
    page.take(frameOffer('1'.repeat(32), frameNonce), [port2])
  }
  take('2'.repeat(32))
  expect(page.handshakes).toBe(0)
  take(page.nonce)
  take(page.nonce)
  expect(page.handshakes).toBe(1)
  page.port?.close()
})
