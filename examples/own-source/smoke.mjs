/** The page shows the balance and every payment of the ledger, over three pages of the API. */
export async function smoke({ page, url }) {
  await page.goto(url)
  const heading = await page.locator('h1').innerText()
  const lines = await page.locator('li').allInnerTexts()
  const [newest] = lines
  if (heading !== '5700 PTS' || lines.length !== 120 || !newest.endsWith('out 120 PTS'))
    throw new Error(`the page shows ${heading}, ${lines.length} payments and "${newest}"`)
}
