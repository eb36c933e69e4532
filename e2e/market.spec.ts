// Swaps in real pools and a purchase at the sandbox, over a blockchain API of the site's own.
import { batchAccount, deployPools, request, startLocalnet } from '@latchkey-tools/localnet'
import { injectedWallet, installInjectedWallet } from '@latchkey-tools/wallets/playwright'
import type { Pools } from '@latchkey-tools/localnet'
import type { Locator, Page } from '@playwright/test'
import { startApi } from '../tools/localnet/api.mjs'
import { freePort } from '../tools/run/lib/ports.mjs'
import { expect, serveLab, test as base, type Localnet } from './support/world.js'

interface Market {
  localnet: Localnet
  pools: Pools
  /** The playground's lab, under its strict policy. */
  url: string
  endApi(): Promise<void>
}

/** `market` lives as long as the worker. */
const test = base.extend<object, { market: Market }>({
  market: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const localnet = await startLocalnet()
      const { chains, accounts, erc20, url } = localnet
      const pools = await deployPools(url)
      const port = await freePort()
      const pages = [`http://127.0.0.1:${port}`]
      const api = await startApi({ chains, pages, pools, sandbox: true })
      const shown = { chains, accounts, erc20, pools }
      const page = await serveLab(shown, '', { api: api.url, port })
      await use({ localnet, pools, url: page.url, endApi: api.close })
      await page.close()
      await api.close()
      await localnet.close()
    },
    { scope: 'worker' },
  ],
})

const modal = (page: Page): Locator => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp): Locator =>
  modal(page).getByRole('button', { name })
const onPage = (page: Page, name: RegExp) => page.getByTestId('first').getByRole('button', { name })

/** The wallet's owner agrees to what it asks next. */
async function approve(page: Page): Promise<void> {
  const wallet = injectedWallet(page)
  await expect.poll(async () => (await wallet.pending()).length).toBe(1)
  await wallet.approve()
}

/** Connects, and opens the account. @param hasBatches whether the wallet does several calls as one */
async function openAccount(
  page: Page,
  { localnet: { chains, accounts }, url }: Market,
  hasBatches = false,
): Promise<void> {
  await installInjectedWallet(page, { chains, accounts, ...(hasBatches && { batchAccount }) })
  await page.goto(url)
  await onPage(page, /connect wallet/i).click()
  await button(page, /Localnet Wallet/).click()
  await approve(page)
  await expect(modal(page)).toHaveCount(0)
  await onPage(page, /^0xf39F/i).click()
}

/** Fills in a swap of LOCAL for TUSD. */
async function fillSwap(page: Page, amount: string): Promise<void> {
  await button(page, 'Swap').click()
  const tokens = { 'Choose what you sell': 'LOCAL', 'Choose what you get': 'TUSD' }
  for (const [name, symbol] of Object.entries(tokens)) {
    await button(page, new RegExp(name)).click()
    await modal(page).getByRole('searchbox').fill(symbol)
    await button(page, new RegExp(`^${symbol}`)).click()
  }
  await modal(page).getByRole('textbox', { name: 'Amount to sell' }).fill(amount)
}

async function reviewSwap(page: Page): Promise<void> {
  await expect(button(page, 'Review')).toBeEnabled()
  await button(page, 'Review').click()
}

const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
const readWord = async ({ localnet: { url } }: Market, to: string, data: string): Promise<bigint> =>
  BigInt((await request(url, 'eth_call', [{ to, data }, 'latest'])) as string)
const dollarsOf = (market: Market): Promise<bigint> => {
  const { pools, localnet } = market
  return readWord(market, pools.tokens.dollar, `0x70a08231${word(localnet.accounts[0]!.address)}`)
}
const allowanceOf = (market: Market, spender: string): Promise<bigint> => {
  const owner = market.localnet.accounts[0]!.address
  return readWord(market, market.pools.tokens.local, `0xdd62ed3e${word(owner)}${word(spender)}`)
}

/** The amount that the view says has arrived, in units of TUSD, which has six decimals. */
async function saidToArrive(page: Page): Promise<bigint> {
  const words = modal(page).locator('[data-part="received"]')
  await expect(words).toContainText('You got')
  const [, whole = '', rest = ''] = /([\d,]+)\.?(\d*)/.exec((await words.textContent()) ?? '') ?? []
  return BigInt(whole.replaceAll(',', '') + rest.padEnd(6, '0'))
}

const methodsOf = async (page: Page): Promise<string[]> => {
  const asked = await injectedWallet(page).requests()
  return asked
    .map(({ method }) => method)
    .filter((method) => method === 'eth_sendTransaction' || method === 'wallet_sendCalls')
}

test('A visitor allows LOCAL and swaps it for TUSD, and what the view says has arrived', async ({
  page,
  market,
}) => {
  const before = await dollarsOf(market)
  await openAccount(page, market)
  await fillSwap(page, '2')
  await reviewSwap(page)
  await button(page, 'Confirm').click()
  await approve(page)
  await approve(page)
  const said = await saidToArrive(page)
  expect(said).toBeGreaterThan(3_000_000n)
  expect((await dollarsOf(market)) - before).toBe(said)
  const { v2Router, v3Router, v3Router02 } = market.pools
  for (const router of [v2Router, v3Router, v3Router02])
    expect(await allowanceOf(market, router)).toBe(0n)
  expect(await methodsOf(page)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
})

test('A wallet that does several calls as one is asked once for approval and swap', async ({
  page,
  market,
}) => {
  const before = await dollarsOf(market)
  await openAccount(page, market, true)
  await fillSwap(page, '3')
  await reviewSwap(page)
  await expect(modal(page)).toContainText('Allow and swap in one: both happen, or neither')
  await button(page, 'Confirm').click()
  await approve(page)
  const said = await saidToArrive(page)
  expect((await dollarsOf(market)) - before).toBe(said)
  expect(await methodsOf(page)).toEqual(['wallet_sendCalls'])
})

test('A swap that the server built for a thief is stopped before the wallet opens', async ({
  page,
  market,
}) => {
  const [me, thief] = market.localnet.accounts.map(({ address }) => address.slice(2).toLowerCase())
  await page.route('**/v1/convert/build-transaction*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { tx: { data: string } }
    body.tx.data = body.tx.data.replaceAll(me!, thief!)
    await route.fulfill({ response: answer, json: body })
  })
  await openAccount(page, market)
  await fillSwap(page, '1')
  await reviewSwap(page)
  await expect(modal(page)).toContainText('This swap was stopped')
  await expect(modal(page)).toContainText('Your wallet was not asked.')
  expect(await methodsOf(page)).toEqual([])
})

test('Coins that a visitor pays for at the sandbox arrive, and the view follows them', async ({
  page,
  market,
}) => {
  const { url, accounts } = market.localnet
  const { address } = accounts[0]!
  const coins = async () =>
    BigInt((await request(url, 'eth_getBalance', [address, 'latest'])) as string)
  const before = await coins()
  await openAccount(page, market)
  await button(page, 'Buy').click()
  await modal(page).getByRole('textbox', { name: 'You pay' }).fill('100')
  await button(page, /^Sandbox/).click()
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    button(page, 'Buy at Sandbox').click(),
  ])
  await shop.getByRole('button', { name: 'Pay' }).click()
  await expect(shop.getByRole('status')).toContainText('The coins have arrived')
  await expect(modal(page)).toContainText('The coins have arrived')
  // 98.40 of 100 dollars are left after the fees, and a coin is 2,000 dollars.
  expect((await coins()) - before).toBe(49_200_000_000_000_000n)
})

test('When the server is gone the typed amount stays, and no old price is shown', async ({
  page,
  market,
}) => {
  await openAccount(page, market)
  await fillSwap(page, '1')
  await expect(button(page, 'Review')).toBeEnabled()
  await market.endApi()
  const amount = modal(page).getByRole('textbox', { name: 'Amount to sell' })
  await amount.fill('1.5')
  await expect(button(page, 'Try again')).toBeVisible()
  await expect(amount).toHaveValue('1.5')
  await expect(modal(page).locator('[data-side="to"]')).toContainText('–')
  await expect(modal(page)).not.toContainText('Rate')
})
