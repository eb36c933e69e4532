// A site with every plugin reaches the servers that it names, and no other.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import type { EvmApi } from '@latchkey/evm'
import { NEVER_SENT, trackedEvents } from '@latchkey/feature-analytics'
import type { SiwxApi } from '@latchkey/feature-siwx'
import type { Kernel } from '@latchkey/kernel'
import { servePages, type Pages } from './support/pages.js'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let pages: Pages
test.beforeAll(async () => void (pages = await servePages(['everything'])))
test.afterAll(() => pages?.close())

/** Announces a wallet that agrees to everything (EIP-6963). */
const installWallet = (page: Page) =>
  page.addInitScript((address) => {
    const request = ({ method }: { method: string }): Promise<unknown> => {
      const isAsked = method === 'eth_requestAccounts' || method.startsWith('personal_')
      if (globalThis.declines && isAsked)
        return Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
      return Promise.resolve(
        method === 'eth_chainId'
          ? '0x1'
          : method.endsWith('ccounts')
            ? [address]
            : method === 'personal_sign'
              ? `0x${'5a'.repeat(65)}`
              : null,
      )
    }
    const provider = { request, on: () => undefined, removeListener: () => undefined }
    const info = {
      uuid: '00000000-0000-4000-8000-000000000001',
      name: 'Tester',
      icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E",
      rdns: 'test.tester',
    }
    const detail = Object.freeze({ info, provider })
    const announce = (): boolean =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, ADDRESS)

/** Hosts of everything that the page asks: fetches, frames, pictures and sockets. */
async function watch(
  page: Page,
): Promise<{ fetched: Set<string>; framed: Set<string>; sockets: Set<string> }> {
  const seen = { fetched: new Set<string>(), framed: new Set<string>(), sockets: new Set<string>() }
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (!protocol.startsWith('http') || request.url().startsWith(pages.url)) return
    ;(request.resourceType() === 'document' ? seen.framed : seen.fetched).add(host)
  })
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  await page.route(/^https:/, (route) => {
    const isFrame = route.request().resourceType() === 'document'
    const html = { contentType: 'text/html', body: '<!doctype html><title>Frame</title>' }
    return route.fulfill(isFrame ? html : { status: 503, headers: cors })
  })
  // Nobody has signed in: the site is asked first.
  await page.route('https://siwx.custom.test/sessions*', (route) =>
    route.fulfill({
      headers: {
        ...cors,
        'access-control-allow-origin': new URL(pages.url).origin,
        'access-control-allow-credentials': 'true',
      },
      json: { sessions: [] },
    }),
  )
  // The server of no socket answers.
  await page.routeWebSocket(/^wss?:/, (socket) => void seen.sockets.add(new URL(socket.url()).host))
  return seen
}

const modal = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => modal(page).getByRole('button', { name })
declare global {
  var kernel: Kernel
  /** Whether the wallet refuses what it is asked. */
  var declines: boolean | undefined
  var steps: string[]
}
const goTo = (page: Page, view: string) =>
  page.evaluate((id) => globalThis.kernel.open(id as 'Account'), view)
const connectTester = async (): Promise<void> => {
  const { ports, ready } = globalThis.kernel
  await ready
  await ports.late.load()
  const find = () => ports.connectors.get().find(({ value }) => value.name === 'Tester')
  while (!find()) await new Promise(requestAnimationFrame)
  await globalThis.kernel.connect(find()!.value.id)
}
/** Names of the plugins of this repository. */
const plugins = readdirSync(new URL('../plugins', import.meta.url)).filter(
  (name) => !name.startsWith('_'),
)

test('The page of these tests has every plugin', () => {
  const source = readFileSync(new URL('pages/everything.tsx', import.meta.url), 'utf8')
  expect(plugins.filter((name) => !source.includes(`from '@latchkey/${name}'`))).toEqual([])
})

/** Asks the server of sign-ins, which refuses. */
const signIn = async (): Promise<void> => {
  const { siwx } = globalThis.kernel.plugins as unknown as { siwx: SiwxApi }
  await siwx.requestSignMessage().catch(() => undefined)
}

test('With every plugin and servers of the site’s own, each request, frame and socket goes to these [FEAT-02]', async ({
  page,
}) => {
  const { fetched, framed, sockets } = await watch(page)
  await installWallet(page)
  await page.goto(`${pages.url}everything.html`)
  await page
    .locator('#root')
    .getByRole('button', { name: /connect wallet/i })
    .click()
  await expect(button(page, /Tester/)).toBeVisible()
  await button(page, /^WalletConnect/).click()
  await expect.poll(() => [...sockets]).toContain('relay.custom.test')
  await goTo(page, 'AllWallets')
  await expect.poll(() => [...fetched]).toContain('wallets.custom.test')
  await goTo(page, 'Connect')
  await modal(page).getByRole('textbox', { name: 'Email address' }).fill('ada@shop.example')
  await button(page, 'Continue with email').click()
  await expect.poll(() => [...framed]).toContain('frame.custom.test')

  // A sign-in that waits keeps its view: the account is opened on a new page.
  await page.reload()
  await page.evaluate(connectTester)
  await goTo(page, 'Account')
  for (const host of ['api', 'steps', 'config', 'evm.nodes'])
    await expect.poll(() => [...fetched]).toContain(`${host}.custom.test`)
  for (const view of ['Networks', 'Receive', 'smartSessions.list']) {
    await goTo(page, view)
    await expect(modal(page).locator(`[data-view="${view}"]`)).toBeVisible()
  }
  await page.evaluate(signIn)
  expect([...fetched]).toContain('siwx.custom.test')

  const strange = [...fetched, ...framed, ...sockets].filter(
    (host) => !host.endsWith('.custom.test'),
  )
  expect(strange).toEqual([])
})

/** Events of a visit that pays, swaps, buys or takes a name: tests with a chain and its market meet those. */
const OF_MARKETS = /^(?:SIGN_IN_SUCCESS|SIGN_OUT|(?:SEND|SWAP|BUY)_\w+|NAME_REGISTERED)$/

test('A visit with a wallet of the browser meets each event of the modal, of connections and of failures', async ({
  page,
}) => {
  await watch(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).host === 'steps.custom.test')
      sent.push(request.postData() ?? '')
  })
  await installWallet(page)
  await page.goto(`${pages.url}everything.html?broken`)
  const heard = () => page.evaluate(() => globalThis.steps)
  const open = (view: string) => () => goTo(page, view)
  const decline = (declines: boolean) =>
    page.evaluate((isSo) => void (globalThis.declines = isSo), declines)
  const walk: readonly (readonly [
    what: string,
    act: () => Promise<unknown>,
    ...events: string[],
  ])[] = [
    ['opens the modal', open('Connect'), 'MODAL_OPEN', 'PLUGIN_ERROR'],
    ['looks at all wallets', open('AllWallets'), 'VIEW_SHOWN'],
    ['closes it', () => page.keyboard.press('Escape'), 'MODAL_CLOSE'],
    [
      'changes the network',
      () => page.evaluate(() => globalThis.kernel.switchNetwork('eip155:10')),
      'NETWORK_CHANGED',
    ],
    [
      'declines to connect',
      async () => {
        await decline(true)
        await page.evaluate(connectTester).catch(() => undefined)
      },
      'CONNECT_STARTED',
      'CONNECT_ERROR',
    ],
    [
      'connects',
      async () => {
        await decline(false)
        await page.evaluate(connectTester)
      },
      'CONNECT_SUCCESS',
      'ACCOUNT_CHANGED',
    ],
    [
      'declines to sign in',
      async () => {
        await decline(true)
        await page.evaluate(signIn)
      },
      'SIGN_IN_ERROR',
    ],
    [
      'declines to sign',
      () =>
        page.evaluate(async (address) => {
          const { evm } = globalThis.kernel.plugins as unknown as { evm: EvmApi }
          const request = { method: 'personal_sign', params: ['0x68', address] } as const
          await evm.provider.request(request as never).catch(() => undefined)
        }, ADDRESS),
      'REQUEST_SETTLED',
    ],
    [
      'looks at the activity, whose server is away',
      async () => {
        await goTo(page, 'Account')
        await modal(page).getByRole('tab', { name: 'Activity' }).click()
      },
      'ACTIVITY_ERROR',
      'ERROR',
    ],
    ['disconnects', () => page.evaluate(() => globalThis.kernel.disconnect()), 'DISCONNECT'],
  ]
  for (const [what, act, ...events] of walk)
    await test.step(`The visitor ${what}`, async () => {
      await act()
      for (const event of events) await expect.poll(heard, event).toContain(event)
    })
  const all = new Set(await heard())
  const known = trackedEvents.map(([, event]) => event).filter((event) => event !== NEVER_SENT)
  expect(known.filter((event) => !all.has(event) && !OF_MARKETS.test(event))).toEqual([])
  expect(all).toContain('MODAL_CREATED')
  await expect.poll(() => sent.join()).toContain('"DISCONNECT"')
  expect(sent.join()).not.toContain('MODAL_CREATED')
})
