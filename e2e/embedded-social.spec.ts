// Sign-in by each provider and by Farcaster, and a change of email, in a shop whose frame is of another site.
import {
  addressesOf,
  codeOf,
  connectButton,
  expect,
  modal,
  signInAnew,
  typeCode,
} from './support/embeddedWorld.js'
import { consent, isConnected, NAMES, open, PROVIDERS, test } from './support/socialWorld.js'

for (const name of PROVIDERS)
  test(`A person signs in by ${NAMES[name]}, and has the same addresses the next time`, async ({
    page,
    context,
    world,
  }) => {
    await page.goto(world.shop())
    await consent(await open(page, name))
    await isConnected(page)
    const first = await addressesOf(page)
    await context.clearCookies()
    const next = await (await context.browser()!.newContext()).newPage()
    await next.goto(world.shop())
    await consent(await open(next, name))
    // A new device opens the wallet by the operator's recovery.
    await expect.poll(() => addressesOf(next), { timeout: 30_000 }).toEqual(first)
    await next.context().close()
  })

for (const coop of ['same-origin', 'same-origin-allow-popups'] as const)
  test(`A provider that severs its window (${coop}) does not end the sign-in`, async ({
    page,
    world,
    providers,
  }) => {
    providers.switch('google', { coop })
    await page.goto(world.shop())
    await consent(await open(page, 'google'))
    await isConnected(page)
  })

test('A person who refuses at the provider is told so, and tries again', async ({
  page,
  world,
}) => {
  await page.goto(world.shop())
  const popup = await open(page, 'discord')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal(page)).toContainText('You did not allow the sign-in at Discord.')
  const again = modal(page).getByRole('button', { name: 'Try again' })
  const [second] = await Promise.all([page.waitForEvent('popup'), again.click()])
  await consent(second)
  await isConnected(page)
})

test('A provider that fails is told so, and the account stays what it was', async ({
  page,
  world,
  providers,
}) => {
  providers.switch('github', { fault: '500' })
  await page.goto(world.shop())
  await consent(await open(page, 'github'))
  await expect(modal(page)).toContainText('GitHub cannot be reached')
  providers.switch('github', {})
  const again = modal(page).getByRole('button', { name: 'Try again' })
  const [second] = await Promise.all([page.waitForEvent('popup'), again.click()])
  await consent(second)
  await isConnected(page)
})

test('A window that is closed before it has gone to the provider ends the sign-in with a sentence', async ({
  page,
  context,
  world,
}) => {
  let answer = (): void => undefined
  const isClosed = new Promise<void>((resolve) => (answer = resolve))
  await context.route('**/v1/social/x/start', async (route) => {
    await isClosed
    // The frame may have given the request up.
    await route.continue().catch(() => undefined)
  })
  await page.goto(world.shop())
  const popup = await open(page, 'x')
  await popup.close()
  await expect(modal(page)).toContainText('Popup closed', { timeout: 20_000 })
  answer()
})

test('A window that is closed at a provider that hides no window ends the sign-in too', async ({
  page,
  world,
}) => {
  await page.goto(world.shop())
  const popup = await open(page, 'discord')
  await expect(popup.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await popup.close()
  await expect(modal(page)).toContainText('Popup closed', { timeout: 20_000 })
})

test('A page that is loaded again in a sign-in says so, begins it again, and names the connection', async ({
  page,
  world,
}) => {
  await page.goto(world.shop())
  const popup = await open(page, 'google')
  // The window is opened before the sign-in is loaded: it has begun when the provider's page is there.
  await expect(popup.getByRole('button', { name: /^Continue as / })).toBeVisible()
  await page.reload()
  await expect(modal(page)).toContainText('This page was loaded again during the sign-in.')
  await popup.close()
  const again = modal(page).getByRole('button', { name: 'Try again' })
  const [second] = await Promise.all([page.waitForEvent('popup'), again.click()])
  await consent(second)
  await isConnected(page)
  const names = () =>
    page.evaluate(() => window.kernel.ports.connections.get().connections.map(({ name }) => name))
  expect(await names()).toEqual(['Google'])
  await page.reload()
  await isConnected(page)
  expect(await names()).toEqual(['Google'])
  await expect(modal(page)).toBeHidden()
})

test('A person signs in by Farcaster with the code of their app', async ({
  page,
  world,
  farcaster,
}) => {
  await page.goto(world.shop())
  await connectButton(page).click()
  await modal(page).getByRole('button', { name: 'Continue with Farcaster' }).click()
  await expect(modal(page).getByRole('img', { name: 'QR code for Farcaster' })).toBeVisible()
  const uri = await page.evaluate(() => window.kernel.plugins.embedded.state.get().social.uri)
  await farcaster.approve(uri ?? '')
  await isConnected(page)
})

test('A person changes their email, and the old address takes it back', async ({ page, world }) => {
  const [old, next] = [`old${Date.now()}@shop.example`, `new${Date.now()}@shop.example`]
  await page.goto(world.shop())
  await signInAnew(page, world, old)
  await isConnected(page)
  await page.getByRole('button', { name: /0x/i }).first().click()
  await modal(page).getByRole('button', { name: 'Change email' }).click()
  await modal(page).getByRole('textbox', { name: 'New email address' }).fill(next)
  await modal(page).getByRole('button', { name: 'Continue' }).click()
  await expect(modal(page)).toContainText('to your old address')
  await typeCode(page, await codeOf(world, old))
  await expect(modal(page)).toContainText(next)
  await typeCode(page, await codeOf(world, next))
  await expect(modal(page)).toContainText(`You sign in with ${next} from now on.`)
  let text = ''
  while (!text.includes('/email-change/')) ({ text } = await world.mail.next(old))
  const undo = await page.context().newPage()
  await undo.goto(/http\S+\/email-change\/\S+/.exec(text)![0])
  await undo.getByRole('button', { name: 'Undo the change' }).click()
  await expect(undo.getByRole('heading')).toContainText('The old address is back')
})
