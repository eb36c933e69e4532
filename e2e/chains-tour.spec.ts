// A visitor's tour on each of the five chain families: connect, sign in at a real server, send from
// the account, sign out.
import type { Page } from '@playwright/test'
import { answering, expect, test, type Chains } from './support/chainsWorld.js'
import { evm, families, MESSAGE, type Family } from './support/families.js'

const first = (page: Page) => page.getByTestId('first')
const account = (page: Page) => first(page).getByTestId('account')
const modal = (page: Page) => page.getByRole('dialog')
const top = (page: Page, name: string | RegExp) =>
  modal(page).getByRole('heading', { level: 1, name })
const press = (page: Page, name: string | RegExp) =>
  modal(page).getByRole('button', { name }).click()

interface Settings {
  siwx?: 'optional' | 'required'
  hostPreviews?: 'on'
}
async function visit(
  page: Page,
  { url }: Chains,
  { siwx = 'required', hostPreviews }: Settings = {},
) {
  await page.addInitScript(
    (kept) =>
      Object.entries(kept).forEach(([name, value]) =>
        localStorage.setItem(`playground:${name}`, value),
      ),
    { wallet: 'on', siwx, ...(hostPreviews && { 'host-previews': hostPreviews }) },
  )
  await page.goto(url)
}

async function connect(page: Page, { row, choice }: Family) {
  await first(page)
    .getByRole('button', { name: /connect wallet/i })
    .click()
  await answering(page, async () => {
    await press(page, row)
    if (choice) await press(page, choice)
  })
}

/** Asks the server who a visitor with these cookies is. */
async function signedIn(
  page: Page,
  { siwxUrl }: Chains,
  address: string,
  cookie?: string,
): Promise<number> {
  const { sessions } = (await (
    await page.request.get(`${siwxUrl}/sessions`, {
      params: { accountAddress: address },
      ...(cookie !== undefined && { headers: { cookie } }),
    })
  ).json()) as { sessions: { data: { accountAddress: string } }[] }
  return sessions.filter(({ data }) => data.accountAddress === address).length
}

for (const family of [evm, ...families])
  test(`A visitor on ${family.name} connects, signs in, sends, and signs out`, async ({
    page,
    context,
    chains,
  }) => {
    test.slow()
    const owner = family.owner(chains)
    const amount = family.gift.words.split(' ')[1]!
    await visit(page, chains)
    await connect(page, family)
    await expect(top(page, 'Sign in')).toBeVisible()
    expect(await signedIn(page, chains, owner)).toBe(0)
    const signed = await answering(page, () => press(page, 'Sign'))
    expect(signed).toContain(`${new URL(chains.url).host} wants you to sign in with your `)
    await expect(modal(page)).toHaveCount(0)
    expect(await signedIn(page, chains, owner)).toBe(1)
    const cookie = (await context.cookies()).find(({ name }) => name === 'siwx')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

    const before = await family.balance(chains, family.receiver)
    await first(page)
      .getByRole('button', { name: owner.slice(0, 4) })
      .first()
      .click()
    await press(page, 'Send')
    await modal(page).getByLabel('Amount').fill(amount)
    await modal(page).getByLabel('To', { exact: true }).fill(family.receiver)
    await press(page, 'Review')
    const review = modal(page).locator('[data-step=review]')
    await expect(review.locator('[data-address]')).toHaveText([family.receiver, owner])
    for (const fact of [amount, family.network(chains), 'Network fee', 'Total'])
      await expect(review).toContainText(fact)
    await answering(page, () => press(page, 'Confirm'))
    await expect(top(page, 'Account')).toBeVisible()
    await Promise.all([
      expect
        .poll(async () => (await family.balance(chains, family.receiver)) - before)
        .toBe(family.gift.amount),
      expect(page.getByRole('status').filter({ hasText: / sent$/ })).toBeVisible(),
    ])

    await press(page, /^Disconnect /)
    await expect(account(page)).toHaveText('none')
    await expect.poll(() => signedIn(page, chains, owner, `siwx=${cookie!.value}`)).toBe(0)
  })

const [solana, , polkadot] = families as [Family, Family, Family]

test('After a required signature was declined the modal stays open, and Esc shakes it', async ({
  page,
  chains,
}) => {
  await visit(page, chains)
  await connect(page, solana)
  await answering(page, () => press(page, 'Sign'), { answer: 'Reject' })
  await expect(modal(page)).toContainText('Signature declined')
  await modal(page).evaluate((dialog) =>
    dialog.addEventListener('animationstart', (event) =>
      dialog.setAttribute('data-test-moved', (event as AnimationEvent).animationName),
    ),
  )
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[data-test-moved$=shake]')).toHaveCount(1)
  await expect(top(page, 'Sign in')).toBeVisible()
  await press(page, 'Cancel')
  await expect(account(page)).toHaveText('none')
})

test('A request that is rejected in its preview never reaches the wallet', async ({
  page,
  chains,
}) => {
  await visit(page, chains, { siwx: 'optional', hostPreviews: 'on' })
  await connect(page, polkadot)
  await press(page, 'Cancel')
  let popups = 0
  page.on('popup', () => popups++)
  await first(page).getByRole('button', { name: 'Sign a message' }).click()
  await expect(modal(page)).toContainText(MESSAGE)
  // The address as its network spells it, which differs from the wallet's spelling.
  await expect(modal(page).getByTitle(polkadot.owner(chains))).toBeVisible()
  await press(page, 'Reject')
  await expect(first(page).getByTestId('result')).toContainText('wallet.user_rejected')
  expect(popups).toBe(0)
  await first(page).getByRole('button', { name: 'Sign a message' }).click()
  expect(await answering(page, () => press(page, 'Confirm'))).toContain(MESSAGE)
  await expect(first(page).getByTestId('result')).toHaveText(/^Sign: /)
})
