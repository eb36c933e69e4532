// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppLink } from '../links/appLink.js'
import { createAppOpener } from './appOpener.js'
import { memoryStore, type Store } from './store.js'

const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'
const opened: unknown[] = []
beforeEach(() => void (opened.length = 0))
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** An app opener over the parts of the session client that it uses. */
function make(
  sessionConfig?: { disableDeepLink: boolean },
  store: Store = memoryStore(),
  redirect: Parameters<typeof createAppOpener>[3] | 'its own' = async (redirection) =>
    void opened.push(redirection),
) {
  let tell: (record: object) => void = () => undefined
  const session = { get: (topic: string) => ({ topic, ...(sessionConfig && { sessionConfig }) }) }
  const opener = createAppOpener(
    {
      session,
      core: {
        history: { on: (_: string, listener: (record: object) => void) => void (tell = listener) },
      },
    } as never,
    store,
    (method, namespace) => method === 'wallet_getAssets' && namespace === 'eip155',
    redirect === 'its own' ? undefined : redirect,
  )
  return {
    opener,
    session,
    store,
    async send(method = 'wc_sessionRequest', asked = 'eth_sendTransaction', chainId = 'eip155:1') {
      tell({
        id: 7,
        topic: 'abc',
        request: { method, params: { chainId, request: { method: asked } } },
      })
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

it('The chosen app opens with each session request, and with nothing else', async () => {
  const { opener, send } = make()
  await send()
  await opener.use({ href: 'paper://', name: 'Paper' })
  await send()
  await send('wc_sessionPing')
  expect(opened).toEqual([
    { id: 7, topic: 'abc', wcDeepLink: JSON.stringify({ href: 'paper://', name: 'Paper' }) },
  ])
  await opener.use(undefined)
  await send()
  expect(opened).toHaveLength(1)
})

it('In Telegram the app is opened by Telegram', async () => {
  const WebApp = {
    openLink: (link: string) => void opened.push(['openLink', link]),
    openTelegramLink: (link: string) => void opened.push(['openTelegramLink', link]),
  }
  vi.stubGlobal('Telegram', { WebApp })
  vi.stubGlobal('open', (link: string) => void opened.push(['window', link]))
  const { opener, send } = make(undefined, memoryStore(), 'its own')
  for (const href of ['https://paper.example', 'https://t.me/paper/app', 'paper://']) {
    await opener.use({ href, name: 'Paper' })
    await send()
  }
  expect(opened).toEqual([
    ['openLink', 'https://paper.example/wc?requestId=7&sessionTopic=abc'],
    ['openTelegramLink', expect.stringMatching(/^https:\/\/t\.me\/paper\/app\?startapp=[\w-]+$/)],
    ['window', 'paper://wc?requestId=7&sessionTopic=abc'],
  ])
})

it('A request that the wallet answers without its visitor opens no app (audit A1)', async () => {
  const { opener, send } = make()
  await opener.use({ href: 'paper://', name: 'Paper' })
  await send('wc_sessionRequest', 'wallet_getAssets')
  expect(opened).toEqual([])
  await send('wc_sessionRequest', 'wallet_getAssets', 'solana:1')
  await send('wc_sessionRequest', 'personal_sign')
  expect(opened).toHaveLength(2)
})

it('The session client is kept from opening apps, because it would open any stored link (audit L3)', () => {
  expect(make().session.get('abc')).toMatchObject({
    topic: 'abc',
    sessionConfig: { disableDeepLink: true },
  })
})

it('A request opens no app where the wallet disabled that', async () => {
  const { opener, send } = make({ disableDeepLink: true })
  await opener.use({ href: 'paper://', name: 'Paper' })
  await send()
  expect(opened).toEqual([])
})

it.each([
  'javascript:alert(document.domain)//',
  'data:text/html,<script>alert(1)</script>',
  ' JavaScript:alert(1)',
  'intent://x#Intent;S.browser_fallback_url=https://evil.example;end',
  'http://wallet.example',
  'file:///etc/passwd',
  'no link',
  '',
])('The link %j is neither stored nor opened (audit L3)', async (href) => {
  const { opener, send, store } = make()
  await opener.use({ href: 'paper://', name: 'Paper' })
  await expect(opener.use({ href, name: 'Paper' })).rejects.toMatchObject({
    code: 'kernel.invalid_option',
  })
  await expect(store.getItem(KEY)).resolves.toContain('paper://')
  await store.setItem(KEY, JSON.stringify({ href, name: 'Paper' }))
  await send()
  expect(opened).toEqual([])
  await expect(store.getItem(KEY)).resolves.toBeUndefined()
})

it.each([
  ['not JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '7'],
  ['a link that is not a string', '{"href":{"toString":"https://a.test"}}'],
  ['an object', { href: 'javascript:alert(1)' }],
])('A stored value that is %s opens no app (audit L3)', async (_, value) => {
  const { send, store } = make()
  await store.setItem(KEY, value)
  await send()
  expect(opened).toEqual([])
})

it('The page’s localStorage is not read, because other scripts put their choice there (audit L3)', async () => {
  localStorage.setItem(KEY, JSON.stringify({ href: 'javascript:alert(1)', name: 'x' }))
  const { opener, send } = make()
  await send()
  expect(opened).toEqual([])
  await opener.use({ href: 'paper://', name: 'Paper' })
  await send()
  expect(opened).toMatchObject([{ wcDeepLink: expect.stringContaining('paper://') as string }])
})

it('The link that is stored is the very one that was checked (audit L3)', async () => {
  let turn = 0
  const { opener, store } = make()
  const shifty: AppLink = {
    get href() {
      return turn++ ? 'javascript:alert(1)' : 'paper://'
    },
    name: 'Paper',
  }
  await opener.use(shifty)
  await expect(store.getItem(KEY)).resolves.toBe(
    JSON.stringify({ href: 'paper://', name: 'Paper' }),
  )
})
