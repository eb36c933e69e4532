/** Under StrictMode a wallet connects, is restored after a reload, and disconnects. */
export async function smoke({ page, url, visitor }) {
  await page.goto(url)
  await visitor.connect()
  await visitor.reload()
  await visitor.disconnect()
}
