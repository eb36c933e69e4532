// A host that is written against @walletconnect/universal-provider alone, over the local relay.
import { createPublicKey, verify as verifyByNode } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
import { test as base, expect, type Page } from '@playwright/test'
import { hexToBigInt, verifyMessage, type Hex } from 'viem'
import type { openShop } from '../pages/libraries-universal-shop.js'
import { startLibraryWorld, type LibraryWorld } from '../support/librariesUniversal.js'
import { modal, readCode } from '../support/relayWorld.js'
import { PageWallet } from '../support/relayWallets.js'

declare const shop: ReturnType<typeof openShop>
declare const open: () => Promise<void>
declare const kernel: {
  disconnect(): Promise<void>
  dispose(): void
  switchNetwork(id: string): Promise<void>
  ports: { connections: { get(): { connections: readonly { id: string }[] } } }
}

const MESSAGE = 'Hello from a host of libraries!!'
const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const SOLANA_RECEIVER = '2ZZkgKcBfp4tW8qCLj2yjxRYh9CuvEVJWb6e2KKS91Mj'
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A signature of Solana, which is 64 bytes in base58. */
const signatureBytes = (text: string): Buffer => {
  const number = [...text].reduce((sum, sign) => sum * 58n + BigInt(ALPHABET.indexOf(sign)), 0n)
  return Buffer.from(number.toString(16).padStart(128, '0'), 'hex')
}
function isSignedBy(address: string, signature: string): boolean {
  const x = Buffer.from(new PublicKey(address).toBytes()).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verifyByNode(null, Buffer.from(MESSAGE), key, signatureBytes(signature))
}

const test = base.extend<{ wallet: PageWallet; asked: Set<string> }, { world: LibraryWorld }>({
  world: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const world = await startLibraryWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  async wallet({ browser, world }, use) {
    const wallet = await PageWallet.open(browser, world.walletUrl, world.shown)
    await use(wallet)
    await wallet.close()
  },
  /** Hosts that the page asked, and uncaught errors and violations of its policy, which fail the test. */
  asked: [
    async ({ page }, use) => {
      const asked = new Set<string>()
      const problems: string[] = []
      page.on('request', (request) => asked.add(new URL(request.url()).host))
      page.on('websocket', (socket) => asked.add(new URL(socket.url()).host))
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await use(asked)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

async function openPage(page: Page, url: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(url)
  await page.evaluate(() => open())
}
/** The shop connects, and the visitor scans the code that the modal shows. */
async function connect(page: Page, wallet: PageWallet, { chains }: LibraryWorld): Promise<void> {
  const connected = page.evaluate(
    async ({ evm, solana }) => void (await shop.connect(evm, solana)),
    chains,
  )
  await wallet.pair(await readCode(page))
  await wallet.connect()
  await connected
  await expect(modal(page)).toHaveCount(0)
}
const topic = (page: Page): Promise<string | undefined> => page.evaluate(() => shop.topic())
const heard = (page: Page): Promise<string[]> => page.evaluate(() => [...shop.heard])
/** Runs an action of the shop that the wallet approves. */
async function approved<T>(wallet: PageWallet, act: Promise<T>): Promise<T> {
  await wallet.approve()
  return act
}

test.describe('Hosts of @walletconnect/universal-provider', () => {
  test('A host of the library connects in our modal, and signs and sends on two families', async ({
    page,
    wallet,
    world,
    asked,
  }) => {
    test.slow()
    await openPage(page, world.shopUrl)
    await connect(page, wallet, world)
    expect(await heard(page)).toEqual(['display_uri', 'connect'])
    const { address } = world.shown.accounts[0]!

    const signature = await approved(
      wallet,
      page.evaluate((text) => shop.signEvm(text), MESSAGE),
    )
    expect(await verifyMessage({ address, message: MESSAGE, signature: signature as Hex })).toBe(
      true,
    )

    const balance = async (): Promise<bigint> =>
      hexToBigInt(
        (await page.evaluate(
          ([to, chain]) => shop.balance(to!, chain!),
          [RECEIVER, world.chains.evm[1]!],
        )) as Hex,
      )
    const before = await balance()
    const sent = await approved(
      wallet,
      page.evaluate(
        ([to, chain]) => shop.sendEvm(to!, '1000000000000000', chain!),
        [RECEIVER, world.chains.evm[1]!],
      ),
    )
    expect(sent).toMatch(/^0x[0-9a-f]{64}$/)
    await expect.poll(async () => (await balance()) - before).toBe(10n ** 15n)

    const solana = await page.evaluate(() => shop.accountOf('solana'))
    expect(solana).toBe(world.payer)
    expect(
      isSignedBy(
        solana,
        await approved(
          wallet,
          page.evaluate((text) => shop.signSolana(text), MESSAGE),
        ),
      ),
    ).toBe(true)
    const lamports = async (): Promise<number> => {
      const { value } = (await world.askSolana('getBalance', [SOLANA_RECEIVER])) as {
        value: number
      }
      return value
    }
    const lamportsBefore = await lamports()
    await approved(
      wallet,
      page.evaluate((to) => shop.sendSolana(to, 10_000_000), SOLANA_RECEIVER),
    )
    await expect.poll(async () => (await lamports()) - lamportsBefore).toBe(10_000_000)

    // The page's own server, the relay and the configured nodes: nobody else was asked.
    const known = [
      page.url(),
      world.relayUrl,
      world.shown.solana!.url,
      ...world.shown.chains.map(({ url }) => url),
    ].map((url) => new URL(url).host)
    expect([...asked].filter((host) => host && !known.includes(host))).toEqual([])
    expect([...asked]).toContain(new URL(world.shown.solana!.url).host)
  })

  test('The chunk of the provider is fetched when it is asked for, and not before', async ({
    page,
    world,
  }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const isProvider = (url: string): boolean => /universalProvider/.test(url)
    await page.goto(world.shopUrl)
    await page.evaluate(async () => {
      await (
        kernel as unknown as { ports: { late: { load(): Promise<unknown> } } }
      ).ports.late.load()
    })
    await page.waitForLoadState('networkidle')
    expect(scripts.filter(isProvider)).toEqual([])
    await page.evaluate(() => open())
    expect(scripts.filter(isProvider)).toHaveLength(1)
  })

  test('Requests are shown to the visitor first, and what the host denies reaches no wallet', async ({
    page,
    wallet,
    world,
  }) => {
    test.slow()
    await openPage(page, `${world.shopUrl}&previews`)
    await connect(page, wallet, world)
    const signature = page.evaluate((text) => shop.signEvm(text), MESSAGE)
    await expect(modal(page)).toContainText(MESSAGE)
    await expect(wallet.decision).toHaveCount(0)
    await modal(page).getByRole('button', { name: 'Confirm' }).click()
    expect(
      await verifyMessage({
        address: world.shown.accounts[0]!.address,
        message: MESSAGE,
        signature: (await approved(wallet, signature)) as Hex,
      }),
    ).toBe(true)
    const sent = page.evaluate(
      ([to, chain]) => shop.sendEvm(to!, '3000000000000000', chain!),
      [RECEIVER, world.chains.evm[0]!],
    )
    await expect(modal(page)).toContainText('0.003')
    await expect(wallet.decision).toHaveCount(0)
    await modal(page).getByRole('button', { name: 'Confirm' }).click()
    expect(await approved(wallet, sent)).toMatch(/^0x[0-9a-f]{64}$/)
    const codeOf = (act: 'signEvm' | 'typedData'): Promise<number | undefined> =>
      page.evaluate(
        (name) =>
          shop[name]('No').then(
            () => undefined,
            (error: { code: number }) => error.code,
          ),
        act,
      )
    const declined = codeOf('signEvm')
    await modal(page).getByRole('button', { name: 'Reject' }).click()
    expect(await declined).toBe(5000)
    expect(await codeOf('typedData')).toBe(4200)
    await expect(wallet.decision).toHaveCount(0)
  })

  test('The session is there again after a reload, and ends on either side', async ({
    page,
    wallet,
    world,
  }) => {
    test.slow()
    await openPage(page, world.shopUrl)
    await connect(page, wallet, world)
    const first = await topic(page)
    await page.reload()
    await page.evaluate(() => open())
    expect(await topic(page)).toBe(first)
    const id = await page.evaluate(() => kernel.ports.connections.get().connections[0]?.id)
    expect(id).toBe(first)
    await page.evaluate((chain) => shop.setDefaultChain(chain), world.chains.evm[1]!)
    expect(await page.evaluate(() => shop.chainId())).toBe(world.shown.chains[1]!.id)
    await page.evaluate((chain) => kernel.switchNetwork(chain), world.chains.evm[0]!)
    await expect.poll(() => page.evaluate(() => shop.chainId())).toBe(world.shown.chains[0]!.id)

    await page.evaluate(() => kernel.disconnect())
    await expect.poll(() => topic(page)).toBeUndefined()
    expect((await heard(page)).filter((event) => event === 'disconnect')).toHaveLength(1)
    await expect(wallet.page.getByTestId('session')).toHaveCount(0)

    await connect(page, wallet, world)
    await page.evaluate(() => shop.disconnect())
    expect(await page.evaluate(() => kernel.ports.connections.get().connections)).toEqual([])
    await expect(wallet.page.getByTestId('session')).toHaveCount(0)
  })

  test('A visitor who closes the modal has not connected, and the shop is told so', async ({
    page,
    world,
  }) => {
    await openPage(page, world.shopUrl)
    const outcome = page.evaluate(
      ({ evm, solana }) =>
        shop.connect(evm, solana).then(
          () => 'connected',
          (error: Error) => error.message,
        ),
      world.chains,
    )
    await readCode(page)
    await page.keyboard.press('Escape')
    expect(await outcome).toBe('Modal closed')
    expect(await topic(page)).toBeUndefined()
  })
})
