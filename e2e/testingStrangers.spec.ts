// @latchkey/testing on pages that others make: what `npm create wagmi` writes, RainbowKit, and Solana's wallet-adapter.
// Our own shop has the same tests in testing.spec.ts.
import type { Page } from '@playwright/test'
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test, type Site } from './support/testingStrangers.js'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const signature = /^0x[0-9a-f]{130}$/

/** Opens a site with wallets on it. */
const open = (site: Site) =>
  test.beforeEach(async ({ page, sites, wallet: _, solanaWallet: __ }) => {
    await page.goto(sites[site])
  })

test.describe('A page of create-wagmi', () => {
  open('create-wagmi')

  test('A visitor connects', async ({ page }) => {
    await press(page, 'Localnet Wallet')
    await expect(page.getByText('status: connected')).toContainText(/"0x[0-9a-fA-F]{40}"/)
  })

  test('A wallet that rejects connects nobody', async ({ page, wallet }) => {
    await wallet.follow('reject')
    await press(page, 'Localnet Wallet')
    await expect(page.getByText('User rejected the request.')).toBeVisible()
  })

  test('A visitor signs', async ({ page }) => {
    await press(page, 'Localnet Wallet')
    await press(page, 'Sign')
    await expect(page.getByTestId('signature')).toHaveText(signature)
  })

  test('The page follows a wallet that switches the network', async ({ page, wallet }) => {
    await press(page, 'Localnet Wallet')
    await wallet.setChain(11_155_111)
    await expect(page.getByText('status: connected')).toContainText('chainId: 11155111')
  })

  // The page that it makes has no relay: its WalletConnect asks for a package that is not installed.
  test('The page hears of a wallet that ends the connection', async ({ page, wallet }) => {
    await press(page, 'Localnet Wallet')
    await expect(page.getByText('status: connected')).toBeVisible()
    await wallet.disconnect()
    await expect(page.getByText('status: disconnected')).toBeVisible()
  })
})

test.describe('A page of RainbowKit', () => {
  // The relay is there before the page is.
  test.beforeEach(({ relay: _ }) => undefined)
  open('rainbowkit')
  const connect = async (page: Page, name: string) => {
    await press(page, 'Connect Wallet')
    await press(page, name)
  }
  const account = (page: Page) =>
    page.getByRole('button', { name: /0x[0-9a-fA-F]{2}…[0-9a-fA-F]{4}/ })

  test('A visitor connects', async ({ page }) => {
    await connect(page, 'Localnet Wallet')
    await expect(account(page)).toBeVisible()
  })

  // It forgets an answer that comes within 50 ms, so the owner of the wallet takes longer.
  test('A wallet that rejects connects nobody', async ({ page, wallet }) => {
    await wallet.follow('silent')
    await connect(page, 'Localnet Wallet')
    await expect(page.getByText('Opening Localnet Wallet...')).toBeVisible()
    await wallet.reject()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  test('A visitor signs', async ({ page }) => {
    await connect(page, 'Localnet Wallet')
    await press(page, 'Sign')
    await expect(page.getByRole('status')).toHaveText(signature)
  })

  test('A visitor switches the network', async ({ page, wallet }) => {
    await connect(page, 'Localnet Wallet')
    await press(page, 'Chain Selector')
    await press(page, 'Sepolia')
    await expect.poll(async () => (await wallet.state()).chainId).toBe(11_155_111)
  })

  test('A phone signs although the relay was lost meanwhile', async ({ page, phone, relay }) => {
    await connect(page, 'WalletConnect').then(() => phone.scan(page))
    await expect(account(page)).toBeVisible()
    await relay.goAway()
    await Promise.all([press(page, 'Sign'), relay.comeBack()])
    await expect(page.getByRole('status')).toHaveText(signature)
  })
})

test.describe('A page of wallet-adapter', () => {
  open('wallet-adapter')
  const connect = async (page: Page) => {
    await press(page, 'Select Wallet')
    await press(page, /^Localnet Wallet/)
  }
  /** Whether a text holds the bytes of a signature of `Hello` by this account, as Node's own code verifies it. */
  const isSigned = (account: string, bytes: string): boolean => {
    const x = Buffer.from(base58.decode(account)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from('Hello'), key, Buffer.from(bytes.split(',').map(Number)))
  }

  test('A visitor connects', async ({ page, solanaWallet }) => {
    await connect(page)
    await expect(page.getByTestId('account')).toHaveText(await solanaWallet.address('solana'))
  })

  test('A wallet that rejects connects nobody', async ({ page, solanaWallet }) => {
    solanaWallet.follow('reject')
    await connect(page)
    await expect(page.getByRole('alert')).toHaveText(/reject/i)
  })

  test('A visitor signs', async ({ page, solanaWallet }) => {
    await connect(page)
    await press(page, 'Sign')
    await expect(page.getByRole('status')).toHaveText(/^\d+(?:,\d+){63}$/)
    const bytes = await page.getByRole('status').innerText()
    expect(isSigned(await solanaWallet.address('solana'), bytes)).toBe(true)
  })

  // It knows neither a network that a wallet is on nor a relay.
  test('A visitor disconnects', async ({ page }) => {
    await connect(page)
    await press(page, /Disconnect$/)
    await expect(page.getByTestId('account')).toHaveText('disconnected')
  })

  test('A visitor is still connected after a reload', async ({ page, solanaWallet }) => {
    await connect(page)
    await expect(page.getByTestId('account')).not.toHaveText('disconnected')
    await page.reload()
    await expect(page.getByTestId('account')).toHaveText(await solanaWallet.address('solana'))
  })
})
