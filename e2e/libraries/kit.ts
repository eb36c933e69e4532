// A shop that knows @solana/kit alone, on a page without web3.js: it connects through the modal, signs and
// sends, and everything passes the previews and the policy of the kernel.
import { getBase58Encoder, verifySignature, type SignatureBytes } from '@solana/kit'
import type { Page } from '@playwright/test'
import { expect, installKitWallet, test, type KitWorld } from '../support/librariesKit.js'

const RECEIVER = '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj'
const LAMPORTS = 12_000_000n
const modal = (page: Page) => page.locator('latchkey-modal dialog[open]')
const result = (page: Page) => page.getByTestId('result')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function open(page: Page, world: KitWorld, more: Record<string, string> = {}): Promise<void> {
  const query = new URLSearchParams({
    node: world.node,
    genesis: world.genesis,
    to: RECEIVER,
    lamports: String(LAMPORTS),
    ...more,
  })
  await page.goto(`${world.url}?${query.toString()}`)
}
async function connect(page: Page): Promise<void> {
  await press(page, /connect wallet/i)
  await press(page, /Kit Wallet/)
  await expect(modal(page)).toHaveCount(0)
}

test.describe('Hosts of @solana/kit', () => {
  test('A host of @solana/kit alone connects through the modal, and its message is signed by the wallet', async ({
    page,
    world,
  }) => {
    const wallet = await installKitWallet(page, world)
    await open(page, world)
    await press(page, 'Sign')
    await expect(result(page)).toHaveText('failed: kernel.account_or_network_missing')
    await connect(page)
    await press(page, 'Sign')
    await expect(modal(page)).toContainText('Hello from kit')
    expect(wallet.asked).toEqual([])
    await press(page, 'Confirm')
    await expect(result(page)).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    const key = await crypto.subtle.importKey(
      'raw',
      wallet.publicKey as BufferSource,
      'Ed25519',
      true,
      ['verify'],
    )
    const signature = getBase58Encoder().encode((await result(page).textContent())!)
    expect(
      await verifySignature(
        key,
        new Uint8Array(signature) as SignatureBytes,
        new TextEncoder().encode('Hello from kit'),
      ),
    ).toBe(true)
  })

  test('A transfer of @solana/kit is previewed in words, sent by the wallet, and counted by the node', async ({
    page,
    world,
  }) => {
    const wallet = await installKitWallet(page, world)
    await open(page, world)
    await connect(page)
    const before = await world.balance(RECEIVER)
    await press(page, 'Pay')
    await expect(modal(page)).toContainText('0.012 SOL')
    await press(page, 'Reject')
    await expect(result(page)).toHaveText('failed: wallet.user_rejected')
    expect([wallet.asked, await world.balance(RECEIVER)]).toEqual([[], before])
    await press(page, 'Pay')
    await press(page, 'Confirm')
    await expect(result(page)).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect([wallet.asked, (await world.balance(RECEIVER)) - before]).toEqual([['send'], LAMPORTS])
  })

  test('A method that the host denies is denied for a transfer of @solana/kit', async ({
    page,
    world,
  }) => {
    const wallet = await installKitWallet(page, world)
    await open(page, world, { deny: 'solana_signAndSendTransaction' })
    await connect(page)
    await press(page, 'Pay')
    await expect(result(page)).toHaveText('failed: rpc.method_not_allowed')
    expect(wallet.asked).toEqual([])
  })
})
