import { installWallet } from '../../bench/lib/page.mjs'

/** Connect an announced wallet through the modal. */
export async function smoke({ page, url }) {
  await page.addInitScript(installWallet)
  await page.goto(url)
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await page.getByRole('button', { name: /Bench Wallet/ }).click()
  await page.getByRole('button', { name: /0xf39f|0xf39F/ }).first().waitFor()
}
