/** Under StrictMode a wallet connects, comes back, and goes. */
export async function smoke({ page, url, visitor }) {
  await page.goto(url)
  await visitor.connect()
  await visitor.reload()
  await visitor.disconnect()
}
