// Sign-in at a provider in Telegram's web view, where no window opens: the whole page goes there and comes back.
import { connectButton, expect, modal } from './support/embeddedWorld.js'
import { isConnected, NAMES, test } from './support/socialWorld.js'
import { standInForTelegram } from './support/telegram.js'

test('A person signs in at a provider in Telegram, without a window', async ({ page, world }) => {
  const leavings = await standInForTelegram(page)
  const { origin } = new URL(world.shop())
  await page.goto(world.shop())
  await connectButton(page).click()
  const button = modal(page).getByRole('button', { name: `Continue with ${NAMES.github}` })
  await Promise.all([page.waitForURL((url) => url.origin !== origin), button.click()])
  await page.getByRole('button', { name: /^Continue as / }).click()
  await page.waitForURL((url) => url.origin === origin)
  await isConnected(page)
  expect(leavings).toEqual([])
})
