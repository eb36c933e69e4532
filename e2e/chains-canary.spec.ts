// Values that can be told from all others go through every plugin and every view, on the five chain families. Everything that leaves the browser is read: each value goes only where e2e/support/passport.ts lets it go.
import { encodeAddress, decodeAddress } from '@polkadot/util-crypto'
import { PublicKey } from '@solana/web3.js'
import type { Page } from '@playwright/test'
import { answering, expect, test, type Chains } from './support/chainsWorld.js'
import type { Canary } from './support/canaries.js'
import { evm, families, MESSAGE, type Family } from './support/families.js'
import { check, passport, table } from './support/passport.js'
import { leak, LEAKS } from './support/leaks.js'
import { openRelayWallet } from './support/relayWallet.js'
import { showCode } from './support/relayWorld.js'
import { watchContext } from './support/witness.js'

const QUERY = 'invitation-5eac0ffee0ddba11'
const CALLDATA = 'ca1dda7a00c0ffee0ddba11f00dfeed5'
const NAMESPACES: Readonly<Record<string, string>> = {
  EVM: 'eip155',
  Solana: 'solana',
  Bitcoin: 'bip122',
  Polkadot: 'polkadot',
  Cosmos: 'cosmos',
}

const first = (page: Page) => page.getByTestId('first')
const modal = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) =>
  modal(page).getByRole('button', { name }).click()

/** The addresses in every spelling, and the key or the bytes behind them. Those of Bitcoin and Cosmos are one key's, so that their bytes tell nothing apart. */
function addresses({ owner, shown }: Chains): readonly Canary[] {
  const dot = decodeAddress(owner.polkadot)
  const eth = shown.accounts[0]!.address.slice(2)
  return [
    { name: 'address eip155', texts: [eth], bytes: [Buffer.from(eth, 'hex')] },
    {
      name: 'address solana',
      texts: [owner.solana],
      bytes: [new PublicKey(owner.solana).toBytes()],
    },
    { name: 'address bip122', texts: [owner.bitcoin] },
    {
      name: 'address polkadot',
      texts: [0, 2, 42, shown.polkadot!.ss58Prefix].map((prefix) => encodeAddress(dot, prefix)),
      bytes: [dot],
    },
    { name: 'address cosmos', texts: [owner.cosmos] },
  ]
}
const WORDS: readonly Canary[] = [
  { name: 'query', texts: [QUERY] },
  { name: 'message', texts: [MESSAGE] },
  { name: 'statement', texts: ['Sign in to the Latchkey playground.'] },
  { name: 'calldata', texts: [CALLDATA], bytes: [Buffer.from(CALLDATA, 'hex')] },
]
const balanceOf = (name: string, value: bigint): Canary => ({
  name: `balance ${NAMESPACES[name]}`,
  texts: [`${value}`, value.toString(16)].filter((text) => text.length >= 8),
})
const placesOf = ({ shown, url, relayUrl, siwxUrl }: Chains): Readonly<Record<string, string>> => {
  const origin = (at: string): string => new URL(at).origin.replace(/^ws/, 'http')
  return {
    [origin(url)]: 'page',
    [origin(relayUrl)]: 'relay',
    [origin(siwxUrl)]: 'sign-in server',
    ...Object.fromEntries(shown.chains.map((chain) => [origin(chain.url), 'node eip155'])),
    [origin(shown.solana!.url)]: 'node solana',
    [origin(shown.solana!.wsUrl)]: 'node solana',
    [origin(shown.bitcoin!.url)]: 'node bip122',
    [origin(shown.polkadot!.rpcUrls[0]!)]: 'node polkadot',
    [origin(shown.cosmos!.url)]: 'node cosmos',
  }
}

/** Writes down which views were drawn. */
function watchViews(): void {
  const drawn = new Set<string>()
  Object.assign(window, { drawn })
  const look = (): void => {
    for (const host of document.querySelectorAll('latchkey-modal'))
      for (const view of host.shadowRoot?.querySelectorAll<HTMLElement>('.view') ?? [])
        drawn.add(view.dataset['view'] ?? '')
    requestAnimationFrame(look)
  }
  look()
}
interface InPage {
  kernels: readonly [
    {
      open(view?: string): void
      close(): void
      connect(id: string): Promise<unknown>
      disconnect(): Promise<void>
      ports: {
        views: { get(): readonly { definition: { id: string; presentation?: string } }[] }
        router: { push(view: string, params: unknown): void }
        activeNetwork: { current(): { id: string } | undefined }
        connectors: { get(): readonly { value: { id: string } }[] }
      }
      plugins: {
        evm: { getWalletClient(): Promise<{ sendTransaction(request: object): Promise<string> }> }
      }
    },
  ]
  drawn: Set<string>
}

async function visit(page: Page, { url }: Chains): Promise<void> {
  await page.addInitScript(watchViews)
  await page.addInitScript(() =>
    Object.entries({
      wallet: 'on',
      siwx: 'optional',
      'host-previews': 'on',
      'linked-wallets': 'on',
    }).forEach(([name, value]) => localStorage.setItem(`playground:${name}`, value)),
  )
  await page.goto(`${url}?next=${QUERY}#${QUERY}`)
}

/** Connects, signs in at the server, signs a message that was shown before, sends. */
async function use(
  page: Page,
  chains: Chains,
  { row, choice, owner, receiver, gift }: Family,
): Promise<void> {
  await first(page)
    .getByRole('button', { name: /connect wallet/i })
    .click()
  await answering(page, async () => {
    await press(page, row)
    if (choice) await press(page, choice)
  })
  await answering(page, () => press(page, 'Sign'))
  await expect(modal(page)).toHaveCount(0)
  await first(page).getByRole('button', { name: 'Sign a message' }).click()
  await answering(page, () => press(page, 'Confirm'))
  await expect(first(page).getByTestId('result')).toHaveText(/^Sign: /)
  await first(page)
    .getByRole('button', { name: owner(chains).slice(0, 4) })
    .first()
    .click()
  await press(page, 'Send')
  await modal(page).getByLabel('Amount').fill(gift.words.split(' ')[1]!)
  await modal(page).getByLabel('To', { exact: true }).fill(receiver)
  await press(page, 'Review')
  await expect(modal(page).locator('[data-step=review]')).toContainText('Total')
  await answering(page, () => press(page, 'Confirm'))
  await expect(modal(page).getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

/** Opens each view that is registered, as somebody who came from the account. */
async function walk(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const {
      kernels: [kernel],
      drawn,
    } = window as unknown as InPage
    drawn.clear()
    const { views, router, connectors, activeNetwork } = kernel.ports
    const ids = views
      .get()
      .filter(({ definition: { presentation } }) => presentation !== 'inline')
      .map(({ definition: { id } }) => id)
    const params = {
      walletId: connectors.get()[0]?.value.id,
      network: activeNetwork.current()?.id,
      switchToChain: activeNetwork.current()?.id.split(':')[0],
      navigateTo: 'Connect',
    }
    for (const id of ids) {
      kernel.open('Account')
      router.push(id, params)
      for (const end = performance.now() + 500; !drawn.has(id) && performance.now() < end;)
        await new Promise((resolve) => setTimeout(resolve, 10))
      // What it asks for is on its way.
      await new Promise((resolve) => setTimeout(resolve, 50))
      kernel.close()
    }
    return ids
  })
}
const drawnNow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window as unknown as InPage).drawn])

/** The same account in a wallet behind the relay, which signs the message and is asked for the calldata. */
async function useRelay(page: Page, { relayUrl, shown }: Chains): Promise<void> {
  const wallet = await openRelayWallet(
    relayUrl,
    shown.chains.map(({ id }) => `eip155:${id}:${shown.accounts[0]!.address}`),
  )
  try {
    await wallet.scan((await showCode(page)).link)
    await press(page, 'Cancel')
    await expect(modal(page)).toHaveCount(0)
    await first(page).getByRole('button', { name: 'Sign a message' }).click()
    await press(page, 'Confirm')
    await expect.poll(() => wallet.requests).toContain('personal_sign')
    await page.evaluate(() => (window as unknown as InPage).kernels[0].disconnect())
  } finally {
    await wallet.close()
  }
}

/** Taps that open apps and windows of others. */
async function tapLinks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const {
      kernels: [kernel],
    } = window as unknown as InPage
    for (const {
      value: { id },
    } of kernel.ports.connectors.get()) {
      if (!['okx', 'coinbaseWallet', 'coinbaseWalletSDK', 'ledger'].includes(id)) continue
      kernel.connect(id).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 200))
      kernel.open('Connect')
      kernel.close()
    }
  })
}

/** A transaction with calldata, which the page asks for. */
async function call(page: Page): Promise<void> {
  await page.evaluate((data) => {
    const {
      kernels: [kernel],
    } = window as unknown as InPage
    void kernel.plugins.evm
      .getWalletClient()
      .then((wallet) =>
        wallet.sendTransaction({
          to: '0x000000000000000000000000000000000000dEaD',
          data: `0x${data}`,
          value: 0n,
        }),
      )
      .catch(() => undefined)
  }, CALLDATA)
  await answering(page, () => press(page, 'Confirm'))
  await expect(page.locator('[data-view="preview.request"]')).toHaveCount(0)
}

test("addresses, balances, messages, calldata and the page's query go only where the passport says, through every view of every plugin (audit L10)", async ({
  page,
  context,
  chains,
}) => {
  test.setTimeout(300_000)
  const witness = await watchContext(context, placesOf(chains))
  const balances: Canary[] = []
  const drawn = new Set<string>()
  let all: readonly string[] = []
  await visit(page, chains)
  for (const family of [evm, ...families]) {
    balances.push(balanceOf(family.name, await family.balance(chains, family.owner(chains))))
    await use(page, chains, family)
    balances.push(balanceOf(family.name, await family.balance(chains, family.owner(chains))))
    if (family === evm) await call(page)
    for (const id of await drawnNow(page)) drawn.add(id)
    all = await walk(page)
    for (const id of await drawnNow(page)) drawn.add(id)
    await page.evaluate(() => (window as unknown as InPage).kernels[0].disconnect())
    await expect(first(page).getByTestId('account')).toHaveText('none')
  }
  await useRelay(page, chains)
  await tapLinks(page)

  const canaries = [...WORDS, ...addresses(chains), ...balances]
  for (const { name, texts } of canaries) expect([name, texts.length > 0]).toEqual([name, true])
  const sightings = await witness.sightings(canaries)
  console.log(`${witness.size()} texts left the browser, ${all.length} views\n${table(sightings)}`)
  expect(all.filter((id) => !drawn.has(id))).toEqual([])
  expect(check(sightings, passport)).toEqual({ stray: [], unused: [] })
})

test('what leaks is noticed: each value, by each way out, in each encoding', async ({
  browser,
  chains,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ bypassCSP: true })
  const witness = await watchContext(context, placesOf(chains))
  await context.route(/leak\.test/, (route) =>
    route.fulfill({
      status: 204,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    }),
  )
  const page = await context.newPage()
  await visit(page, chains)
  const canaries: readonly Canary[] = [
    ...WORDS,
    ...addresses(chains),
    balanceOf('EVM', 1_234_567_890_123_456_789n),
  ]
  const values = canaries.map(({ texts }) => texts[0]!)
  await page.evaluate(leak, values)
  await page.waitForTimeout(500)
  const sightings = await witness.sightings(canaries)
  await context.close()
  const { stray } = check(sightings, passport)
  const seen = new Set(
    stray.map(({ to, canary }) => `${URL.canParse(to) ? new URL(to).hostname : to} ${canary}`),
  )
  const missed = canaries
    .flatMap(({ name }, index) =>
      LEAKS.ways.flatMap((way) =>
        LEAKS.encodings.map((encoding) => `${index}.${way}.${encoding}.leak.test ${name}`),
      ),
    )
    .filter((each) => !seen.has(each))
  console.log(
    `${canaries.length * LEAKS.ways.length * LEAKS.encodings.length} leaks, ${missed.length} missed`,
  )
  expect(missed).toEqual([])
})
