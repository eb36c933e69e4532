// One WalletConnect session over all five chain families, with the demo wallet's page at its other
// end.
import type { Page } from '@playwright/test'
import { verifyMessage, type Hex } from 'viem'
import { expect, test as base, type Chains } from './support/chainsWorld.js'
import { families, MESSAGE, type Family } from './support/families.js'
import {
  account,
  demoWallet,
  modal,
  part,
  press,
  result,
  showCode,
  textOf,
} from './support/relayWorld.js'
import { PageWallet } from './support/relayWallets.js'
import { servePage } from './support/world.js'

/**
 * `wallet` is the demo wallet's page. A violation of its policy or an uncaught error fails the test.
 */
const test = base.extend<{ wallet: PageWallet }, { walletUrl: string }>({
  walletUrl: [
    async ({ chains }, use) => {
      const page = await servePage(demoWallet, chains.shown, chains.relayUrl)
      await use(page.url)
      await page.close()
    },
    { scope: 'worker' },
  ],
  async wallet({ browser, chains, walletUrl }, use) {
    const wallet = await PageWallet.open(browser, walletUrl, chains.shown)
    const problems: string[] = []
    wallet.page.on('pageerror', ({ message }) => problems.push(message))
    wallet.page.on('console', (message) => {
      // polkadot.js tries WebAssembly on import. Where the policy forbids it, it logs an error and
      // works without it.
      if (
        message.type() === 'error' &&
        /Content Security Policy|Trusted ?Type/i.test(message.text()) &&
        !message.text().includes('@polkadot/wasm-crypto')
      )
        problems.push(message.text())
    })
    await use(wallet)
    await wallet.close()
    expect(problems).toEqual([])
  },
})

const EVM = 'Localnet One'

/** Switches the page to this network. */
async function use(page: Page, network: string): Promise<void> {
  const now = await textOf(part(page).getByTestId('network'))
  if (now === network) return
  await part(page).getByRole('button', { name: now, exact: true }).click()
  await modal(page).getByRole('button', { name: network }).click()
  await expect(part(page).getByTestId('network')).toHaveText(network)
  // Without an account on that family the modal stays open and offers to connect.
  await expect(async () => {
    if (await modal(page).count()) await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

async function connect(page: Page, wallet: PageWallet, { url }: Chains): Promise<void> {
  await page.goto(url)
  await wallet.pair(await showCode(page))
  await wallet.connect()
  await expect(account(page)).not.toHaveText('none')
  await expect(modal(page)).toHaveCount(0)
}

const answerOf = async (page: Page, name: string): Promise<string> => {
  await expect(result(page)).toHaveText(new RegExp(`^${name}( failed)?: `))
  return (await textOf(result(page))).replace(`${name}: `, '')
}
async function signs(page: Page, wallet: PageWallet): Promise<string> {
  await press(page, 'Sign a message')
  await expect(wallet.decision).toContainText(MESSAGE)
  await wallet.approve()
  return answerOf(page, 'Sign')
}

test('One code connects all five families, and each signs with its own key', async ({
  page,
  chains,
  wallet,
}) => {
  test.slow()
  await page.goto(chains.url)
  await wallet.pair(await showCode(page))
  for (const { name } of families) await expect(wallet.decision.getByLabel(name)).toBeChecked()
  await expect(wallet.decision).toContainText('messages and transactions')
  await wallet.connect()
  const { address } = chains.shown.accounts[0]!
  await expect(account(page)).not.toHaveText('none')
  await use(page, EVM)
  await expect(account(page)).toHaveText(address)
  expect(
    await verifyMessage({
      address,
      message: MESSAGE,
      signature: (await signs(page, wallet)) as Hex,
    }),
  ).toBe(true)
  for (const family of families) {
    await use(page, family.network(chains))
    await expect(account(page)).toHaveText(family.owner(chains))
    expect(await family.isSigned(await signs(page, wallet), chains)).toBe(true)
  }
  await expect(wallet.page.getByTestId('session')).toHaveCount(1)
})

test('A request that the wallet declines stays unsigned, and the site is told why', async ({
  page,
  chains,
  wallet,
}) => {
  test.slow()
  await connect(page, wallet, chains)
  for (const family of families) {
    await use(page, family.network(chains))
    await press(page, 'Sign a message')
    await wallet.reject()
    expect(await answerOf(page, 'Sign')).toContain('wallet.user_rejected')
  }
})

for (const family of families)
  test(`The page sends on ${family.name}, and the node shows the receiver's new balance`, async ({
    page,
    chains,
    wallet,
  }) => {
    test.slow()
    await connect(page, wallet, chains)
    await use(page, family.network(chains))
    const before = await family.balance(chains, family.receiver)
    await press(page, family.gift.words)
    await wallet.approve()
    expect(await answerOf(page, 'Send')).toMatch(/^[0-9a-zA-Z]{60,90}$/)
    await expect
      .poll(async () => (await family.balance(chains, family.receiver)) - before)
      .toBe(family.gift.amount)
  })

test('The wallet shares only the ticked families, and takes one back without the others', async ({
  page,
  chains,
  wallet,
}) => {
  test.slow()
  const [solana, bitcoin, , cosmos] = families as [Family, Family, Family, Family]
  await page.goto(chains.url)
  await wallet.pair(await showCode(page))
  await wallet.decision.getByLabel('Cosmos').uncheck()
  await wallet.connect()
  await expect(account(page)).not.toHaveText('none')
  await use(page, cosmos.network(chains))
  await expect(account(page)).toHaveText('none')
  await use(page, solana.network(chains))
  await expect(account(page)).toHaveText(solana.owner(chains))
  await wallet.page.getByRole('button', { name: 'Stop sharing Solana' }).click()
  await expect(account(page)).not.toHaveText(solana.owner(chains))
  await use(page, bitcoin.network(chains))
  await expect(account(page)).toHaveText(bitcoin.owner(chains))
  expect(await bitcoin.isSigned(await signs(page, wallet), chains)).toBe(true)
  await use(page, EVM)
  await expect(account(page)).toHaveText(chains.shown.accounts[0]!.address)
  await expect(wallet.page.getByTestId('session')).not.toContainText('Solana')
})

test('The session survives a reload on both sides, and ending it in the wallet disconnects all families', async ({
  page,
  chains,
  wallet,
}) => {
  test.slow()
  await connect(page, wallet, chains)
  await page.reload()
  await wallet.page.reload()
  for (const family of families) {
    await expect(wallet.page.getByTestId('session')).toContainText(family.name)
    await use(page, family.network(chains))
    await expect(account(page)).toHaveText(family.owner(chains))
  }
  await wallet.disconnect()
  await expect(account(page)).toHaveText('none')
  await expect(wallet.page.getByTestId('session')).toHaveCount(0)
  for (const network of [EVM, ...families.map((family) => family.network(chains))]) {
    await use(page, network)
    await expect(account(page)).toHaveText('none')
  }
})
