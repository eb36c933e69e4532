// Plugins that know of no embedded wallet: sending, and sign-in with a wallet message. And a page without
// the modal.
import { parseEther, verifyMessage, type Address } from 'viem'
import {
  addressesOf,
  approve,
  approveDevice,
  approving,
  expect,
  frameOf,
  modal,
  readCard,
  signInAnew,
  test,
} from './support/embeddedWorld.js'

const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('Send pays from the embedded wallet, whose card names receiver, amount and fee', async ({
  page,
  world,
}) => {
  await page.goto(world.shop())
  await signInAnew(page, world, 'send@shop.example')
  await expect(modal(page)).toHaveCount(0)
  const { eip155 = '' } = await addressesOf(page)
  await world.fund(eip155, '2')
  const before = await world.balance(RECEIVER)
  await page.getByRole('button', { name: /^0x/ }).click()
  await modal(page).getByRole('button', { name: 'Send' }).click()
  await modal(page).getByLabel('Amount').fill('0.3')
  await modal(page).getByLabel('To', { exact: true }).fill(RECEIVER)
  await modal(page).getByRole('button', { name: 'Review' }).click()
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  const card = await approve(page, world)
  for (const fact of [RECEIVER, '0.3 ETH', 'Sepolia']) expect(card).toContain(fact)
  await expect(modal(page).getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect.poll(async () => (await world.balance(RECEIVER)) - before).toBe(parseEther('0.3'))
})

test('A required sign-in is asked for in its own view, and signed in the frame', async ({
  page,
  world,
}) => {
  await page.goto(world.shop({ siwx: 'required' }))
  await signInAnew(page, world, 'siwx@shop.example')
  const heading = modal(page).getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Sign in')
  await modal(page).getByRole('button', { name: 'Sign', exact: true }).click()
  const card = await approve(page, world)
  expect(card).toContain(new URL(world.shop()).host)
  await expect(modal(page)).toHaveCount(0)
  expect(await sessionOf(page)).toMatchObject({
    accountAddress: (await addressesOf(page))['eip155'],
    domain: new URL(world.shop()).host,
  })
})

test('With one family the sign-in is signed while it connects, by one approval', async ({
  page,
  world,
}) => {
  await page.goto(world.shop({ siwx: 'required', families: 'eip155' }))
  await signInAnew(page, world, 'one@shop.example')
  const card = await approve(page, world)
  for (const fact of ['Sign in', new URL(world.shop()).host, 'Welcome.'])
    expect(card).toContain(fact)
  await expect(modal(page)).toHaveCount(0)
  const { eip155 } = await addressesOf(page)
  expect(await sessionOf(page)).toMatchObject({
    accountAddress: eip155,
    domain: new URL(world.shop()).host,
  })
  // The view that asks by itself was never needed, and no second card follows.
  await expect((await frameOf(page, world)).locator('.card')).toHaveCount(0)
})

test('A sign-in that is declined while it connects can be tried again without another code', async ({
  page,
  world,
}) => {
  await page.goto(world.shop({ siwx: 'required', families: 'eip155' }))
  await signInAnew(page, world, 'declines@shop.example')
  await readCard(page, world)
  await (await frameOf(page, world)).getByRole('button', { name: 'Reject' }).click()
  await expect(modal(page).getByRole('alert')).toBeVisible()
  expect(await addressesOf(page)).toEqual({})
  await modal(page).getByRole('button', { name: 'Try again' }).click()
  await approve(page, world)
  await expect(modal(page)).toHaveCount(0)
  expect(await sessionOf(page)).toMatchObject({
    accountAddress: (await addressesOf(page))['eip155'],
  })
})

/** The message of the session that the page has. */
const sessionOf = (page: import('@playwright/test').Page): Promise<unknown> =>
  page.evaluate(
    () =>
      (
        window as unknown as {
          kernel: { plugins: { siwx: { session: { get(): { session?: { data: unknown } } } } } }
        }
      ).kernel.plugins.siwx.session.get().session?.data,
  )

test('On a page without the modal a container holds the frame, and shows it for an approval alone', async ({
  page,
  world,
}) => {
  const email = 'bare@shop.example'
  await page.goto(world.shop({ container: '' }))
  const wallet = page.locator('#wallet iframe')
  const signingIn = page.evaluate(
    (address) => window.kernel.plugins.embedded.signIn(address),
    email,
  )
  const code = await approveDevice(page.context(), world, email)
  await signingIn
  await expect(wallet).toBeHidden()
  await page.evaluate((otp) => window.kernel.plugins.embedded.submitCode(otp), code)
  const { eip155 = '' } = await addressesOf(page)
  expect(eip155).not.toBe('')
  const asked = page.evaluate(() => window.shop.sign('Without a modal'))
  await readCard(page, world)
  await expect(wallet).toBeVisible()
  const signature = await approving(page, world, asked)
  const address = eip155 as Address
  expect(await verifyMessage({ address, message: 'Without a modal', signature })).toBe(true)
  await expect(wallet).toBeHidden()
  const refused = page.evaluate(() =>
    window.shop.sign('No').then(
      () => 'signed',
      (error: { walk(is: (one: unknown) => boolean): unknown }) =>
        error.walk((one) => (one as { code?: unknown }).code === 4001) !== null,
    ),
  )
  await readCard(page, world)
  await (await frameOf(page, world)).getByRole('button', { name: 'Reject' }).click()
  expect(await refused).toBe(true)
  await page.reload()
  await expect.poll(() => addressesOf(page)).toMatchObject({ eip155 })
  await expect(wallet).toBeHidden()
  const again = page.evaluate(() => window.shop.sign('Again'))
  expect(
    await verifyMessage({
      address,
      message: 'Again',
      signature: await approving(page, world, again),
    }),
  ).toBe(true)
})
