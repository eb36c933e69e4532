// Two modals on one page, use by keyboard alone, and what opening the modal leaves untouched.
import { wallets } from './support/wallets.js'
import { expect, test } from './support/world.js'

const [localnetWallet] = wallets

test('Two modals on a page share nothing', async ({ page, world }) => {
  await localnetWallet.install(page, world.localnet)
  await page.goto(world.url)
  await page.getByLabel('Second modal').check()
  const [first, second] = [page.getByTestId('first'), page.getByTestId('second')]
  await first.getByRole('button', { name: /connect wallet/i }).click()
  await page.getByRole('dialog').getByRole('button', { name: localnetWallet.row }).click()
  await localnetWallet.approve(page)
  await expect(first.getByTestId('account')).toHaveText(/^0x/)
  await expect(second.getByTestId('account')).toHaveText('none')
  await second.getByRole('button', { name: /connect wallet/i }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByLabel('Second modal').check()
  await expect(first.getByTestId('account')).toHaveText(/^0x/)
  await expect(second.getByTestId('account')).toHaveText('none')
})

test('A visitor connects, opens the account and disconnects by keyboard alone', async ({
  page,
  world,
}) => {
  await localnetWallet.install(page, world.localnet)
  await page.goto(world.url)
  const first = page.getByTestId('first')
  await first.getByRole('button', { name: /connect wallet/i }).focus()
  await page.keyboard.press('Enter')
  const row = page.getByRole('dialog').getByRole('button', { name: localnetWallet.row })
  await expect(row).toBeVisible()
  for (
    let turn = 0;
    turn < 10 &&
    !(await row.evaluate(
      (element) => element === (element.getRootNode() as ShadowRoot).activeElement,
    ));
    turn++
  )
    await page.keyboard.press('Tab')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await localnetWallet.approve(page)
  await expect(first.getByTestId('account')).toHaveText(/^0x/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const accountButton = first.getByRole('button', { name: /0x/ }).first()
  await accountButton.focus()
  await page.keyboard.press('Enter')
  const out = page.getByRole('dialog').getByRole('button', { name: /disconnect/i })
  await out.focus()
  await page.keyboard.press('Enter')
  await expect(first.getByTestId('account')).toHaveText('none')
})

test("Navigating the modal leaves the page's address and history unchanged", async ({
  page,
  world,
}) => {
  await localnetWallet.install(page, world.localnet)
  await page.goto(world.url)
  const before = await page.evaluate(() => [location.href, history.length])
  await page
    .getByTestId('first')
    .getByRole('button', { name: /connect wallet/i })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: localnetWallet.row }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => [location.href, history.length])).toEqual(before)
})

test('No request goes to a host that the options do not name, before or after a click', async ({
  page,
  world,
}) => {
  const named = [new URL(world.url).origin, ...world.localnet.chains.map(({ url }) => url)]
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !named.some((url) => request.url().startsWith(url)))
      foreign.push(request.url())
  })
  await localnetWallet.install(page, world.localnet)
  await page.goto(world.url)
  await page
    .getByTestId('first')
    .getByRole('button', { name: /connect wallet/i })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: localnetWallet.row }).click()
  await localnetWallet.approve(page)
  await expect(page.getByTestId('first').getByTestId('account')).toHaveText(/^0x/)
  await page.waitForLoadState('networkidle')
  expect(foreign).toEqual([])
})
