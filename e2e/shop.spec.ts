// The pages of the demo: a visitor buys in the shop, signs in for lower prices, plays ten moves without a question,
// and takes code from the studio. Every page is counted: axe, console, strangers, bytes that nobody used.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startWorld } from '@latchkey-tools/localnet'
import type { Frame, Page } from '@playwright/test'
import { startSiwx } from '../tools/localnet/siwx.mjs'
import { freePort } from '../tools/run/lib/ports.mjs'
import { answering } from './support/chainsWorld.js'
import { unusedBytes } from './support/unused.js'
import { expect, serveLab, test as base } from './support/world.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MOST_UNUSED = 20_000

interface Demo {
  /** The front page. */
  url: string
  node: string
}
const test = base.extend<{ faults: readonly string[] }, { demo: Demo }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const world = await startWorld({ evmOnly: true, smartAccounts: true })
      const port = await freePort()
      const pages = [`http://127.0.0.1:${port}`]
      const { chains } = world.shown
      const siwx = await startSiwx({ pages, chains })
      const served = await serveLab(world.shown, '', { siwx: siwx.url, port })
      await use({ url: served.shop, node: chains[0]!.url })
      await served.close()
      await siwx.close()
      await world.close()
    },
    { scope: 'worker' },
  ],
  /** Lines of the console, and requests to hosts other than this computer. */
  faults: async ({ page }, use) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') faults.push(request.url())
    })
    await use(faults)
    expect(faults).toEqual([])
  },
})
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const modal = (page: Page) => page.locator('latchkey-modal').getByRole('dialog')
const inModal = (page: Page, name: string | RegExp) =>
  modal(page).getByRole('button', { name }).click()

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations: found } = await run.run()
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

for (const [name, path] of [
  ['The shop', ''],
  ['The shop in Arabic', 'ar/'],
  ['The studio', 'studio/'],
  ['The game', 'game/'],
] as const)
  test(`${name} has no fault that axe knows, asks no stranger, and loads little that it does not use`, async ({
    page,
    demo,
    faults,
  }) => {
    const unused = await unusedBytes(page, demo.url + path)
    test.info().annotations.push({ type: 'unused bytes', description: String(unused) })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violations(page), colorScheme).toEqual([])
    }
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wider, `at ${width}`).toBeLessThanOrEqual(0)
    }
    expect(unused).toBeLessThanOrEqual(MOST_UNUSED)
    expect(faults).toEqual([])
  })

async function balanceOf(node: string, address: string): Promise<bigint> {
  const answer = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [address, 'latest'],
    }),
  })
  return BigInt(((await answer.json()) as { result: string }).result)
}
/** The receiver of gifts on EVM chains. */
const SHOP = '0x000000000000000000000000000000000000dEaD'

test('A visitor signs in for lower prices, and pays the cart from the local wallet', async ({
  page,
  demo,
  faults,
}) => {
  const before = await balanceOf(demo.node, SHOP)
  await page.goto(demo.url)
  const price = page.locator('[data-price=mug] span')
  await expect(price).toHaveText('€24.00')
  await page.getByRole('button', { name: 'Sign in for lower prices' }).click()
  await answering(page, () => inModal(page, /Localnet Wallet/))
  await answering(page, () => inModal(page, 'Sign'))
  await expect(price).toHaveText('€20.40')
  await page.getByRole('button', { name: 'Add to cart: Tide mug' }).click()
  await page.getByRole('button', { name: 'Add to cart: Lagoon teapot' }).click()
  await page.getByRole('button', { name: 'Open the cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await cart.getByRole('button', { name: 'One more: Tide mug' }).click()
  await expect(cart).toContainText('€116.45')
  await expect(cart).toContainText('0.04658 ETH on Localnet One')
  expect(await violations(page)).toEqual([])
  await cart.getByRole('button', { name: 'Pay with your wallet' }).click()
  await expect(modal(page)).toContainText('0.04658')
  await answering(page, () => inModal(page, 'Confirm'))
  await expect(cart).toContainText('Thank you. It is paid.')
  await expect(cart).toContainText('SM-1042')
  expect((await balanceOf(demo.node, SHOP)) - before).toBe(46_580_000_000_000_000n)
  await cart.getByRole('button', { name: 'Back to the shop' }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Account' })).toContainText('SM-1042')
  expect(await violations(page)).toEqual([])
  // The server knows the visitor after a reload, and nobody after signing out.
  await page.reload()
  await expect(price).toHaveText('€20.40')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(price).toHaveText('€24.00')
  expect(faults).toEqual([])
})

test('A session plays ten moves without a question, stops at its limit, and cannot go on after it is revoked', async ({
  page,
  demo,
  faults,
}) => {
  await page.goto(`${demo.url}game/`)
  await page.locator('#wallet').getByRole('button').click()
  await answering(page, () => inModal(page, /Localnet Smart Wallet/))
  const status = page.locator('#status')
  const press = (lantern: number) =>
    page
      .getByRole('button', {
        name: `Lantern in row ${Math.ceil((lantern + 1) / 3)}, column ${(lantern % 3) + 1}`,
      })
      .click()
  const grant = () =>
    answering(page, () => page.getByRole('button', { name: 'Let the game play ten moves' }).click())
  const left = page.locator('[data-left]')
  expect(await grant()).toContain('10 times')
  await expect(left).toHaveText('10')
  const windows = page.context().pages().length
  for (let move = 0; move < 10; move++) {
    await press(move % 9)
    await expect(left).toHaveText(String(9 - move))
  }
  expect(page.context().pages().length).toBeLessThanOrEqual(windows)
  await expect(page.locator('#log li')).toHaveCount(10)
  await press(0)
  await expect(status).toContainText('The chain refuses the eleventh')
  await grant()
  await expect(left).toHaveText('10')
  await press(4)
  await expect(left).toHaveText('9')
  await answering(page, () => page.getByRole('button', { name: 'Revoke' }).click())
  await expect(left).toHaveText('none: taken back')
  await press(5)
  await expect(status).toContainText('The chain refuses its key')
  await expect(page.locator('#log li')).toHaveCount(11)
  expect(await violations(page)).toEqual([])
  expect(faults).toEqual([])
})

const HOSTILE = [
  `"><img src=x onerror="window.hit=1">`,
  `</script><script>window.hit=1</script>`,
  `red;} :root{display:none} *{position:fixed`,
  `url(https://stranger.example/x)`,
  `'+(window.hit=1)+'`,
  '👩🏽‍🚀🏳️‍🌈'.repeat(40),
  'x'.repeat(10_000),
]

/** The frame in which the modal is live. */
async function stageOf(page: Page): Promise<Frame> {
  await page.mouse.move(200, 200)
  const handle = await page.waitForSelector('#stage[src]')
  const frame = await handle.contentFrame()
  if (!frame) throw new Error('The stage has no page.')
  await frame.waitForSelector('latchkey-modal dialog[open]')
  return frame
}

test('The studio shows its options live, hands out their code, and takes any text', async ({
  page,
  demo,
  faults,
}) => {
  await page.goto(`${demo.url}studio/`)
  const frame = await stageOf(page)
  const card = () =>
    frame
      .locator('latchkey-modal')
      .getByRole('dialog')
      .evaluate((each) => getComputedStyle(each).getPropertyValue('--latchkey-accent').trim())
  await page.getByLabel('Accent', { exact: true }).fill('#b4552f')
  await expect.poll(card).toBe('#b4552f')
  await page.getByLabel('Locale').selectOption('ar')
  await expect(frame.locator('latchkey-modal').getByRole('heading', { level: 1 })).toHaveText(
    /[\u0600-\u06ff]/,
  )
  await page.getByText('Bitcoin', { exact: true }).click()
  await page.getByRole('radio', { name: 'Svelte' }).check()
  const wallet = page.locator('figure', { hasText: 'src/wallet.ts' })
  for (const words of [
    `accent: '#b4552f'`,
    `locale: 'ar'`,
    'bitcoin({ networks: [bitcoinMainnet] })',
  ])
    await expect(wallet).toContainText(words)
  await wallet.getByRole('button', { name: 'Copy src/wallet.ts' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('export const kernel = createKernel({')

  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const fields = page.locator('#options input:not([type])')
  for (const text of HOSTILE) {
    for (const field of await fields.all()) await field.fill(text)
    await page.waitForTimeout(400)
    for (const each of [page.mainFrame(), frame])
      expect(await each.evaluate(() => 'hit' in window)).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect(page.locator('h1')).toBeVisible()
  }
  expect(faults).toEqual([])
})
