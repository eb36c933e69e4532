// A wallet on another device through a real relay, with the packages as hosts install them.
import { startRelay, type Relay } from '@latchkey/relay'
import type { Page } from '@playwright/test'
import { expect, test } from './support/hosts.js'
import { openRelayWallet, type RelayWallet } from './support/relayWallet.js'

interface Shop {
  plugins: { walletconnect: { pairing: { get(): { uri?: string } } } }
  ports: {
    connections: {
      request(request: object): Promise<unknown>
      get(): {
        namespaces: Record<string, { status: string }>
        connections: readonly { scopes: Record<string, { network?: string }> }[]
      }
    }
  }
}
declare const kernel: Shop

let relay: Relay
let wallet: RelayWallet
test.beforeAll(async () => {
  relay = await startRelay()
  wallet = await openRelayWallet(relay.url)
})
test.afterAll(async () => {
  await wallet.close()
  await relay.close()
})
test.beforeEach(() => {
  wallet.how = 'approve'
})

const status = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => kernel.ports.connections.get().namespaces['eip155']?.status)
const ask = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    kernel.ports.connections.request({
      network: 'eip155:1',
      method: 'personal_sign',
      params: ['0x00', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    }),
  )
const openShop = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}relay.html?relay=${encodeURIComponent(relay.url)}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor()
}
/** Clicks the row and resolves when the code is shown. */
const showCode = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await page.locator('[data-qr]').waitFor()
  return page.evaluate(() => kernel.plugins.walletconnect.pairing.get().uri ?? '')
}
const connect = async (page: Page): Promise<void> => {
  await wallet.scan(await showCode(page))
  await expect.poll(() => status(page), { intervals: [20] }).toBe('connected')
}

test('The modal shows a code and connects, and contacts only the relay', async ({
  page,
  pages,
}) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host))
  await openShop(page, pages.url)
  await connect(page)
  expect(await ask(page)).toBe('0xsigned')
  expect([...hosts].filter(Boolean).sort()).toEqual(
    [new URL(pages.url).host, new URL(relay.url).host].sort(),
  )
})

test('The connection is restored after a reload, and after the page returns from the back-forward cache', async ({
  page,
  pages,
}) => {
  await openShop(page, pages.url)
  await connect(page)
  await page.reload()
  await expect.poll(() => status(page)).toBe('connected')
  expect(await ask(page)).toBe('0xsigned')
  await page.goto('about:blank')
  await page.goBack()
  await expect.poll(() => status(page)).toBe('connected')
  expect(await ask(page)).toBe('0xsigned')
})

test('A declined connection is reported, and the next code connects', async ({ page, pages }) => {
  await openShop(page, pages.url)
  wallet.how = 'reject'
  await wallet.scan(await showCode(page))
  await expect(page.getByRole('heading', { name: 'Connection rejected' })).toBeVisible()
  wallet.how = 'approve'
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('[data-qr]').waitFor()
  await wallet.scan(await page.evaluate(() => kernel.plugins.walletconnect.pairing.get().uri ?? ''))
  await expect.poll(() => status(page)).toBe('connected')
})

test('Either side can disconnect, and the page follows the wallet to another chain', async ({
  page,
  pages,
}) => {
  await openShop(page, pages.url)
  await connect(page)
  await expect.poll(() => wallet.client.session.getAll().length).toBeGreaterThan(0)
  const topic = wallet.topics.at(-1)!
  await wallet.client.emit({
    topic,
    event: { name: 'chainChanged', data: 137 },
    chainId: 'eip155:137',
  })
  await expect
    .poll(() =>
      page.evaluate(() => kernel.ports.connections.get().connections[0]?.scopes['eip155']?.network),
    )
    .toBe('eip155:137')
  await wallet.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
  await expect.poll(() => status(page)).toBe('disconnected')
  await page.reload()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await connect(page)
  await page.evaluate(() => (kernel as unknown as { disconnect(): Promise<void> }).disconnect())
  await expect.poll(() => wallet.ended).toContain(wallet.topics.at(-1))
})

test('A disconnect in one tab ends the connection in every tab of the site for good', async ({
  page,
  context,
  pages,
}) => {
  await openShop(page, pages.url)
  await connect(page)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect.poll(() => status(second)).toBe('connected')
  await page.evaluate(() => (kernel as unknown as { disconnect(): Promise<void> }).disconnect())
  await expect.poll(() => status(second)).toBe('disconnected')
  await expect.poll(() => wallet.ended).toContain(wallet.topics.at(-1))
  await second.reload()
  await expect.poll(() => status(second)).toBe('disconnected')
})
