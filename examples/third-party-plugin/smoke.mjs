/**
 * Connects the sixth namespace, opens the plugin's view from its account action, uses the kit's
 * amount field, and finishes.
 */
export async function smoke({ page, url }) {
  await page.goto(url)
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await page.getByRole('button', { name: /Pebble Wallet/ }).click()
  const account = page.getByRole('button', { name: /pebble1/ }).first()
  await account.waitFor()
  // Connecting closes the modal; a click on the button opens the account.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await account.click()
  await page.getByRole('button', { name: 'Skip a pebble' }).click()
  const field = page.getByLabel('How far')
  await field.fill('1.5')
  const border = await page
    .locator('.pebble-skip')
    .evaluate((element) => getComputedStyle(element).borderInlineStartColor)
  if (border !== 'rgb(0, 128, 96)')
    throw new Error(`the plugin's own styles did not arrive: ${border}`)
  await page.getByRole('button', { name: 'Throw' }).click()
  await page.getByText('Thrown 1.5 PBL').waitFor()
  await page.waitForFunction(() => document.title === 'thrown 15000')
}
