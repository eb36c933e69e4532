// The page of a secure frame for tests, on an origin of its own. The test that holds it tells it by
// `test:` messages what the visitor does in it, and how the service answers.
import { FakeFrame } from './fakeFrame.js'
import type { FrameEvent } from '../src/protocol/index.js'

/** As the page of the callback tells it. */
const RESULT = 'https://secure.test/v1/social/result?login=1&result=secret'
const frame = new FakeFrame()
frame.approval = 'wait'
const tell = (message: object): void => parent.postMessage(message, '*')

/** Tells what the browser says of this document: whether anything lies over it. */
function watch(): void {
  const init = { threshold: [1], trackVisibility: true, delay: 100 }
  new IntersectionObserver((entries) => {
    const { isVisible } = entries.at(-1) as IntersectionObserverEntry & { isVisible: boolean }
    tell({ isVisible })
  }, init).observe(document.querySelector('main')!)
}
/** The next request of an event fails with this reason. */
const fail = (event: FrameEvent, reason: string): void =>
  void frame.overrides.set(event, () => {
    frame.overrides.delete(event)
    return { failure: { message: 'In English', reason } }
  })
const commands: Readonly<Record<string, (...rest: string[]) => void>> = {
  approve: () => frame.decide(true),
  events: () => tell({ events: frame.seen }),
  cancelled: () => tell({ cancelled: frame.cancelled }),
  watch,
  fail: (event, reason) => fail(event as FrameEvent, reason!),
  newDevice: () =>
    void frame.overrides.set('connect email', () => ({ success: { action: 'VERIFY_DEVICE' } })),
  hold: (event) => void frame.overrides.set(event as FrameEvent, () => null),
  /** The page that stands for the provider's, on the origin of the site. */
  provider: (name) =>
    void frame.overrides.set('get social redirect uri', () => ({
      success: {
        uri: `http://localhost:${location.port}${location.pathname.replace('frame', `windows/${name!}`)}`,
      },
    })),
  /** The service tells the frame that a login came back. */
  result: () => frame.tell({ type: 'social result', uri: RESULT }),
  smart: (chainId) => void (frame.smartNetworks = [Number(chainId)]),
  /** The smart account gets code, and the frame says that the person is another than before. */
  deploy() {
    frame.isDeployed = true
    frame.tell({ type: 'user changed' })
  },
  named: (name) => void (frame.userName = name!),
  /** The frame asks the visitor before it answers a sign-in, and the visitor leaves the question. */
  ask: () => frame.tell({ type: 'show frame', purpose: 'security', height: 440 }),
  leave(event) {
    const failure = { message: 'User rejected the request.', code: 4001, reason: 'rejected' }
    frame.tell({ type: 'hide frame' })
    frame.reply(frame.of(event as FrameEvent).at(-1)!, { failure })
  },
  done: (event) => frame.reply(frame.of(event as FrameEvent).at(-1)!, { success: undefined }),
}
addEventListener('message', ({ data, source, ports }: MessageEvent<unknown>) => {
  if (source !== parent) return
  const [name, command, ...rest] = typeof data === 'string' ? data.split(':') : []
  if (name === 'test' && command) {
    commands[command]?.(...rest)
    tell({ did: data })
  } else frame.take(data, ports)
})
parent.postMessage(frame.ready, '*')
