/** ethers signs through the wallet that the modal connected. */
export async function smoke({ page, url, visitor }) {
  await page.goto(url)
  await visitor.connect()
  await page.getByRole('button', { name: 'Sign' }).click()
  await page.getByText(/^0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 signed: 0x(1b){65}$/).waitFor()
  await visitor.reload()
  await visitor.disconnect()
}
