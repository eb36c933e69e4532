// The secure frame of a running service, asked event by event as a page asks it.
import { expect, test, type Page } from '@playwright/test'
import { startMail } from '@latchkey-tools/localnet'
import { verifyMessage, type Hex } from 'viem'
import { startSecureFrame, type RunningFrame } from '../tools/localnet/secureFrame.mjs'
import { approveByMouse, ask, openFrame, signIn, startFrameHost } from './support/frameHost.js'

let mail: Awaited<ReturnType<typeof startMail>>
let host: Awaited<ReturnType<typeof startFrameHost>>
let stranger: Awaited<ReturnType<typeof startFrameHost>>
let service: RunningFrame

test.beforeAll(async () => {
  mail = await startMail()
  host = await startFrameHost()
  stranger = await startFrameHost()
  service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    recovery: 'automatic',
    env: { LIMIT_MAIL_PAUSE: '0', LIMIT_MAIL_CLIENT: '1000' },
  })
})
test.afterAll(async () => {
  await service?.close()
  host?.close()
  stranger?.close()
  await mail?.close()
})

/** The 22 events of the specification, with payloads of their form. `reload` comes last. */
const EVENTS: readonly (readonly [string, unknown?])[] = [
  ['switch network', { chainId: 137 }],
  ['connect email', { email: 'every@shop.example' }],
  ['connect otp', { otp: '000000' }],
  ['connect social', { uri: 'https://a.example/', preferredAccountType: 'eoa', chainId: 1 }],
  ['get social redirect uri', { provider: 'github' }],
  ['get farcaster uri'],
  ['connect farcaster'],
  ['get user', { chainId: 1, preferredAccountType: 'eoa' }],
  ['is connected', { token: '' }],
  ['get chain id'],
  ['get smart account enabled networks'],
  ['init smart account'],
  ['set preferred account', { type: 'eoa' }],
  ['rpc request', { method: 'eth_chainId', params: [] }],
  ['update email', { email: 'other@shop.example' }],
  ['update email primary otp', { otp: '000000' }],
  ['update email secondary otp', { otp: '000000' }],
  ['sync theme', { themeMode: 'light' }],
  [
    'sync dapp data',
    {
      metadata: { name: 'Demo', description: '', url: 'https://shop.example', icons: [] },
      sdkVersion: 'html-latchkey-0.1.0',
      sdkType: 'latchkey',
      projectId: 'local',
    },
  ],
  ['sign out'],
  // A sign-in begins anew, so that there is a device to wait for: nobody approves it.
  ['connect device'],
  ['reload'],
]

test('Each of the events is answered by its id, with a success or an error [FRAME-10]', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  const seen: string[] = []
  for (const [type, payload] of EVENTS) {
    if (type === 'connect device') {
      await ask(page, 'connect email', { email: 'denied@shop.example' })
      const { text } = await mail.next('denied@shop.example')
      const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
      await fetch(`${link}/deny`, { method: 'POST' })
    }
    // `ask` settles by the id of its request alone.
    const reply = await ask(page, type, payload)
    expect([`${type} success`, `${type} error`]).toContain(reply.type)
    seen.push(type)
  }
  expect(new Set(seen).size).toBe(22)
})

test('A right code opens a session, a wrong one is an error with a message [FRAME-11] [FRAME-27] [FRAME-17]', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  const isConnected = async () => (await ask(page, 'is connected', { token: '' })).payload
  expect(await isConnected()).toEqual({ isConnected: false })
  await ask(page, 'connect email', { email: 'otp@shop.example' })
  const { text } = await mail.next('otp@shop.example')
  const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
  const shown = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
  const code = /<output[^>]*>(\d{6})</.exec(shown)![1]!
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const wrong = await ask(page, 'connect otp', { otp: other })
  expect(wrong.type).toBe('connect otp error')
  expect(wrong.payload!['message']).toMatch(/\w/)
  expect(await isConnected()).toEqual({ isConnected: false })
  expect((await ask(page, 'connect otp', { otp: code })).type).toBe('connect otp success')
  expect(await isConnected()).toMatchObject({ isConnected: true })
})

test('A mail is asked for, and the next step is another for a device that is known [FRAME-12] [FRAME-23]', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  await signIn(page, mail, 'known@shop.example')
  await ask(page, 'sign out')
  const known = await ask(page, 'connect email', { email: 'known@shop.example' })
  expect(known).toMatchObject({ type: 'connect email success', payload: { action: 'VERIFY_OTP' } })
  const fresh = await ask(page, 'connect email', { email: 'fresh@shop.example' })
  expect(fresh.payload).toEqual({ action: 'VERIFY_DEVICE' })
  for (const email of ['ada..b@shop.example', 'x@', 'a@b.example\nBcc: c@d.example'])
    expect(await ask(page, 'connect email', { email })).toMatchObject({
      type: 'connect email error',
      payload: { message: 'This is not an email address.' },
    })
})

test('Networks are switched, and one that is not supported is refused [FRAME-13] [FRAME-21] [FRAME-66]', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  const current = async () => (await ask(page, 'get chain id')).payload
  for (const chainId of [137, 10]) {
    const switched = await ask(page, 'switch network', { chainId })
    expect(switched).toMatchObject({ type: 'switch network success', payload: { chainId } })
    expect(await current()).toEqual({ chainId })
  }
  for (const chainId of [999_999, 'eip155:999999'])
    expect((await ask(page, 'switch network', { chainId })).type).toBe('switch network error')
  expect(await current()).toEqual({ chainId: 10 })
})

test('A fresh frame is on the network of its address [FRAME-43]', async ({ page }) => {
  await openFrame(page, host.url, service.url)
  expect((await ask(page, 'get chain id')).payload).toEqual({ chainId: 1 })
})

test('The user of a session is answered, until it is signed out [FRAME-39] [FRAME-41]', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  const { user, handle } = await signIn(page, mail, 'user@shop.example')
  const fields = {
    email: 'user@shop.example',
    address: expect.stringMatching(/^0x[\da-fA-F]{40}$/) as unknown,
    chainId: 1,
    accounts: [{ address: user.address, type: 'eoa' }],
  }
  expect(user).toMatchObject(fields)
  const asked = await ask(page, 'get user', { chainId: 1, preferredAccountType: 'eoa' })
  expect(asked).toMatchObject({ type: 'get user success', payload: { user: fields } })

  await openFrame(page, host.url, service.url)
  const isConnected = async (token: string) =>
    (await ask(page, 'is connected', { token })).payload!['isConnected']
  expect(await isConnected('A'.repeat(43))).toBe(false)
  expect(await isConnected(handle)).toBe(true)
  expect((await ask(page, 'sign out')).type).toBe('sign out success')
  expect(await isConnected(handle)).toBe(false)
})

/** Answers the frame's waits at once as the service does after 25 s without an approval. */
async function passSilences(page: Page, count: number): Promise<() => number> {
  let answered = 0
  await page.route('**/v1/device/wait', async (route) => {
    if (answered >= count) return route.continue()
    answered += 1
    return route.fulfill({ json: { state: 'sent' } })
  })
  return () => answered
}

test('A wait for a device ends when it is approved, and not by silence [FRAME-25]', async ({
  page,
}) => {
  await openFrame(page, host.url, service.url)
  await ask(page, 'connect email', { email: 'wait@shop.example' })
  const { text } = await mail.next('wait@shop.example')
  // Six times 25 s are more than the 120 s after which a page gives up.
  const silences = await passSilences(page, 6)
  let replied = ''
  const reply = ask(page, 'connect device').then(({ type }) => (replied = type))
  await expect.poll(silences).toBe(6)
  expect((await ask(page, 'get chain id')).type).toBe('get chain id success')
  expect(replied).toBe('')
  const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
  await fetch(`${link}/approve`, { method: 'POST' })
  expect(await reply).toBe('connect device success')
})

test('An approved message is signed under the name of the page, and eth_foo is refused [FRAME-51] [FRAME-61]', async ({
  page,
}) => {
  const frame = await openFrame(page, host.url, service.url)
  const { user } = await signIn(page, mail, 'sign@shop.example')
  const [, synced] = EVENTS.find(([type]) => type === 'sync dapp data')!
  expect((await ask(page, 'sync dapp data', synced)).type).toBe('sync dapp data success')
  const params = ['Hello', user.address]
  const answered = ask(page, 'rpc request', { method: 'personal_sign', params })
  await expect(frame.getByText('Demo')).toBeVisible()
  await approveByMouse(frame)
  const signature = (await answered).payload!['result'] as Hex
  expect(await verifyMessage({ address: user.address, message: 'Hello', signature })).toBe(true)
  const refused = await ask(page, 'rpc request', { method: 'eth_foo', params: [] })
  expect(refused.type).toBe('rpc request error')
})

test('The theme of the page around is applied [FRAME-59]', async ({ page }) => {
  const frame = await openFrame(page, host.url, service.url)
  const background = () =>
    frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const brightness = async () =>
    (await background())
      .match(/[\d.]+/g)!
      .slice(0, 3)
      .reduce((sum, part) => sum + Number(part), 0)
  await ask(page, 'sync theme', { themeMode: 'dark' })
  const dark = await brightness()
  const reply = await ask(page, 'sync theme', { themeMode: 'light' })
  expect(reply.type).toBe('sync theme success')
  expect(await brightness()).toBeGreaterThan(dark)
  expect(await brightness()).toBeGreaterThan(600)
})

/** Puts a frame into a page and counts what it posts. */
async function embed(page: Page, parent: string, query: string): Promise<void> {
  await page.goto(parent)
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    window.addEventListener('message', ({ data, source }) => {
      if (source === frame.contentWindow) window.notices.push(data as { type: string })
    })
    frame.src = src
    document.body.append(frame)
  }, `${service.url}/frame?${query}`)
}
const ready = (page: Page) =>
  page.evaluate(() => window.notices.filter(({ type }) => /ready/.test(type)).length)

const QUERY = 'projectId=local&chainId=1&version=4&enableLogger=false&lang=en'

test('The page posts that it is ready after it has loaded, and again after a reload [FRAME-07] [FRAME-63]', async ({
  page,
}) => {
  await embed(page, host.url, QUERY)
  await expect.poll(() => ready(page)).toBe(1)
  const loads: string[] = []
  await openFrame(page, host.url, service.url)
  page.on('framenavigated', (frame) => void loads.push(frame.url()))
  await page.evaluate(() =>
    window.addEventListener('message', ({ data }) => window.notices.push(data as { type: string })),
  )
  expect((await ask(page, 'reload')).type).toBe('reload success')
  await expect.poll(() => ready(page)).toBe(1)
  expect(loads).toEqual([`${service.url}/frame?${QUERY}`])
})

test('A page of an origin that is not on the list gets no reply, and one that is gets them [FRAME-81]', async ({
  page,
}) => {
  const blocked = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  await embed(page, stranger.url, QUERY)
  await blocked
  await page.evaluate((origin) => {
    const [frame] = document.getElementsByTagName('iframe')
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => void window.notices.push(data as { type: string })
    const offer = { type: 'latchkey frame connect', version: 4, nonce: 'ab'.repeat(16) }
    for (const target of ['*', origin])
      frame!.contentWindow!.postMessage({ ...offer, frameNonce: 'cd'.repeat(16) }, target)
    frame!.contentWindow!.postMessage(offer, '*', [port2])
  }, service.url)
  await openFrame(await page.context().newPage(), host.url, service.url)
  expect(await page.evaluate(() => window.notices)).toEqual([])
  await openFrame(page, host.url, service.url)
  expect((await ask(page, 'get chain id')).type).toBe('get chain id success')
})

test('The page around reads nothing of the frame, and no reply has a key [FRAME-82]', async ({
  page,
}) => {
  const frame = await openFrame(page, host.url, service.url)
  await page.evaluate(() => {
    window.addEventListener('message', ({ data }) => window.notices.push(data as { type: string }))
  })
  const { user, handle } = await signIn(page, mail, 'safe@shop.example')
  const read = await page.evaluate(() => {
    const other = document.getElementsByTagName('iframe')[0]!.contentWindow as Window &
      typeof globalThis
    const attempts: (() => unknown)[] = [
      () => other.localStorage,
      () => other.indexedDB,
      () => other.sessionStorage,
      () => other.document,
      () => other.document.cookie,
      () => (document.getElementsByTagName('iframe')[0] as HTMLIFrameElement).contentDocument!.body,
    ]
    return attempts.map((attempt) => {
      try {
        return typeof attempt()
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(read.slice(0, 5)).toEqual(read.slice(0, 5).map(() => 'SecurityError'))
  expect(read[5]).toBe('TypeError')
  const replies = []
  for (const [type, payload] of EVENTS.slice(5, -4)) replies.push(await ask(page, type, payload))
  const said = JSON.stringify([user, replies, await page.evaluate(() => window.notices)])
  // 32 bytes in hexadecimal or base64url are the only forms that a key or a share could take here.
  expect(said.replaceAll(handle, '')).not.toMatch(/[\da-f]{64}|[\w-]{43}/i)
  await expect(frame.locator('html')).toHaveCount(1)
})
