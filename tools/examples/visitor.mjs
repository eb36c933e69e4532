// What every example is asked for: an announced wallet connects, comes back after a reload without a prompt, and lets go.

/** Runs in the page: an EIP-6963 wallet that remembers that it was allowed, and counts how often it asked. */
export function installExampleWallet() {
  const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const signature = `0x${'1b'.repeat(65)}`
  const allowed = () => (sessionStorage.getItem('wallet-allowed') ? [address] : [])
  const ask = () => {
    sessionStorage.setItem('wallet-allowed', 'yes')
    sessionStorage.setItem(
      'wallet-prompts',
      String(Number(sessionStorage.getItem('wallet-prompts')) + 1),
    )
    return [address]
  }
  const answers = {
    eth_chainId: () => '0x1',
    eth_accounts: allowed,
    eth_requestAccounts: ask,
    personal_sign: () => signature,
    eth_getBalance: () => '0xde0b6b3a7640000',
  }
  const provider = {
    request: async ({ method }) => answers[method]?.() ?? null,
    on() {},
    removeListener() {},
  }
  const icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E"
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: '00000000-0000-4000-8000-000000000002',
      name: 'Example Wallet',
      icon,
      rdns: 'test.example',
    }),
    provider,
  })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** @param {import('playwright').Page} page */
export const visitor = (page) => {
  const address = page.getByRole('button', { name: /^0xf39f.{1,3}2266$/i }).first()
  const prompts = () => page.evaluate(() => Number(sessionStorage.getItem('wallet-prompts')))
  const demandPrompts = async (wanted) => {
    const asked = await prompts()
    if (asked !== wanted) throw new Error(`the wallet asked ${asked} times, not ${wanted}`)
  }
  return {
    /** Through the modal. */
    async connect() {
      await page
        .getByRole('button', { name: /connect wallet/i })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Example Wallet/ })
        .click()
      await address.waitFor()
      await demandPrompts(1)
    },
    async reload() {
      await page.reload()
      await address.waitFor()
      await demandPrompts(1)
    },
    /** By the page's own button. */
    async disconnect() {
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page
        .getByRole('button', { name: /connect wallet/i })
        .first()
        .waitFor()
      await page.reload()
      await page
        .getByRole('button', { name: /connect wallet/i })
        .first()
        .waitFor()
      await demandPrompts(1)
    },
  }
}
