// @vitest-environment happy-dom
// Attacks on the window of a social login: nobody gets in by it, and the next click signs in.
import { afterEach, expect, it, vi, type TestContext } from 'vitest'
import { providerPage } from './fakeFrame.js'
import { arrive } from './frameWindow.js'
import { type FakePopup, postResult, RESULT, stubOpen } from './popup.js'
import { apiOf, openSite, SECURE } from './site.js'

const FORGED = `${SECURE}/v1/social/result?login=9&result=forged`

async function openReady() {
  const site = await openSite()
  const opened = stubOpen()
  apiOf(site.kernel).prepare()
  await vi.waitFor(() => expect(site.content.page.of('sync dapp data')).toHaveLength(1))
  const api = apiOf(site.kernel)
  const begin = async (): Promise<{ popup: FakePopup; login: Promise<string> }> => {
    const before = opened.popups.length
    const login = api.signInWith('google').then(
      () => 'in',
      ({ code }: { code: string }) => code,
    )
    while (opened.popups[before]?.location.href !== providerPage('google')) await arrive()
    return { popup: opened.popups[before], login }
  }
  return { ...site, opened, api, begin }
}
type Ready = Awaited<ReturnType<typeof openReady>>
type Begun = Awaited<ReturnType<Ready['begin']>>

/** An attack on a login. One that `waits` goes on afterwards, with Cancel in its view. */
type Try = (ready: Ready, begun: Begun) => Promise<unknown> | void
const minute = (): Promise<unknown> => vi.advanceTimersByTimeAsync(60_000)
const from =
  (origin: string): Try =>
  (ready, { popup }) =>
    postResult(ready.content, popup, { origin, uri: FORGED })
const withData =
  (data: unknown): Try =>
  (ready, { popup }) =>
    ready.content.post(data, SECURE, popup)

const tries: Readonly<Record<string, readonly [Try, 'waits' | 'closed'][]>> = {
  closed: [
    [(_, { popup }) => (popup.close(), minute()), 'closed'],
    [(_, { popup }) => (popup.close(), vi.advanceTimersByTimeAsync(14_000)), 'waits'],
    [
      (ready, { popup }) => (
        popup.close(),
        from('https://evil.test')(ready, { popup } as Begun),
        minute()
      ),
      'closed',
    ],
    [async (_, { popup }) => (popup.close(), await minute(), minute()), 'closed'],
    [
      (ready, { popup }) => (popup.close(), ready.content.post({ type: 'closed' }, SECURE, popup)),
      'waits',
    ],
  ],
  severed: [0, 1, 2, 3, 4].map((minutes) => [
    async (_, { popup }) => {
      // The visitor is in the window, which this page takes for closed.
      vi.spyOn(document, 'hasFocus').mockReturnValue(false)
      popup.closed = true
      for (let passed = 0; passed < minutes; passed += 1) await minute()
    },
    'waits',
  ]),
  "on a stranger's page": [
    [from('https://evil.test'), 'waits'],
    [from('https://provider.test'), 'waits'],
    [from('http://secure.test'), 'waits'],
    [from('https://secure.test.evil.test'), 'waits'],
    [from('null'), 'waits'],
  ],
  'opened twice': [1, 2, 3, 4, 5].map((more) => [
    async (ready, { popup, login }) => {
      for (let begun = 0; begun < more; begun += 1) await ready.begin()
      expect(await login).toBe('embedded.aborted')
      postResult(ready.content, popup, { uri: FORGED })
    },
    'waits',
  ]),
  'message from a stranger': [
    [(ready) => postResult(ready.content, {} as FakePopup, { uri: FORGED }), 'waits'],
    [
      (ready) => ready.content.post({ type: 'latchkey social result', uri: FORGED }, SECURE),
      'waits',
    ],
    [withData({ type: 'latchkey social result', uri: 'javascript:alert(1)' }), 'waits'],
    [withData({ type: 'latchkey social result', uri: FORGED, more: 1 }), 'waits'],
    [withData(JSON.stringify({ type: 'latchkey social result', uri: FORGED })), 'waits'],
  ],
}

afterEach(() => void vi.restoreAllMocks())

const report = ({ task }: TestContext, attack: string, count: number): void =>
  void (task.meta.attack = {
    attack: `popup of a social login: ${attack}`,
    tries: count,
    wanted: '0 in, never stuck',
    seen: '0 in, never stuck',
  })

/** Signs in as a visitor does, and out again. */
async function signInAndOut(ready: Ready): Promise<void> {
  const { popup, login } = await ready.begin()
  const before = ready.content.page.of('connect social').length
  postResult(ready.content, popup)
  // The frame may tell the same result, and the page of the callback may post it again.
  ready.content.page.tell({ type: 'social result', uri: RESULT })
  postResult(ready.content, popup)
  while (ready.content.page.of('connect social').length === before) await arrive()
  expect(await login).toBe('in')
  await arrive()
  expect(ready.content.page.of('connect social')).toHaveLength(before + 1)
  await ready.kernel.disconnect()
}

it.for(Object.entries(tries))(
  'A window that is %s lets nobody in',
  async ([attack, all], context) => {
    const ready = await openReady()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      for (const [run, ends] of all) {
        vi.spyOn(document, 'hasFocus').mockReturnValue(true)
        const begun = await ready.begin()
        await run(ready, begun)
        await arrive()
        expect(
          ready.content.page.of('connect social').map(({ payload }) => payload.uri),
        ).not.toContain(FORGED)
        expect(ready.api.state.get().social.status).toBe(ends === 'closed' ? 'error' : 'started')
        if (ends === 'closed') expect(await begun.login).toBe('embedded.popup_closed')
        else ready.api.cancel()
        expect(ready.kernel.ports.connections.get().connections).toEqual([])
        await signInAndOut(ready)
      }
      report(context, attack, all.length)
    } finally {
      vi.useRealTimers()
    }
  },
)

it('A result that is taken twice signs in once', async (context) => {
  const ready = await openReady()
  for (let count = 0; count < 5; count += 1) await signInAndOut(ready)
  report(context, 'result taken twice', 5)
})
