/** The page is drawn when the site is built; a wallet connects, signs, is restored after a reload, and disconnects. */
export async function smoke({ page, url, visitor, demandDrawn, demandPolicy }) {
  await demandDrawn(url)
  await demandPolicy(url)
  await page.goto(url)
  await visitor.connect()
  await visitor.sign()
  await visitor.reload()
  await visitor.disconnect()
}
