/** The created chain's wallet is listed, connects, shows a balance and signs. */
export async function chain({ page, url }) {
  await page.goto(url)
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await page.getByRole('button', { name: /Pebble Beach Wallet/ }).click()
  await openAccount(page, /sc1a1b2/)
  await page.getByText('1.234 COIN').first().waitFor()
  await page.getByRole('button', { name: 'Sign a hello' }).click()
  await page.getByText(/Signed: signed:/).waitFor()
}

/** The created feature shows its action, and its view keeps a note, also over a reload. */
export async function feature({ page, url }) {
  await page.goto(url)
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await page.getByRole('button', { name: /Page Wallet/ }).click()
  await openAccount(page, /page-account/)
  await page.getByRole('button', { name: 'Note to self' }).click()
  await page.getByLabel('Your note').fill('Buy milk')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Note saved').waitFor()
  await page.reload()
  await openAccount(page, /page-account/)
  await page.getByRole('button', { name: 'Note to self' }).click()
  const field = page.getByLabel('Your note')
  await field.waitFor()
  if ((await field.inputValue()) !== 'Buy milk')
    throw new Error(`the note did not stay: ${await field.inputValue()}`)
}

/** Opens the account; connecting may have closed the modal or left it open. */
async function openAccount(page, name) {
  await page.getByRole('button', { name }).first().waitFor()
  const dialog = page.getByRole('dialog')
  if (await dialog.isVisible()) await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name }).first().click()
  await dialog.waitFor()
}
