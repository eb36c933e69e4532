// The main tasks with each of three EVM wallets, against real nodes: connect, reject, sign, send,
// switch from either side, follow the wallet, reload, disconnect.
import type { Page } from '@playwright/test'
import { createPublicClient, http, verifyMessage, verifyTypedData } from 'viem'
import { wallets, type TestWallet } from './support/wallets.js'
import { expect, test, type World } from './support/world.js'

const first = (page: Page) => page.getByTestId('first')
const account = (page: Page) => first(page).getByTestId('account')
const network = (page: Page) => first(page).getByTestId('network')
const result = (page: Page) => first(page).getByTestId('result')
const modal = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) =>
  first(page).getByRole('button', { name }).click()

async function visit(page: Page, world: World, wallet: TestWallet) {
  await wallet.install(page, world.localnet)
  await page.goto(world.url)
}

async function connect(page: Page, wallet: TestWallet) {
  await press(page, /connect wallet/i)
  await modal(page).getByRole('button', { name: wallet.row }).click()
  await wallet.approve(page)
  await expect(account(page)).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await expect(modal(page)).toHaveCount(0)
}

for (const wallet of wallets)
  test.describe(wallet.title, () => {
    test('A visitor connects, sees the balance of the node, and signs a message that verifies', async ({
      page,
      world,
    }) => {
      await visit(page, world, wallet)
      await connect(page, wallet)
      const address = (await account(page).textContent()) as `0x${string}`
      const client = createPublicClient({ transport: http(world.localnet.chains[0]!.url) })
      const wei = await client.getBalance({ address })
      await press(page, 'Read the balance')
      await expect(result(page)).toHaveText(`Balance: ${wei} base units of ETH`)
      await press(page, 'Sign a message')
      await wallet.approve(page)
      await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
      const signature = ((await result(page).textContent()) ?? '').replace(
        'Sign: ',
        '',
      ) as `0x${string}`
      expect(
        await verifyMessage({ address, message: 'Hello from the playground', signature }),
      ).toBe(true)
    })

    if (wallet.typedData)
      test('The wallet signs typed data that verifies', async ({ page, world }) => {
        await visit(page, world, wallet)
        await connect(page, wallet)
        const address = (await account(page).textContent()) as `0x${string}`
        await press(page, 'Sign typed data')
        await wallet.approve(page)
        await expect(result(page)).toHaveText(/^Typed data: 0x[0-9a-f]+$/)
        const signature = ((await result(page).textContent()) ?? '').replace(
          'Typed data: ',
          '',
        ) as `0x${string}`
        expect(
          await verifyTypedData({
            address,
            signature,
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

    test('A transfer reaches the receiver on the node', async ({ page, world }) => {
      await visit(page, world, wallet)
      await connect(page, wallet)
      const client = createPublicClient({ transport: http(world.localnet.chains[0]!.url) })
      const receiver = '0x000000000000000000000000000000000000dEaD'
      const before = await client.getBalance({ address: receiver })
      await press(page, 'Send 0.01 ETH')
      await wallet.approve(page)
      await expect(result(page)).toHaveText(/^Send: 0x[0-9a-f]{64} success in block \d+$/)
      expect((await client.getBalance({ address: receiver })) - before).toBe(
        10_000_000_000_000_000n,
      )
    })

    if (wallet.reject)
      test('A cancelled connection is reported, and connects on retry', async ({ page, world }) => {
        await visit(page, world, wallet)
        await press(page, /connect wallet/i)
        await modal(page).getByRole('button', { name: wallet.row }).click()
        await wallet.reject?.(page)
        await expect(modal(page)).toContainText('Connection rejected')
        await expect(account(page)).toHaveText('none')
        const retry = modal(page).getByRole('button', { name: /try again/i })
        await expect(retry).toBeFocused()
        await retry.click()
        await wallet.approve(page)
        await expect(account(page)).toHaveText(/^0x/)
      })

    if (wallet.switches)
      test('The network can be switched from the page and from the wallet', async ({
        page,
        world,
      }) => {
        await visit(page, world, wallet)
        await connect(page, wallet)
        await expect(network(page)).toHaveText('Localnet One')
        await press(page, /^Switch to/)
        await wallet.approve(page)
        await expect(network(page)).toHaveText('Localnet Two')
        await wallet.setChain?.(page, 31337)
        await expect(network(page)).toHaveText('Localnet One')
      })

    if (wallet.setChain)
      test('The modal names a network that the host did not configure, and brings the wallet back', async ({
        page,
        world,
      }) => {
        await visit(page, world, wallet)
        await connect(page, wallet)
        await wallet.setChain?.(page, 999_999)
        await expect(network(page)).toHaveText('Unknown Network')
        await expect(modal(page)).toBeVisible()
        await modal(page)
          .getByRole('button', { name: /Localnet One/ })
          .click()
        await wallet.approve(page)
        await expect(network(page)).toHaveText('Localnet One')
        await expect(modal(page)).toHaveCount(0)
      })

    if (wallet.setAccount)
      test('The page follows the account chosen in the wallet', async ({ page, world }) => {
        await visit(page, world, wallet)
        await connect(page, wallet)
        await wallet.setAccount?.(page, 2)
        await expect(account(page)).toHaveText(world.localnet.accounts[2]!.address)
      })

    if (wallet.remembers)
      test('A reload restores the connection without a prompt', async ({ page, world }) => {
        await visit(page, world, wallet)
        await connect(page, wallet)
        await page.reload()
        await expect(account(page)).toHaveText(/^0x[0-9a-fA-F]{40}$/)
        expect(await wallet.waiting(page)).toBe(0)
      })

    test('The page disconnects, and stays disconnected after a reload', async ({ page, world }) => {
      await visit(page, world, wallet)
      await connect(page, wallet)
      await press(page, 'Disconnect')
      await expect(account(page)).toHaveText('none')
      await page.reload()
      await expect(first(page).getByRole('button', { name: /connect wallet/i })).toBeVisible()
      await expect(account(page)).toHaveText('none')
    })

    if (wallet.disconnect)
      test('The page follows a disconnect in the wallet', async ({ page, world }) => {
        await visit(page, world, wallet)
        await connect(page, wallet)
        await wallet.disconnect?.(page)
        await expect(account(page)).toHaveText('none')
      })
  })
