/** Runs in the page: a wallet of `btc_providers` that remembers its permission. */
function installBitcoinWallet() {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const account = {
    addresses: [{ address, publicKey: `02${'79'.repeat(32)}`, purpose: 'payment' }],
    network: { bitcoin: { name: 'Mainnet' } },
  }
  const answers = {
    wallet_connect() {
      sessionStorage.setItem('bitcoin-allowed', 'yes')
      return { result: account }
    },
    wallet_getAccount: () =>
      sessionStorage.getItem('bitcoin-allowed')
        ? { result: account }
        : { error: { code: -32002, message: 'Access denied' } },
    wallet_disconnect() {
      sessionStorage.removeItem('bitcoin-allowed')
      return { result: null }
    },
    signMessage: () => ({ result: { address, signature: 'AQID' } }),
  }
  const request = async (method) => ({
    jsonrpc: '2.0',
    id: '1',
    ...(answers[method]?.() ?? { error: { code: -32601, message: 'Not found' } }),
  })
  window.btc_providers = [{ id: 'ExampleProviders.Bitcoin', name: 'Example Bitcoin' }]
  window.ExampleProviders = { Bitcoin: { request } }
}

/** A page that knows sats-connect alone connects, signs, is restored, and disconnects. */
export async function smoke({ page, url }) {
  await page.addInitScript(installBitcoinWallet)
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Example Bitcoin/ })
    .click()
  await page.getByText('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4').waitFor()
  await page.getByRole('button', { name: 'Sign' }).click()
  await page.getByText('signed: AQID').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
}
