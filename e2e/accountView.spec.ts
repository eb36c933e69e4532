// The joined account view on a site with every plugin, of a person who signs in with a social account.
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import type { EmbeddedApi } from '@latchkey/embedded-wallet'
import type { Kernel } from '@latchkey/kernel'
import type { AccountView } from '@latchkey/kernel/account-view'
import type { Observable } from '@latchkey/plugin-api'
import { build, type Rollup } from 'vite'
import { servePages, type Pages } from './support/pages.js'

declare global {
  var kernel: Kernel
  var view: Observable<AccountView>
  /** The values that fields of a sign-in had, and whether each was a window. */
  var had: { window: boolean; farcasterUrl: unknown; providers: unknown[] }
}

const FIELDS = [
  'caipAddress',
  'address',
  'status',
  'balance',
  'balanceSymbol',
  'profileName',
  'profileImage',
  'addressExplorerUrl',
  'user',
  'smartAccountDeployed',
  'allAccounts',
  'preferredAccountTypes',
  'socialProvider',
  'socialWindow',
  'farcasterUrl',
  'connectedWalletInfo',
  'tokenBalance',
  'addressLabels',
  'currentTab',
]
// Answers of the page that stands in for the frame (plugins/embedded-wallet/test/fakeFrame.ts).
const EVM_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SMART_ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const FARCASTER_URI = 'https://farcaster.test/~/siwf?channelToken=C0FFEE'
const PICTURE = 'https://api.custom.test/v1/pictures/ada.png'
const TWO_ETHER = '0x1bc16d674ec80000'

let pages: Pages
let frameScript: string
test.beforeAll(async () => {
  pages = await servePages(['everything'])
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(
          new URL('../plugins/embedded-wallet/test/framePage.ts', import.meta.url),
        ),
      },
    },
  })) as Rollup.RollupOutput
  frameScript = output.output[0].code
})
test.afterAll(() => pages?.close())

interface Call {
  id: number
  method: string
}
const answerOf = ({ id, method }: Call) => ({
  jsonrpc: '2.0',
  id,
  result: method === 'eth_getBalance' ? TWO_ETHER : method === 'eth_chainId' ? '0x1' : '0x',
})

/** The site's servers: a node, a blockchain API, and the service of the secure frame. */
async function serve(page: Page): Promise<void> {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const token = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: 'eip155:1',
    value: 6000,
    price: 3000,
    quantity: { decimals: '18', numeric: '2' },
    iconUrl: '',
  }
  const apiAnswers: readonly (readonly [part: string, answer: object])[] = [
    ['/v1/supported-chains', { http: ['eip155:1'], ws: [] }],
    ['/v1/identity/', { name: 'ada.shop.eth', avatar: new URL(PICTURE).pathname }],
    ['/balance', { balances: [token], missing: [], currency: 'usd' }],
  ]
  await page.context().route(/^https:/, (route) => {
    const url = new URL(route.request().url())
    if (url.host === 'evm.nodes.custom.test' && route.request().method() === 'POST') {
      const asked = route.request().postDataJSON() as Call | Call[]
      const json = Array.isArray(asked) ? asked.map(answerOf) : answerOf(asked)
      return route.fulfill({ headers: cors, json })
    }
    const known = apiAnswers.find(([part]) => url.pathname.includes(part))
    if (url.host === 'api.custom.test' && known)
      return route.fulfill({ headers: cors, json: known[1] })
    if (route.request().resourceType() !== 'document')
      return route.fulfill({ status: 503, headers: cors })
    const script = url.host === 'frame.custom.test' ? frameScript : ''
    const body = `<!doctype html><title>Page</title><main></main><script type="module">${script}</script>`
    return route.fulfill({ contentType: 'text/html', body })
  })
  // Nobody has signed in to the site, and it does not ask.
  await page.context().route('https://siwx.custom.test/sessions*', (route) =>
    route.fulfill({
      headers: {
        ...cors,
        'access-control-allow-origin': new URL(pages.url).origin,
        'access-control-allow-credentials': 'true',
      },
      json: { sessions: [] },
    }),
  )
  await page.routeWebSocket(/^wss?:/, () => undefined)
}

/** Tells the page of the frame what happens in it. */
async function tell(page: Page, ...commands: readonly string[]): Promise<void> {
  const find = () => page.frames().find((frame) => frame.url().startsWith('https://frame.custom'))
  await expect.poll(() => find()?.evaluate(() => document.readyState)).toBe('complete')
  for (const command of commands)
    await find()!.evaluate((words) => {
      dispatchEvent(new MessageEvent('message', { data: `test:${words}`, source: parent }))
    }, command)
}

const field = (page: Page, name: keyof AccountView) =>
  page.evaluate((key) => globalThis.view.get()[key], name)
const hasWindow = (page: Page) => page.evaluate(() => !!globalThis.view.get().socialWindow)
const embedded = (page: Page, act: 'prepare' | 'cancel' | 'google' | 'farcaster') =>
  page.evaluate((what) => {
    const api = (globalThis.kernel.plugins as unknown as { embedded: EmbeddedApi }).embedded
    if (what === 'prepare' || what === 'cancel') return api[what]()
    void api.signInWith(what).catch(() => undefined)
  }, act)

test('[ENT-03] With every plugin the account view of a namespace answers all 19 fields', async ({
  page,
}) => {
  await serve(page)
  await page.goto(`${pages.url}everything.html`)
  await page.evaluate(async () => {
    await globalThis.kernel.ready
    globalThis.had = { window: false, farcasterUrl: undefined, providers: [] }
    globalThis.view.subscribe(({ socialWindow, farcasterUrl, socialProvider }) => {
      const { had } = globalThis
      if (socialWindow) had.window = socialWindow !== window && 'postMessage' in socialWindow
      had.farcasterUrl ??= farcasterUrl
      if (socialProvider && had.providers.at(-1) !== socialProvider)
        had.providers.push(socialProvider)
    })
    globalThis.kernel.open()
  })
  expect(await field(page, 'status')).toBe('disconnected')
  await embedded(page, 'prepare')
  await tell(page, 'smart:1', 'named:ada')

  await test.step('A sign-in at a provider has a window, until it is given up', async () => {
    await embedded(page, 'google')
    await expect.poll(() => page.evaluate(() => globalThis.had.window)).toBe(true)
    await embedded(page, 'cancel')
    await expect.poll(() => hasWindow(page)).toBe(false)
  })
  await embedded(page, 'farcaster')
  await expect.poll(() => field(page, 'status')).toBe('connected')
  expect(await page.evaluate(() => globalThis.had)).toEqual({
    window: true,
    farcasterUrl: FARCASTER_URI,
    providers: ['google', 'farcaster'],
  })

  await page.evaluate(() => globalThis.kernel.open('Account'))
  await expect.poll(() => field(page, 'tokenBalance')).toMatchObject([{ symbol: 'ETH' }])
  await expect.poll(() => field(page, 'profileName')).toBe('ada.shop.eth')
  await expect.poll(() => field(page, 'balance')).toBe('2')
  await expect.poll(() => field(page, 'currentTab')).toBe('assets.tokens')
  const view = await page.evaluate(() => globalThis.view.get())
  const keys = await page.evaluate(() => Object.keys(globalThis.view.get()))
  expect(keys.sort()).toEqual([...FIELDS].sort())
  expect(view).toMatchObject({
    caipAddress: `eip155:1:${SMART_ADDRESS}`,
    address: SMART_ADDRESS,
    status: 'connected',
    balance: '2',
    balanceSymbol: 'ETH',
    profileName: 'ada.shop.eth',
    profileImage: PICTURE,
    addressExplorerUrl: `https://etherscan.io/address/${SMART_ADDRESS}`,
    user: { username: 'ada' },
    smartAccountDeployed: false,
    allAccounts: [{ address: EVM_ADDRESS }, { address: SMART_ADDRESS }],
    preferredAccountTypes: { eip155: 'smartAccount' },
    socialProvider: 'farcaster',
    connectedWalletInfo: { connectorId: 'ID_AUTH', name: 'Farcaster' },
    tokenBalance: [{ name: 'Ether', quantity: { numeric: '2' }, price: 3000, value: 6000 }],
    addressLabels: { [EVM_ADDRESS]: 'ada', [SMART_ADDRESS]: 'ada' },
    currentTab: 'assets.tokens',
  })
  // Both are of a sign-in, which is over.
  expect([view.socialWindow, view.farcasterUrl]).toEqual([undefined, undefined])

  await tell(page, 'deploy')
  await expect.poll(() => field(page, 'smartAccountDeployed')).toBe(true)
})
