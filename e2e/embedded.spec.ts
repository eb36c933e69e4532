import { PublicKey, Transaction } from '@solana/web3.js'
import { base58 } from '@scure/base'
import type { Page } from '@playwright/test'
import { recoverTypedDataAddress, verifyMessage, parseEther, type Address } from 'viem'
import { TYPED_DATA } from './pages/embeddedShop.js'
import {
  BASE_SEPOLIA,
  SEPOLIA,
  addressesOf,
  approving,
  expect,
  frameOf,
  modal,
  readCard,
  signInAnew,
  test,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'

const EMPTY = [
  '0x00000000000000000000000000000000000a11ce',
  '0x0000000000000000000000000000000000000b0b',
] as const
const SOLANA_EMPTY = '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj'

async function isSignedBy(address: string, message: string, signature: string): Promise<boolean> {
  const raw = new PublicKey(address).toBytes()
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(raw), 'Ed25519', false, [
    'verify',
  ])
  const bytes = new TextEncoder().encode(message)
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(base58.decode(signature)), bytes)
}

/** Opens the shop and signs in as somebody new. */
async function visit(page: Page, world: EmbeddedWorld, name: string) {
  await page.goto(world.shop())
  await signInAnew(page, world, `${name}@shop.example`)
  await expect(modal(page)).toHaveCount(0)
  const { eip155 = '', solana = '' } = await addressesOf(page)
  return { evm: eip155 as Address, solana }
}

test('A visitor types an address, follows the link, types its code, and signs by wagmi', async ({
  page,
  world,
}) => {
  const { evm, solana } = await visit(page, world, 'ada')
  expect(evm).toMatch(/^0x[\da-fA-F]{40}$/)
  expect(solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  await expect.poll(() => page.evaluate(() => window.shop.address())).toBe(evm)

  const message = 'Hello from the shop'
  const signature = await approving(
    page,
    world,
    page.evaluate((text) => window.shop.sign(text), message),
  )
  expect(await verifyMessage({ address: evm, message, signature })).toBe(true)
  await expect(modal(page)).toHaveCount(0)

  const typed = await approving(
    page,
    world,
    page.evaluate(() => window.shop.signTyped()),
  )
  expect(await recoverTypedDataAddress({ ...TYPED_DATA, signature: typed })).toBe(evm)
})

test('The wallet sends a transaction, and two calls one after the other, and switches networks', async ({
  page,
  world,
}) => {
  const { evm } = await visit(page, world, 'bob')
  await world.fund(evm, '10')
  const before = await Promise.all(EMPTY.map(world.balance))
  const paid = await approving(
    page,
    world,
    page.evaluate((to) => window.shop.pay(to, '0.5'), EMPTY[0]),
  )
  expect(paid).toBe('success')
  const calls = await approving(
    page,
    world,
    page.evaluate(([one, two]) => window.shop.payBoth(one, two, '0.25'), EMPTY),
  )
  expect(calls).toBe('success')
  // EIP-5792: libraries read the code of a capability that the wallet does not have.
  const refused = page.evaluate(
    ([account, id]) =>
      window.shop
        .ask('wallet_sendCalls', [
          {
            version: '2.0.0',
            from: account,
            chainId: `0x${id.toString(16)}`,
            atomicRequired: true,
            calls: [{ value: '0x0' }],
          },
        ])
        .catch(({ code }: { code: unknown }) => code),
    [evm, SEPOLIA] as const,
  )
  expect(await refused).toBe(5760)
  const after = await Promise.all(EMPTY.map(world.balance))
  expect(after.map((value, index) => value - before[index]!)).toEqual([
    parseEther('0.75'),
    parseEther('0.25'),
  ])
  expect(await page.evaluate((id) => window.shop.switchTo(id), BASE_SEPOLIA)).toBe(BASE_SEPOLIA)
  const asked = page.evaluate(() => window.shop.sign('On Base'))
  asked.catch(() => undefined)
  expect(await readCard(page, world)).toContain('Base Sepolia')
  await page.keyboard.press('Escape')
  await expect(asked).rejects.toThrow()
  expect(await page.evaluate((id) => window.shop.switchTo(id), SEPOLIA)).toBe(SEPOLIA)
})

test('The four methods of Solana sign what the node takes', async ({ page, world }) => {
  const { solana } = await visit(page, world, 'sol')
  await world.fundSolana(solana, 5_000_000_000)
  const signature = await approving(
    page,
    world,
    page.evaluate(() => window.shop.solanaSign('Hello from Solana')),
  )
  expect(await isSignedBy(solana, 'Hello from Solana', signature)).toBe(true)

  const target = [world.nodes.solana, SOLANA_EMPTY] as const
  for (const count of [1, 2]) {
    const signed = await approving(
      page,
      world,
      page.evaluate(([[node, to], many]) => window.shop.solanaSignOnly(node, to, 1_000_000, many), [
        target,
        count,
      ] as const),
    )
    expect(signed).toHaveLength(count)
    for (const each of signed)
      expect(Transaction.from(Buffer.from(each, 'base64')).verifySignatures()).toBe(true)
  }
  const before = await world.solanaBalance(SOLANA_EMPTY)
  const id = await approving(
    page,
    world,
    page.evaluate(([node, to]) => window.shop.solanaPay(node, to, 20_000_000), target),
  )
  expect(id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
  await expect.poll(async () => (await world.solanaBalance(SOLANA_EMPTY)) - before).toBe(20_000_000)
})

test('Escape, Back, Close and the button of the card reject with code 4001', async ({
  page,
  world,
}) => {
  const { evm } = await visit(page, world, 'eve')
  const leave: Readonly<Record<string, () => Promise<void>>> = {
    'Escape in the page': () => page.keyboard.press('Escape'),
    Close: () => modal(page).getByRole('button', { name: 'Close' }).click(),
    'Escape in the frame': async () => (await frameOf(page, world)).locator('h1').press('Escape'),
    Reject: async () =>
      (await frameOf(page, world)).getByRole('button', { name: 'Reject' }).click(),
  }
  for (const [name, act] of Object.entries(leave)) {
    const code = page.evaluate(
      (address) =>
        window.shop.ask('personal_sign', ['0x4869', address]).then(
          () => 'signed',
          (error: { code: unknown }) => error.code,
        ),
      evm,
    )
    await readCard(page, world)
    await act()
    expect(await code, name).toBe(4001)
    await expect(modal(page), name).toHaveCount(0)
    await expect((await frameOf(page, world)).locator('.card'), name).toHaveCount(0)
  }
  // From the account the visitor goes back to it.
  await page.getByRole('button', { name: /^0x/ }).click()
  const code = page.evaluate(
    (address) =>
      window.shop.ask('personal_sign', ['0x4869', address]).then(
        () => 'signed',
        (error: { code: unknown }) => error.code,
      ),
    evm,
  )
  await readCard(page, world)
  await modal(page).getByRole('button', { name: 'Back' }).click()
  expect(await code).toBe(4001)
  await expect(modal(page).getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('A method that the frame does not have opens the modal with an error, and reads go on', async ({
  page,
  world,
}) => {
  const { evm } = await visit(page, world, 'uma')
  await world.fund(evm, '3')
  const refused = (method: string) =>
    page.evaluate(
      (name) =>
        window.shop.ask(name, []).then(
          () => 'answered',
          (error: { code: unknown }) => error.code,
        ),
      method,
    )
  expect(await refused('wallet_getPermissions')).toBe(4200)
  await expect(modal(page)).toHaveCount(0)
  expect(await refused('eth_foo')).toBe(4200)
  await expect(modal(page)).toBeVisible()
  await expect(page.getByText('Action not allowed')).toBeVisible()
  const read = await page.evaluate(
    (address) => window.shop.ask('eth_getBalance', [address, 'latest']),
    evm,
  )
  expect(BigInt(read as string)).toBe(parseEther('3'))
})

test('In low windows and on small phones the whole card fits, and its button works', async ({
  page,
  world,
}) => {
  const { evm } = await visit(page, world, 'low')
  for (const [width, height] of [
    [800, 600],
    [1024, 540],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    const signature = await approving(
      page,
      world,
      page.evaluate(() => window.shop.sign('Small')),
    )
    expect(await verifyMessage({ address: evm, message: 'Small', signature })).toBe(true)
  }
})
