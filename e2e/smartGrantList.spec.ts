// All that websites may do for a person, in the frame's own pages: two websites are granted something, one of it is
// taken back, and the chain refuses that one's server.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { accounts } from '@latchkey-tools/localnet'
import { openSession, type UsableSession } from '@latchkey/feature-smart-sessions/use'
import { createPublicClient, createWalletClient, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sepolia } from 'viem/chains'
import { approve, approveButton, rowsOf } from './support/approvals.js'
import { ask } from './support/frameHost.js'
import { withProfile } from './support/profile.js'
import { enterSmart, startSmartWorld, type Holder, type SmartWorld } from './support/smartWorld.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const key = privateKeyToAccount(accounts[6]!.privateKey)
const TO: Hex = '0x5109000000000000000000000000000000000043'
const ETHER = 10n ** 18n
const HOUR_S = 3_600
const hex = (value: bigint): Hex => `0x${value.toString(16)}`

let world: SmartWorld
test.beforeAll(async () => void (world = await startSmartWorld()))
test.afterAll(() => world?.close())

interface Granted {
  context: Hex
  dependencies: { factory: Hex; factoryData: Hex }[]
}
/** The website asks for one ether in all within an hour, three times at most. */
async function grant(person: Holder): Promise<Granted> {
  const asked = {
    ...{ chainId: '0xaa36a7', to: key.address },
    permission: {
      ...{ type: 'native-token-allowance', isAdjustmentAllowed: false },
      data: { allowanceAmount: hex(ETHER) },
    },
    rules: [
      { type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + HOUR_S } },
      { type: 'call-limit', data: { count: 3 } },
    ],
  }
  const answered = person.rpc('wallet_requestExecutionPermissions', [asked])
  await approve(person)
  return ((await answered).payload!['result'] as unknown as Granted[])[0]!
}
const transport = () => http(world.nodeUrl)
const client = () => createPublicClient({ chain: sepolia, transport: transport() })
/** The grant as the website's server opens it. */
const sessionOf = ({ context, dependencies }: Granted): UsableSession =>
  openSession({
    ...{ context, dependencies },
    node: (asked) => client().request(asked as never),
  })
/** Whether the chain says that the account has ended it. */
const isRevoked = async (granted: Granted): Promise<boolean> =>
  (await sessionOf(granted).state()).isRevoked

/** A payment of the website's server by its session key. @returns `success`, or why the chain refuses it */
async function pay(granted: Granted, value: bigint): Promise<string> {
  const wallet = createWalletClient({ account: key, chain: sepolia, transport: transport() })
  try {
    const hash = await sessionOf(granted).redeem([{ to: TO, value }], (one) =>
      wallet.sendTransaction(one),
    )
    const receipt = await client().waitForTransactionReceipt({ hash, pollingInterval: 100 })
    return receipt.status
  } catch (error) {
    return (error as { context: { reason: string } }).context.reason
  }
}

const listOf = ({ frame }: Pick<Holder, 'frame'>) => frame.locator('.list > li')
const press = ({ frame }: Holder, name: string) =>
  frame.getByRole('button', { name, exact: true }).click()

/** Opens the frame's own pages, and in them the list. */
async function openList(person: Holder) {
  const opened = ask(person.page, 'open security')
  await press(person, 'What websites may do')
  /** Leaves the list and the pages. */
  return async () => {
    await press(person, 'Back')
    await press(person, 'Close')
    expect(await opened).toMatchObject({ type: 'open security success' })
  }
}
async function expectNoViolations({ frame }: Holder): Promise<void> {
  await frame.evaluate(axe)
  const found = await frame.evaluate(async () => {
    const { axe: all } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await all.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
  expect(found).toEqual([])
}
const widthOf = ({ frame }: Holder): Promise<number> =>
  frame.evaluate(() => document.documentElement.scrollWidth)
const narrow = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.querySelector('iframe')!.style.width = '320px'))

test('The list in the frame has the grants of two websites, and the chain refuses the revoked one', async () => {
  await withProfile(async (context) => {
    const email = 'list@shop.example'
    const shop = await enterSmart(await context.newPage(), world, email)
    const byShop = await grant(shop)
    const market = await enterSmart(await context.newPage(), world, email, world.market.url)
    expect(market.smart).toBe(shop.smart)
    const byMarket = await grant(market)
    expect(await pay(byShop, ETHER / 4n)).toBe('success')

    const leave = await openList(market)
    const items = listOf(market)
    await expect(items).toHaveCount(2)
    const [first, second] = [items.first(), items.last()]
    await expect(first).toContainText(world.host.url)
    await expect(second).toContainText(world.market.url)
    for (const part of ['Sepolia', 'Send up to 1 ETH in all', 'At most 3×', 'Until', key.address])
      await expect(first).toContainText(part)
    await expect(first).toContainText('0.25 ETH used, 0.75 ETH left. 1× used, 2× left.')
    await expect(second).toContainText('0 ETH used, 1 ETH left. 0× used, 3× left.')
    await narrow(market.page)
    for (const themeMode of ['light', 'dark']) {
      await ask(market.page, 'sync theme', { themeMode })
      await expectNoViolations(market)
    }
    expect(await widthOf(market)).toBe(320)

    // By the keyboard: the card of a website's own request follows.
    await first.getByRole('button', { name: 'Revoke' }).press('Enter')
    await approveButton(market).waitFor()
    const rows = await rowsOf(market)
    expect(rows).toContainEqual(['Website', world.service.url])
    expect(rows).toContainEqual(['Asked for by', world.host.url])
    expect(rows).toContainEqual(['Account', shop.smart])
    await approve(market)
    await expect(market.frame.getByRole('status')).toHaveText(
      'Revoked: the website can no longer do this.',
    )
    await expect(items).toHaveCount(1)
    await expect(items).toContainText(world.market.url)
    expect([await isRevoked(byShop), await isRevoked(byMarket)]).toEqual([true, false])
    expect(await pay(byShop, 1n)).toBe('revoked')
    expect(await pay(byMarket, 1n)).toBe('success')
    await leave()
  })
})

test('All are revoked by one operation, and the list is empty', async ({ page }) => {
  const person = await enterSmart(page, world, 'all@shop.example')
  const granted = [await grant(person), await grant(person)]
  const leave = await openList(person)
  await expect(listOf(person)).toHaveCount(2)
  await press(person, 'Revoke all')
  await approveButton(person).waitFor()
  expect((await rowsOf(person)).filter(([label]) => label === 'Permission')).toEqual([
    ['Permission', '1 / 2'],
    ['Permission', '2 / 2'],
  ])
  await approve(person)
  await expect(person.frame.getByText('No website may do anything for you.')).toBeVisible()
  expect(await Promise.all(granted.map(isRevoked))).toEqual([true, true])
  // The frame stays shown until the person is done with its pages.
  await leave()
  const told = await page.evaluate(() => window.notices.map(({ type }) => type))
  expect(told.slice(-3)).toEqual(['show frame', 'user changed', 'hide frame'])
})

test('A network that is away is told, and the record is listed all the same', async ({ page }) => {
  const person = await enterSmart(page, world, 'away@shop.example')
  await grant(person)
  await page.route(`${world.nodeUrl}/**`, (route) => route.abort())
  const leave = await openList(person)
  await expect(listOf(person)).toContainText('This could not be read from the chain.')
  await page.unroute(`${world.nodeUrl}/**`)
  await press(person, 'Try again')
  await expect(listOf(person)).toContainText('0 ETH used, 1 ETH left.')
  await leave()
})
