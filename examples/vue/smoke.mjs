/** The custom element shows the wallet, and Vue's state follows. */
export async function smoke({ page, url, visitor }) {
  await page.goto(url)
  await visitor.connect()
  await visitor.reload()
  await visitor.disconnect()
}
