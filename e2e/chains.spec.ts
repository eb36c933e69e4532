// The main tasks on each chain family besides EVM, each on its own node: connect, reject, balance,
// sign, send, reload, disconnect.
import { addressesOf } from '@latchkey-tools/localnet'
import type { Page } from '@playwright/test'
import { answering, expect, test, type Chains } from './support/chainsWorld.js'
import { families, MESSAGE, type Family } from './support/families.js'

const first = (page: Page) => page.getByTestId('first')
const account = (page: Page) => first(page).getByTestId('account')
const result = (page: Page) => first(page).getByTestId('result')
const modal = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) =>
  first(page).getByRole('button', { name }).click()

async function visit(page: Page, { url }: Chains) {
  await page.goto(url)
  await page.getByLabel(/Local wallet in this page/).check()
}

/** Chooses the wallet of this family, which then asks for approval. */
async function choose(page: Page, { row, choice }: Family, isOpen = false) {
  if (!isOpen) await press(page, /connect wallet/i)
  await modal(page).getByRole('button', { name: row }).click()
  if (!choice) return
  // Chains of the wallet may still come in: a row that moved between down and up of the pointer took no press,
  // and the person presses again.
  const chain = modal(page).getByRole('button', { name: choice })
  await chain.waitFor()
  await expect(async () => {
    if (await chain.count()) await chain.click({ timeout: 5_000 })
    await expect(chain).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

async function connect(page: Page, family: Family, chains: Chains) {
  await answering(page, () => choose(page, family))
  await expect(account(page)).toHaveText(family.owner(chains))
  await expect(modal(page)).toHaveCount(0)
}
const answerOf = async (page: Page, name: string): Promise<string> => {
  await expect(result(page)).toHaveText(new RegExp(`^${name}( failed)?: `))
  return ((await result(page).textContent()) ?? '').replace(`${name}: `, '')
}

for (const family of families)
  test.describe(family.name, () => {
    test('A visitor connects, sees the balance of the node, and signs a message that verifies', async ({
      page,
      chains,
    }) => {
      await visit(page, chains)
      await connect(page, family, chains)
      const held = await family.balance(chains, family.owner(chains))
      await press(page, 'Read the balance')
      expect(await answerOf(page, 'Balance')).toMatch(new RegExp(`^${held} base units of `))
      const words = await answering(page, () => press(page, 'Sign a message'))
      expect(words).toContain(MESSAGE)
      expect(await family.isSigned(await answerOf(page, 'Sign'), chains)).toBe(true)
    })

    test('A transfer reaches the receiver on the node', async ({ page, chains }) => {
      await visit(page, chains)
      await connect(page, family, chains)
      const before = await family.balance(chains, family.receiver)
      await answering(page, () => press(page, family.gift.words))
      expect(await answerOf(page, 'Send')).toMatch(/^[0-9a-zA-Z]{60,90}$/)
      await expect
        .poll(async () => (await family.balance(chains, family.receiver)) - before)
        .toBe(family.gift.amount)
    })

    test('A declined connection is reported and can be retried, and a declined message stays unsigned', async ({
      page,
      chains,
    }) => {
      await visit(page, chains)
      await answering(page, () => choose(page, family), { answer: 'Reject' })
      await expect(modal(page)).toContainText('Connection rejected')
      await expect(account(page)).toHaveText('none')
      await answering(page, () =>
        modal(page)
          .getByRole('button', { name: /try again/i })
          .click(),
      )
      await expect(account(page)).toHaveText(family.owner(chains))
      await answering(page, () => press(page, 'Sign a message'), { answer: 'Reject' })
      expect(await answerOf(page, 'Sign')).toContain('wallet.user_rejected')
    })

    test('A reload restores the connection without a prompt, and a disconnect ends it for good', async ({
      page,
      chains,
    }) => {
      await visit(page, chains)
      await connect(page, family, chains)
      let popups = 0
      page.on('popup', () => popups++)
      await page.reload()
      await expect(account(page)).toHaveText(family.owner(chains))
      await press(page, 'Disconnect')
      await expect(account(page)).toHaveText('none')
      await page.reload()
      await expect(first(page).getByRole('button', { name: /connect wallet/i })).toBeVisible()
      await expect(account(page)).toHaveText('none')
      expect(popups).toBe(0)
    })
  })

test('The addresses of the local key are the ones that its wallets show', ({ chains }) => {
  expect(chains.owner).toMatchObject(addressesOf(chains.shown.accounts[0]!.privateKey))
})
