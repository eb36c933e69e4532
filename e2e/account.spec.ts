// The three tabs of the account, filled by a blockchain API of the site's own over a real chain.
import { furnishHistory, reorg, request, startLocalnet } from '@latchkey-tools/localnet'
import type { Locator, Page } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { startApi } from '../tools/localnet/api.mjs'
import { freePort } from '../tools/run/lib/ports.mjs'
import { wallets } from './support/wallets.js'
import { expect, serveLab, test as base, type Localnet } from './support/world.js'

interface Site {
  localnet: Localnet
  /** The playground's lab, under its strict policy. */
  url: string
  apiUrl: string
  endApi(): Promise<void>
  close(): Promise<void>
  /** Origins of the page, of the nodes and of the API. */
  own: ReadonlySet<string>
}

/** @param config a module with further options of the API */
async function startSite(config?: string): Promise<Site> {
  const localnet = await startLocalnet()
  await Promise.all(localnet.chains.map(({ url }) => furnishHistory(url)))
  const port = await freePort()
  const pages = [`http://127.0.0.1:${port}`]
  const api = await startApi({ chains: localnet.chains, pages, ...(config && { config }) })
  const page = await serveLab({ ...localnet, accounts: localnet.accounts }, '', {
    api: api.url,
    port,
  })
  const urls = [page.url, api.url, ...localnet.chains.map(({ url }) => url)]
  return {
    localnet,
    url: page.url,
    apiUrl: api.url,
    endApi: api.close,
    own: new Set(urls.map((each) => new URL(each).origin)),
    async close() {
      await page.close()
      await api.close()
      await localnet.close()
    },
  }
}

const test = base.extend<{ site: Site }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  site: async ({}, use) => {
    const site = await startSite()
    await use(site)
    await site.close()
  },
})

const wallet = wallets[0]!
const modal = (page: Page): Locator => page.getByRole('dialog')
const onPage = (page: Page, name: string | RegExp) =>
  page.getByTestId('first').getByRole('button', { name })
const tab = (page: Page, name: string) => modal(page).getByRole('tab', { name })

/** Connects, and opens the account. */
async function openAccount(page: Page, { localnet, url }: Site): Promise<void> {
  await wallet.install(page, localnet)
  await page.goto(url)
  await onPage(page, /connect wallet/i).click()
  await modal(page).getByRole('button', { name: wallet.row }).click()
  await wallet.approve(page)
  await expect(modal(page)).toHaveCount(0)
  await reopen(page)
}
async function reopen(page: Page): Promise<void> {
  await onPage(page, /^0xf39F/i).click()
  await expect(modal(page).getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

test('Tokens, NFTs and Activity are full, and nobody but the site and the nodes was asked', async ({
  page,
  site,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http')) asked.add(origin)
  })
  await openAccount(page, site)
  await tab(page, 'Tokens').click()
  await expect(modal(page)).toContainText('Localnet Token')
  await expect(modal(page)).toContainText('975')
  await expect(modal(page)).toContainText('$2,437.50')
  await expect(modal(page)).not.toContainText('claim.example')
  await tab(page, 'NFTs').click()
  const picture = modal(page).getByRole('button', { name: /Key 1/ }).locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await tab(page, 'Activity').click()
  await expect(modal(page)).toContainText('Received')
  await expect(modal(page)).toContainText('Minted')
  await expect(modal(page)).not.toContainText('claim.example')
  await expect(modal(page)).toContainText('Suspicious')
  expect([...asked].filter((origin) => !site.own.has(origin))).toEqual([])
})

/** Waits until the API has read the chain's newest block: what it does not know yet, no list can show. */
async function untilRead({ localnet, apiUrl }: Site): Promise<void> {
  const [{ id, url }] = localnet.chains as [Localnet['chains'][number]]
  const head = Number(await request(url, 'eth_blockNumber', []))
  const topOf = async (): Promise<number | undefined> => {
    const answer = await fetch(`${apiUrl}/health`)
    const { following } = (await answer.json()) as { following: { chain: string; top?: number }[] }
    return following.find(({ chain }) => chain === `eip155:${id}`)?.top
  }
  await expect.poll(topOf).toBeGreaterThanOrEqual(head)
}

test('A payment is in Activity at once, and leaves when the chain takes it back', async ({
  page,
  site,
}) => {
  await openAccount(page, site)
  await tab(page, 'Activity').click()
  const list = modal(page).getByRole('list', { name: 'Transactions' })
  await expect(list).toContainText('Minted')
  await page.keyboard.press('Escape')
  await onPage(page, 'Send 0.01 ETH').click()
  await wallet.approve(page)
  await expect(page.getByTestId('first').getByTestId('result')).toHaveText(/success in block/)
  await untilRead(site)
  await reopen(page)
  await tab(page, 'Activity').click()
  await expect(list).toContainText('0.01')
  await reorg(site.localnet.chains[0]!.url, 1)
  await expect(list).not.toContainText('0.01')
  await expect(modal(page)).toContainText('took a transaction back')
})

test('Without the API the account stays, says so, and shows what was read before', async ({
  page,
  site,
}) => {
  await openAccount(page, site)
  await tab(page, 'Tokens').click()
  await expect(modal(page)).toContainText('Localnet Token')
  await site.endApi()
  await page.reload()
  await expect(page.getByTestId('first').getByTestId('account')).toHaveText(/^0x/)
  await reopen(page)
  await tab(page, 'Tokens').click()
  await expect(modal(page)).toContainText('Localnet Token')
  await tab(page, 'Activity').click()
  await expect(modal(page)).toContainText('Activity could not be loaded')
  await expect(modal(page).getByRole('button', { name: /retry|try again/i })).toBeVisible()
})

/** A source of the host's own that answers with nonsense, which the service does not expect. */
const BROKEN_SOURCE = `export const options = {
  sources: [
    ({ chains }) => [
      { id: 'broken', chains: chains.ofFamily('eip155').map(({ id }) => id), history: async () => ({}) },
    ],
  ],
}`

test('A failure of the server is JSON with a reason, and the modal has only texts of its own [API-61]', async ({
  page,
}, info) => {
  const config = info.outputPath('broken.mjs')
  await writeFile(config, BROKEN_SOURCE)
  const site = await startSite(config)
  try {
    const { address } = site.localnet.accounts[0]!
    const chainId = `eip155:${site.localnet.chains[0]!.id}`
    const answer = await fetch(`${site.apiUrl}/v1/account/${address}/history?chainId=${chainId}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/json'])
    const body = (await answer.json()) as { reasons: { name: string; description: string }[] }
    expect(body).toEqual({
      status: 'FAILED',
      reasons: [{ name: 'internal', description: expect.stringMatching(/^The service failed/) }],
    })
    await openAccount(page, site)
    const failed = page.waitForResponse(
      (response) => response.url().includes('/history') && response.status() === 500,
    )
    await tab(page, 'Activity').click()
    await failed
    await expect(modal(page)).toContainText('Activity could not be loaded')
    const everything = await modal(page).evaluate((dialog) => {
      const root = dialog.getRootNode() as ShadowRoot
      return `${root.textContent} ${[...root.querySelectorAll('*')].map(({ outerHTML }) => outerHTML).join()}`
    })
    const [{ name, description }] = body.reasons as [(typeof body.reasons)[number]]
    for (const foreign of [name, description, 'FAILED']) expect(everything).not.toContain(foreign)
  } finally {
    await site.close()
  }
})

test('An NFT is sent from its own view, is on its way in words, and leaves the grid', async ({
  page,
  site,
}) => {
  await openAccount(page, site)
  await tab(page, 'NFTs').click()
  await modal(page).getByRole('button', { name: /Key 2/ }).click()
  await modal(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(modal(page)).toContainText('Localnet Keys #2')
  await modal(page).getByLabel('To', { exact: true }).fill(site.localnet.accounts[1]!.address)
  await modal(page).getByRole('button', { name: 'Review' }).click()
  await expect(modal(page).getByRole('heading', { level: 2 })).toHaveText('Localnet Keys #2')
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await wallet.approve(page)
  await expect(modal(page)).toContainText('Localnet Keys #2 sent')
  await tab(page, 'NFTs').click()
  await expect(modal(page).getByRole('button', { name: /Key 1/ })).toBeVisible()
  await expect(modal(page).getByRole('button', { name: /Key 2/ })).toHaveCount(0)
})

test('A right over tokens is listed, and gone once it was revoked', async ({ page, site }) => {
  const { accounts, chains, tokens } = site.localnet
  const spender = accounts[2]!.address.slice(2).toLowerCase().padStart(64, '0')
  // approve(address,uint256)
  await request(chains[0]!.url, 'eth_sendTransactionSync', [
    {
      from: accounts[0]!.address,
      to: tokens.erc20.address,
      data: `0x095ea7b3${spender}${'f'.repeat(64)}`,
    },
  ])
  await openAccount(page, site)
  await tab(page, 'Tokens').click()
  await modal(page).getByRole('button', { name: 'Approvals' }).click()
  await modal(page)
    .getByRole('button', { name: /LOCAL.*Unlimited/ })
    .click()
  await modal(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(modal(page)).toContainText('End a permission')
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await wallet.approve(page)
  await expect(modal(page)).toContainText('This right has ended')
  await modal(page).getByRole('button', { name: 'Back' }).click()
  await expect(modal(page)).toContainText('No site or contract may take your tokens')
})
