/**
 * Connects the wallet for development of a starter, in development. Nodes are away.
 * @param {import('playwright').Browser} browser
 * @param {string} url of the page, with a slash at its end
 * @param {{ hasSeveral: boolean, signsIn: boolean }} page whether it has several chain families, and
 * whether it asks visitors to sign in
 */
export async function walkStarter(browser, url, { hasSeveral, signsIn }) {
  const context = await browser.newContext()
  const problems = []
  try {
    await context.route(
      (asked) => !asked.href.startsWith(url),
      (route) => route.abort(),
    )
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.goto(url)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: /connect wallet/i }).click()
    await dialog.getByRole('button', { name: /Burner/ }).click()
    if (hasSeveral) await dialog.getByRole('button', { name: 'EVM' }).click()
    if (signsIn) await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText(/^0x[\dA-Fa-f]{40} on Ethereum$/).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    const before = await page.locator('main p').textContent()
    await page.reload()
    await page.getByText(before, { exact: true }).waitFor()
    if (problems.length > 0) throw new Error(`the page threw: ${problems.join(' | ')}`)
  } finally {
    await context.close()
  }
}
