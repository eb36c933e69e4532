// A host whose wallet code is written with sats-connect alone, on a Bitcoin node of its own.
import { startBitcoin, type Bitcoin } from '@latchkey-tools/localnet'
import { startRelay } from '@latchkey/relay'
import { base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import type { Page } from '@playwright/test'
import bip322 from 'bip322-js'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview, type PreviewServer } from 'vite'
import { openBitcoinRelayWallet } from '../support/librariesSats.js'
import { expect, test } from '../support/world.js'

interface Answer {
  status: 'success' | 'error'
  result?: unknown
  error?: { code: number; message: string; data?: { code: string } }
}
declare const host: {
  events: readonly { type: string }[]
  request(method: string, params: unknown): Promise<Answer>
  requestByDefault(method: string, params: unknown): Promise<Answer>
  disconnect(): Promise<void>
}
declare const kernel: {
  plugins: { walletconnect: { pairing: { get(): { uri?: string } } } }
}
declare const wallet: { answer: 'approve' | 'reject'; asked: readonly string[] }

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const RECEIVER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const FONTS = 'https://fonts.googleapis.com'
const root = fileURLToPath(new URL('../pages', import.meta.url))
let node: Bitcoin
let server: PreviewServer

const visit = async (page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> => {
  const search = new URLSearchParams({ node: node.url, ...query })
  await page.goto(`${server.resolvedUrls!.local[0]!}libraries-sats.html?${search}`)
}
const ask = (page: Page, method: string, params: unknown = null): Promise<Answer> =>
  page.evaluate(([name, given]) => host.request(name, given), [method, params] as const)
/** The answer's result. */
async function resultOf<T>(answer: Promise<Answer>): Promise<T> {
  const { status, result, error } = await answer
  expect([status, error]).toEqual(['success', undefined])
  return result as T
}
interface Account {
  address: string
  publicKey: string
  purpose: string
}
/** Connects by the host's own button, in our modal. */
async function connect(page: Page): Promise<Account[]> {
  await page.getByRole('button', { name: 'Connect' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Signing Wallet/ })
    .click()
  const output = page.locator('#result')
  await expect(output).not.toBeEmpty()
  return resultOf(Promise.resolve(JSON.parse((await output.textContent()) ?? '') as Answer))
}
const coinsOf = async (address: string): Promise<{ txid: string; vout: number; value: number }[]> =>
  (await fetch(`${node.url}/address/${address}/utxo`)).json() as never
const held = async (address: string): Promise<number> =>
  (await coinsOf(address)).reduce((sum, { value }) => sum + value, 0)
/** A payment to the receiver of one coin of an account. */
async function draft({ address, publicKey }: Account): Promise<{ psbt: string; amount: number }> {
  const funding = await node.fund(address, 250_000)
  const coin = (await coinsOf(address)).find(({ txid }) => funding.includes(txid))!
  const { script } = p2wpkh(hex.decode(publicKey), REGTEST)
  const transaction = new Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { script, amount: BigInt(coin.value) },
  })
  const amount = coin.value - 1_000
  transaction.addOutputAddress(RECEIVER, BigInt(amount), REGTEST)
  return { psbt: base64.encode(transaction.toPSBT()), amount }
}
/** The node takes a signed PSBT, and the receiver has the money. */
async function expectPaid(psbt: string, amount: number): Promise<void> {
  const signed = Transaction.fromPSBT(base64.decode(psbt))
  signed.finalize()
  const before = await held(RECEIVER)
  const sent = await fetch(`${node.url}/tx`, { method: 'POST', body: signed.hex })
  expect(await sent.text()).toBe(signed.id)
  await node.mine()
  expect((await held(RECEIVER)) - before).toBe(amount)
}

test.describe('Hosts of sats-connect', () => {
  test.beforeAll(async () => {
    node = await startBitcoin()
    const shared = { root, configFile: false, logLevel: 'error' } as const
    const outDir = join(tmpdir(), `latchkey-sats-${process.pid}`)
    const input = join(root, 'libraries-sats.html')
    await build({
      ...shared,
      build: {
        outDir,
        emptyOutDir: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: { input },
      },
    })
    // sats-connect's default export writes styles into the page, and loads a font's from Google.
    const policy =
      "default-src 'none'; script-src 'self'; img-src 'self' data:; " +
      `style-src 'self' 'unsafe-inline' ${FONTS}; connect-src 'self' ${node.url} ws://127.0.0.1:*`
    server = await preview({
      ...shared,
      build: { outDir },
      preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': policy } },
    })
  })
  test.afterAll(async () => {
    await server.close()
    await node.close()
  })

  for (const kind of ['wbip', 'standard'] as const) {
    test(`A host of sats-connect connects a ${kind} wallet in our modal and gets a signature that verifies`, async ({
      page,
    }) => {
      await visit(page, { wallet: kind })
      const accounts = await connect(page)
      expect(accounts.map(({ purpose }) => purpose)).toEqual(
        kind === 'wbip' ? ['payment', 'ordinals'] : ['payment'],
      )
      await expect(page.getByRole('dialog')).toHaveCount(0)
      for (const { address } of accounts) {
        const { signature } = await resultOf<{ signature: string }>(
          ask(page, 'signMessage', { address, message: 'Grüezi' }),
        )
        expect(bip322.Verifier.verifySignature(address, 'Grüezi', signature)).toBe(true)
        expect(bip322.Verifier.verifySignature(address, 'Tschüss', signature)).toBe(false)
      }
    })

    test(`A transfer of a ${kind} wallet by sats-connect reaches the receiver on the node`, async ({
      page,
    }) => {
      await visit(page, { wallet: kind })
      const [account] = await connect(page)
      await node.fund(account!.address, 400_000)
      const before = await held(RECEIVER)
      const { txid } = await resultOf<{ txid: string }>(
        ask(page, 'sendTransfer', { recipients: [{ address: RECEIVER, amount: 120_000 }] }),
      )
      await node.mine()
      expect((await coinsOf(RECEIVER)).some((coin) => coin.txid === txid)).toBe(true)
      expect((await held(RECEIVER)) - before).toBe(120_000)
      expect(await resultOf<{ total: string }>(ask(page, 'getBalance'))).toMatchObject({
        total: String(await held(account!.address)),
      })
    })

    test(`A PSBT that a ${kind} wallet signs by sats-connect is taken by the node`, async ({
      page,
    }) => {
      await visit(page, { wallet: kind })
      const [account] = await connect(page)
      const { psbt: asked, amount } = await draft(account!)
      const { psbt } = await resultOf<{ psbt: string }>(
        ask(page, 'signPsbt', { psbt: asked, signInputs: { [account!.address]: [0] } }),
      )
      await expectPaid(psbt, amount)
    })
  }

  test('A wallet behind a relay signs a message and a PSBT for a host of sats-connect', async ({
    page,
  }) => {
    const relay = await startRelay()
    const phone = await openBitcoinRelayWallet(relay.url)
    await visit(page, { relay: relay.url })
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).click()
    await page.locator('[data-qr]').waitFor()
    await phone.scan(
      await page.evaluate(() => kernel.plugins.walletconnect.pairing.get().uri ?? ''),
    )
    const output = page.locator('#result')
    await expect(output).not.toBeEmpty()
    const accounts = await resultOf<Account[]>(
      Promise.resolve(JSON.parse((await output.textContent()) ?? '') as Answer),
    )
    const { payment, ordinals } = phone.keys
    expect(accounts).toMatchObject([
      { address: payment.address, publicKey: payment.publicKey, purpose: 'payment' },
      { address: ordinals.address, purpose: 'ordinals' },
    ])
    const { address } = payment
    const { signature } = await resultOf<{ signature: string }>(
      ask(page, 'signMessage', { address, message: 'Grüezi' }),
    )
    expect(bip322.Verifier.verifySignature(address, 'Grüezi', signature)).toBe(true)
    const { psbt: asked, amount } = await draft(accounts[0]!)
    const { psbt } = await resultOf<{ psbt: string }>(
      ask(page, 'signPsbt', { psbt: asked, signInputs: { [address]: [0] } }),
    )
    await expectPaid(psbt, amount)
    expect(phone.requests).toEqual(['getAccountAddresses', 'signMessage', 'signPsbt'])
    await phone.close()
    await relay.close()
  })

  test('A closed modal and a declined message are rejections of sats-connect', async ({ page }) => {
    await visit(page)
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('#result')).toContainText('"code":-32000')
    await page.reload()
    const [account] = await connect(page)
    await page.evaluate(() => void (wallet.answer = 'reject'))
    const { error } = await ask(page, 'signMessage', { address: account!.address, message: 'hi' })
    expect(error?.code).toBe(-32000)
  })

  test('The list of wallets does not show the provider of sats-connect itself', async ({
    page,
  }) => {
    await visit(page)
    await page.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /Signing Wallet/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Latchkey/ })).toHaveCount(0)
  })

  test('A method that the site denies is refused, and the wallet is not asked', async ({
    page,
  }) => {
    await visit(page, { deny: 'signMessage' })
    const [account] = await connect(page)
    const { error } = await ask(page, 'signMessage', { address: account!.address, message: 'hi' })
    expect(error).toMatchObject({ code: -32001, data: { code: 'rpc.method_not_allowed' } })
    expect(await page.evaluate(() => wallet.asked)).toEqual(['wallet_connect'])
  })

  test('A message and a transfer by sats-connect are previewed in words before the wallet is asked', async ({
    page,
  }) => {
    await visit(page, { previews: '' })
    const [account] = await connect(page)
    const { address } = account!
    await node.fund(address, 400_000)
    const dialog = page.getByRole('dialog')
    const signing = ask(page, 'signMessage', { address, message: 'Grüezi' })
    await expect(dialog).toContainText('Grüezi')
    expect(await page.evaluate(() => wallet.asked)).toEqual(['wallet_connect'])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const { signature } = await resultOf<{ signature: string }>(signing)
    expect(bip322.Verifier.verifySignature(address, 'Grüezi', signature)).toBe(true)

    const params = { recipients: [{ address: RECEIVER, amount: 120_000 }] }
    const before = await held(RECEIVER)
    const declined = ask(page, 'sendTransfer', params)
    await expect(dialog).toContainText('0.0012')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    expect((await declined).error).toMatchObject({
      code: -32000,
      data: { code: 'wallet.user_rejected' },
    })
    expect(await page.evaluate(() => wallet.asked)).toEqual(['wallet_connect', 'signMessage'])
    const sending = ask(page, 'sendTransfer', params)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await resultOf(sending)
    await node.mine()
    expect((await held(RECEIVER)) - before).toBe(120_000)
  })

  test("The library's own object asks a wallet that came back after a reload, and its disconnect ends it", async ({
    page,
  }) => {
    await page.route(`${FONTS}/**`, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
    await visit(page)
    const [account] = await connect(page)
    await page.reload()
    const message = { address: account!.address, message: 'hi' }
    const { signature } = await resultOf<{ signature: string }>(
      page.evaluate((params) => host.requestByDefault('signMessage', params), message),
    )
    expect(bip322.Verifier.verifySignature(account!.address, 'hi', signature)).toBe(true)
    expect(await page.evaluate(() => wallet.asked)).toEqual(['signMessage'])
    await page.evaluate(() => host.disconnect())
    expect((await ask(page, 'signMessage', message)).error?.code).toBe(-32002)
    const told = await page.evaluate(() => host.events.map(({ type }) => type))
    expect(told).toEqual(['accountChange', 'disconnect'])
  })
})
