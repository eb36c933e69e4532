// A shop with a market, names and analytics, and what a visitor can do there.
import { accounts, deployNames, deployPools, furnish } from '@latchkey-tools/localnet'
import { injectedWallet, installInjectedWallet } from '@latchkey-tools/wallets/playwright'
import { startRelay } from '@latchkey/relay'
import type { Page, Request } from '@playwright/test'
import { startApi } from '../../tools/localnet/api.mjs'
import {
  approve,
  approveDevice,
  connectButton,
  expect,
  modal,
  SEPOLIA,
  startEmbeddedWorld,
  typeCode,
} from './embeddedWorld.js'

export const TOKEN = 'a token of the operator'
export const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const AMOUNT = '0.31415926'
export const SWAPPED = '0.57721566'
export const NAME = 'countess-of-numbers'
export const EMAIL = 'ada-lovelace@visitors.example'
export const COUPON = 'coupon-of-the-query'
export const FRAGMENT = 'part-of-the-fragment'

export type AnalyticsWorld = Awaited<ReturnType<typeof startAnalyticsWorld>>
export async function startAnalyticsWorld() {
  const world = await startEmbeddedWorld({ ANALYTICS_TOKEN: TOKEN })
  const url = world.nodes.sepolia
  await furnish(url)
  const [pools, names] = [await deployPools(url), await deployNames(url)]
  const chains = [{ id: SEPOLIA, url }]
  const pages = [world.shop()]
  const api = await startApi({ chains, pages, pools, names, sandbox: true, port: world.apiPort })
  const relay = await startRelay({ port: world.relayPort })
  const { v2Router, v3Router, v3Router02 } = pools
  const market = {
    api: api.url,
    universalResolver: names.universalResolver,
    routers: [v2Router, v3Router, v3Router02].join(),
    relay: relay.url,
    siwx: 'required',
  }
  const shop = (more: Readonly<Record<string, string>> = {}) =>
    `${world.shop({ analytics: world.frame.url, coupon: COUPON, ...more })}#${FRAGMENT}`
  return {
    ...world,
    shop,
    /** The page with all that a visitor can do. */
    wholeShop: (more: Readonly<Record<string, string>> = {}) => shop({ ...market, ...more }),
    apiUrl: api.url,
    endApi: api.close,
    relayUrl: relay.url,
    async close() {
      await relay.close()
      await api.close()
      await world.close()
    },
  }
}

export interface Letter {
  eventId: string
  url: string
  props: { event: string; silent?: boolean; restored?: boolean; address?: string }
}

/** Keeps every request of the page, also those of its frames and windows. */
export function watch(page: Page) {
  const all: Request[] = []
  page.context().on('request', (request) => all.push(request))
  const sent = () =>
    all.filter((each) => each.method() === 'POST' && new URL(each.url()).pathname === '/e')
  const letters = () => sent().map((each) => JSON.parse(each.postData() ?? '') as Letter)
  return { all, sent, letters, names: () => letters().map(({ props }) => props.event) }
}

const button = (page: Page, name: string | RegExp) => modal(page).getByRole('button', { name })
const inKernel = <T extends string>(page: Page, what: 'open' | 'switchNetwork', value: T) =>
  page.evaluate(
    ([method, argument]) =>
      void (window.kernel as unknown as Record<string, (argument: string) => unknown>)[method]!(
        argument,
      ),
    [what, value] as const,
  )
export const openView = (page: Page, view: string) => inKernel(page, 'open', view)

export async function openModal(page: Page): Promise<void> {
  await connectButton(page).click()
  await expect(modal(page).getByRole('textbox', { name: 'Email address' })).toBeVisible()
}

/** Shows a pairing code, and goes back to the list. @returns the pairing link */
export async function lookAtCode(page: Page): Promise<string> {
  await button(page, /^WalletConnect/).click()
  await page.locator('[data-qr]').waitFor()
  const uri = await page.evaluate(
    () =>
      (
        window.kernel as unknown as {
          plugins: { walletconnect: { pairing: { get(): { uri?: string } } } }
        }
      ).plugins.walletconnect.pairing.get().uri,
  )
  await button(page, 'Back').click()
  return uri ?? ''
}

/** Signs in by mail, and then with a message of the wallet. @returns the code of the mail */
export async function signIn(page: Page, world: AnalyticsWorld): Promise<string> {
  await modal(page).getByRole('textbox', { name: 'Email address' }).fill(EMAIL)
  await button(page, 'Continue with email').click()
  await expect(modal(page)).toContainText('Open the link in the mail')
  const code = await approveDevice(page.context(), world, EMAIL)
  await typeCode(page, code)
  await expect(modal(page).getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await modal(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await approve(page, world)
  await expect(modal(page)).toHaveCount(0)
  return code
}

export async function pay(page: Page, world: AnalyticsWorld): Promise<void> {
  await openView(page, 'Account')
  await button(page, 'Send').click()
  await modal(page).getByLabel('Amount').fill(AMOUNT)
  await modal(page).getByLabel('To', { exact: true }).fill(RECEIVER)
  await button(page, 'Review').click()
  await button(page, 'Confirm').click()
  await approve(page, world)
  await expect(modal(page).getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

export async function takeName(page: Page, world: AnalyticsWorld): Promise<void> {
  await openView(page, 'Account')
  await button(page, 'Get a name').click()
  await modal(page).getByLabel('Your name').fill(NAME)
  await expect(modal(page)).toContainText(`${NAME}.shop.eth is free`)
  await modal(page).getByRole('checkbox').check()
  await button(page, 'Sign and get it').click()
  await approve(page, world)
  await expect(modal(page)).toContainText(`${NAME}.shop.eth is yours`)
}

/** Swaps ether for dollars. */
export async function swapCoins(page: Page, world: AnalyticsWorld): Promise<void> {
  await openView(page, 'Account')
  await button(page, 'Swap').click()
  for (const [name, symbol] of [
    ['Choose what you sell', 'ETH'],
    ['Choose what you get', 'TUSD'],
  ] as const) {
    await button(page, new RegExp(name)).click()
    await modal(page).getByRole('searchbox').fill(symbol)
    await button(page, new RegExp(`^${symbol}\\b`)).click()
  }
  await modal(page).getByRole('textbox', { name: 'Amount to sell' }).fill(SWAPPED)
  await expect(button(page, 'Review')).toBeEnabled()
  await button(page, 'Review').click()
  await button(page, 'Confirm').click()
  await approve(page, world)
  await expect(modal(page).locator('[data-part="received"]')).toContainText('You got')
}

/** Buys coins at the sandbox. @returns the address of its page, which has the order's id */
export async function buyCoins(page: Page): Promise<string> {
  await openView(page, 'Account')
  await button(page, 'Buy').click()
  await modal(page).getByRole('textbox', { name: 'You pay' }).fill('100')
  await button(page, /^Sandbox/).click()
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    button(page, 'Buy at Sandbox').click(),
  ])
  await window.getByRole('button', { name: 'Pay' }).click()
  await expect(modal(page)).toContainText('The coins have arrived')
  const url = window.url()
  await window.close()
  return url
}

/** Looks at the transactions, whose server is away, and disconnects. */
export async function leave(page: Page): Promise<void> {
  await openView(page, 'Account')
  await modal(page).getByRole('tab', { name: 'Activity' }).click()
  await expect(button(page, 'Try again')).toBeVisible()
  await button(page, /^Disconnect/).click()
  await expect(connectButton(page)).toBeVisible()
}

/** A wallet of the browser, whose owner first declines to connect, and then to sign in. */
export async function decline(page: Page, { nodes, shop }: AnalyticsWorld): Promise<void> {
  const chains = [{ id: SEPOLIA, name: 'Sepolia', url: nodes.sepolia }]
  await installInjectedWallet(page, { chains, accounts: [...accounts] })
  await page.goto(shop({ siwx: 'required', broken: '' }))
  await inKernel(page, 'switchNetwork', 'eip155:84532')
  await openModal(page)
  await button(page, /Localnet Wallet/).click()
  const wallet = injectedWallet(page)
  const settle = async (how: 'approve' | 'reject') => {
    await expect.poll(async () => (await wallet.pending()).length).toBe(1)
    await wallet[how]()
  }
  await settle('reject')
  await button(page, 'Try again').click()
  await settle('approve')
  await modal(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await settle('reject')
}
