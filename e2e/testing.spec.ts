// @latchkey/testing on a page that is not ours and on ours, as a site's own tests would use it.
import { createPublicKey, verify } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './support/testingHosts.js'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** How a visitor opens each page's wallet; what it says of a wallet that refuses, and of networks. */
const hosts = {
  wagmi: {
    connect: (page: Page) => press(page, 'Localnet Wallet'),
    rejected: (page: Page) => page.getByText('User rejected the request.'),
    networks: ['1', '11155111'],
  },
  shop: {
    connect: async (page: Page) => {
      await press(page, /connect wallet/i)
      await press(page, /Localnet Wallet/)
    },
    rejected: (page: Page) => page.getByRole('heading', { name: 'Connection rejected' }),
    networks: ['Ethereum', 'Sepolia'],
  },
} as const

for (const [name, host] of Object.entries(hosts))
  test.describe(name, () => {
    test.beforeEach(async ({ page, hosts, wallet: _ }) => {
      await page.goto(`${hosts.url}testing-${name}.html`)
    })

    test('A visitor connects', async ({ page }) => {
      await host.connect(page)
      await expect(page.getByTestId('account')).toHaveText(ADDRESS)
    })

    test('A wallet that rejects connects nobody', async ({ page, wallet }) => {
      await wallet.follow('reject')
      await host.connect(page)
      await expect(host.rejected(page)).toBeVisible()
    })

    test('A visitor signs', async ({ page }) => {
      await host.connect(page)
      await press(page, 'Sign')
      await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
    })

    test('A visitor switches the network', async ({ page }) => {
      await host.connect(page)
      await press(page, 'Switch to Sepolia')
      await expect(page.getByTestId('network')).toHaveText(host.networks[1])
    })
  })

test.describe('A phone through a relay', () => {
  test.beforeEach(async ({ page, hosts, relay }) => {
    await page.goto(`${hosts.url}testing-shop.html?relay=${encodeURIComponent(relay.url)}`)
    await press(page, /connect wallet/i)
    await press(page, /^WalletConnect/)
  })

  test('A phone scans the code, connects and signs', async ({ page, phone }) => {
    await phone.scan(page)
    await press(page, 'Sign')
    await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
  })

  test('A phone that rejects connects nobody', async ({ page, phone }) => {
    phone.follow('reject')
    await phone.scan(page)
    await expect(hosts.shop.rejected(page)).toBeVisible()
  })

  test('A signature is made although the relay was lost meanwhile', async ({
    page,
    phone,
    relay,
  }) => {
    await phone.scan(page)
    await expect(page.getByTestId('account')).toHaveText(ADDRESS)
    await relay.goAway()
    await Promise.all([press(page, 'Sign'), relay.comeBack()])
    await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
  })
})

interface StandardWallet {
  accounts: { publicKey: Uint8Array }[]
  features: {
    'standard:connect': { connect(): Promise<unknown> }
    'solana:signMessage': {
      signMessage(input: object): Promise<{ signature: Uint8Array }[]>
    }
  }
}

test('A page that knows the Wallet Standard alone gets a Solana signature that verifies', async ({
  page,
  hosts,
  solanaWallet,
}) => {
  await page.goto(`${hosts.url}testing-wagmi.html`)
  const [key, signature] = await page.evaluate(async () => {
    const found: StandardWallet[] = []
    const detail = { register: (wallet: StandardWallet) => found.push(wallet) }
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))
    const [wallet] = found
    await wallet!.features['standard:connect'].connect()
    const input = { account: wallet!.accounts[0], message: new TextEncoder().encode('Hello') }
    const [signed] = await wallet!.features['solana:signMessage'].signMessage(input)
    return [[...wallet!.accounts[0]!.publicKey], [...signed!.signature]]
  })
  const der = Buffer.from(
    ['302a300506032b6570032100', Buffer.from(key!).toString('hex')].join(''),
    'hex',
  )
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from('Hello'), publicKey, Buffer.from(signature!))).toBe(true)
  expect(solanaWallet.requests.map(({ method }) => method)).toEqual([
    'connect',
    'solana_signMessage',
  ])
})
