// The demo wallet's own page: how it takes a link, what it asks, what it stores, how it looks on a
// phone.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { verifyTypedData } from 'viem'
import { PageWallet } from './support/relayWallets.js'
import {
  account,
  connect,
  expect,
  network,
  part,
  press,
  result,
  showCode,
  test,
  textOf,
} from './support/relayWorld.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test('The wallet takes a link from its address, and a reload does not use it again', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  await page.goto(world.url)
  const { link } = await showCode(page)
  const wallet = keep(
    await PageWallet.open(browser, `${walletUrl}?uri=${encodeURIComponent(link)}`, world.localnet),
  )
  await wallet.connect()
  await expect(account(page)).toHaveText(/^0x/)
  expect(wallet.page.url()).toBe(walletUrl)
  await wallet.page.reload()
  await expect(wallet.page.getByTestId('session')).toHaveCount(1)
  await expect(wallet.page.getByRole('alert')).toHaveCount(0)
})

test('The wallet reads a code with the camera, and says what is wrong when it sees none', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const wallet = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  await wallet.page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(wallet.page.getByRole('alert')).toContainText(/camera/)
  await wallet.page.getByRole('button', { name: 'Stop the camera' }).click()
  await page.goto(world.url)
  const { picture } = await showCode(page)
  await filmThis(wallet.page, await picture())
  await wallet.page.getByRole('button', { name: 'Scan with the camera' }).click()
  await wallet.connect()
  await expect(account(page)).toHaveText(world.localnet.accounts[0]!.address)
  await expect(wallet.page.locator('video')).toHaveCount(0)
})

/** Puts this picture before the page's camera. */
async function filmThis(page: Page, body: Buffer): Promise<void> {
  await page.route('**/camera.png', (route) => route.fulfill({ body, contentType: 'image/png' }))
  await page.evaluate(async () => {
    const seen = await createImageBitmap(await (await fetch('/camera.png')).blob())
    const canvas = Object.assign(document.createElement('canvas'), {
      width: seen.width,
      height: seen.height,
    })
    setInterval(() => canvas.getContext('2d')?.drawImage(seen, 0, 0), 50)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20)
  })
}

test('The wallet says what is wrong with a link or a picture', async ({ page, walletUrl }) => {
  await page.goto(walletUrl)
  const field = page.getByLabel('Link from the site')
  for (const [text, words] of [
    ['', 'Paste a link'],
    ['hello', 'no WalletConnect link'],
    [
      `wc:${'a'.repeat(64)}@2?symKey=${'b'.repeat(64)}&relay-protocol=irn&expiryTimestamp=1600000000`,
      'expired',
    ],
  ] as const) {
    await field.fill(text)
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText(words)
  }
  await page
    .getByLabel('Scan a picture')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByRole('alert')).toContainText('no code in this picture')
  await page.getByLabel('Scan a picture').setInputFiles({
    name: 'text.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await expect(page.getByRole('alert')).toContainText('no code in this picture')
})

test('The wallet says that it was started without a relay', async ({ page, walletUrl }) => {
  await page.route('**/localnet.json', (route) =>
    route.fulfill({ json: { chains: [], accounts: [] } }),
  )
  await page.goto(walletUrl)
  await expect(page.getByRole('alert')).toContainText('without a relay')
  await page.unroute('**/localnet.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('None yet.')).toBeVisible()
})

test('The wallet stays connected to one site when it ends the other', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const wallet = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  await page.goto(world.url)
  await page.getByLabel('Second modal').check()
  await connect(page, wallet, { accounts: [0], id: 'first' })
  await connect(page, wallet, { accounts: [3], id: 'second' })
  const second = wallet.page.getByTestId('session').filter({ hasText: 'Second modal' })
  await second.getByRole('button', { name: 'Disconnect' }).click()
  await expect(account(page, 'second')).toHaveText('none')
  await expect(wallet.page.getByTestId('session')).toHaveCount(1)
  await press(page, 'Sign a message', 'first')
  await wallet.approve()
  await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
})

test('The wallet asks before it switches to a network that it did not share', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const wallet = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  await page.goto(world.url)
  await wallet.pair(await showCode(page))
  await wallet.decision.getByLabel('Localnet Two').uncheck()
  await wallet.connect()
  await expect(account(page)).toHaveText(/^0x/)
  await press(page, /^Switch to/)
  await expect(wallet.decision).toContainText('Localnet Two')
  await wallet.reject()
  await expect(result(page)).toHaveText(/^Switch failed/)
  await expect(network(page)).toHaveText('Localnet One')
  await press(page, /^Switch to/)
  await wallet.approve()
  await expect(network(page)).toHaveText('Localnet Two')
  await expect(wallet.page.getByLabel('Network')).toHaveValue('31338')
})

test('A request that waited is shown again after a reload, and typed data that it signs verifies', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const wallet = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  await page.goto(world.url)
  await connect(page, wallet)
  await press(page, 'Sign typed data')
  await expect(wallet.decision).toContainText('Hello')
  await wallet.page.reload()
  await wallet.approve()
  await expect(result(page)).toHaveText(/^Typed data: 0x[0-9a-f]+$/)
  expect(
    await verifyTypedData({
      address: world.localnet.accounts[0]!.address,
      signature: (await textOf(result(page))).replace('Typed data: ', '') as `0x${string}`,
      primaryType: 'Mail',
      domain: { name: 'Playground', version: '1', chainId: 31337 },
      types: {
        Mail: [
          { name: 'to', type: 'address' },
          { name: 'contents', type: 'string' },
        ],
      },
      message: { to: '0x000000000000000000000000000000000000dEaD', contents: 'Hello' },
    }),
  ).toBe(true)
})

for (const colorScheme of ['dark', 'light'] as const)
  test(`The wallet's page is accessible and fits a phone in ${colorScheme} colours`, async ({
    page,
    world,
    walletUrl,
    browser,
    keep,
  }) => {
    const wallet = keep(await PageWallet.open(browser, walletUrl, world.localnet))
    await wallet.page.setViewportSize({ width: 360, height: 740 })
    await wallet.page.emulateMedia({ colorScheme })
    const look = async (): Promise<void> => {
      // Injected by the debugger, which the page's policy does not bind.
      await wallet.page.evaluate(axe)
      const violations = await wallet.page.evaluate(async () =>
        (
          await (
            window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
          ).axe.run()
        ).violations.map(({ id }) => id),
      )
      expect(violations).toEqual([])
      expect(await wallet.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    }
    await look()
    await page.goto(world.url)
    const code = await showCode(page)
    await wallet.pair(code)
    await expect(wallet.decision.getByRole('heading')).toBeFocused()
    await look()
    await wallet.connect()
    await expect(wallet.page.getByTestId('session')).toHaveCount(1)
    await look()
    await expect(account(page)).toHaveText(/^0x/)
    await part(page).getByRole('button', { name: 'Send 0.01 ETH' }).click()
    await expect(wallet.decision).toContainText('0.01 ETH')
    await look()
  })
