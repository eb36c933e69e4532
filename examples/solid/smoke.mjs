/** A wallet connects, signs, is restored after a reload, and disconnects. */
export async function smoke({ page, url, visitor, demandPolicy }) {
  await demandPolicy(url)
  await page.goto(url)
  await visitor.connect()
  await visitor.sign()
  await visitor.reload()
  await visitor.disconnect()
}
