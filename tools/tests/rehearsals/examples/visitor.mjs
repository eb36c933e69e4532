// The steps that every example must pass: an announced wallet connects, is restored after a reload
// without a prompt, and disconnects.

/**
 * Runs in the page: an EIP-6963 wallet that remembers its permission and counts its prompts.
 */
export function installExampleWallet() {
  const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const signature = `0x${'1b'.repeat(65)}`
  const allowed = () => (sessionStorage.getItem('wallet-allowed') ? [address] : [])
  const ask = () => {
    const prompts = Number(sessionStorage.getItem('wallet-prompts')) + 1
    sessionStorage.setItem('wallet-allowed', 'yes')
    sessionStorage.setItem('wallet-prompts', String(prompts))
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

/**
 * Complains unless the server drew the page for a visitor of whom it knows nothing yet.
 * @param {string} url of the host
 */
export async function demandDrawn(url) {
  const html = await (await fetch(url)).text()
  if (!/<h1[^>]*>My shop<\/h1>/.test(html) || !html.includes('One moment…'))
    throw new Error(`the server did not draw the page: ${html.slice(0, 2000)}`)
  if (/Nobody is connected|0xf39f/i.test(html))
    throw new Error(`the server drew what it cannot know: ${html.slice(0, 2000)}`)
}

/** Complains unless the page of a host comes with a Content-Security-Policy. */
export async function demandPolicy(url) {
  const { headers } = await fetch(url)
  if (!headers.has('content-security-policy')) throw new Error('the page has no policy')
}

/** @param {import('playwright').Page} page */
export const visitor = (page) => {
  const address = page.getByRole('button', { name: /^0xf39f.{1,3}2266$/i }).first()
  const opener = page.getByRole('button', { name: /connect wallet/i }).first()
  /** Waits for a button. Only connecting may have asked the wallet. */
  const settle = async (button) => {
    await button.waitFor()
    const asked = await page.evaluate(() => Number(sessionStorage.getItem('wallet-prompts')))
    if (asked !== 1) throw new Error(`the wallet asked ${asked} times, not once`)
  }
  return {
    /** Connects through the modal. */
    async connect() {
      await opener.click()
      const wallet = page.getByRole('dialog').getByRole('button', { name: /Example Wallet/ })
      await wallet.click()
      await settle(address)
    },
    async reload() {
      await page.reload()
      await settle(address)
    },
    /** Signs by the page's own button. The page shows the signature. */
    async sign() {
      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      await page.getByText(/^0x(1b){65}$/).waitFor()
    },
    /** Disconnects by the page's own button. */
    async disconnect() {
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await opener.waitFor()
      await page.reload()
      await settle(opener)
    },
  }
}
