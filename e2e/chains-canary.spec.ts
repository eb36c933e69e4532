// Unique values (canaries) pass through every plugin and every view on five chain families. The test
// reads everything that leaves the browser: each value may go only where e2e/support/passport.ts
// allows it.
import { encodeAddress, decodeAddress } from '@polkadot/util-crypto'
import { PublicKey } from '@solana/web3.js'
import type { BrowserContext, Page } from '@playwright/test'
import { answering, expect, test, type Chains } from './support/chainsWorld.js'
import type { Canary } from './support/canaries.js'
import { evm, families, MESSAGE, type Family } from './support/families.js'
import { check, passport, table } from './support/passport.js'
import { leak, LEAKS } from './support/leaks.js'
import { openRelayWallet } from './support/relayWallet.js'
import { showCode } from './support/relayWorld.js'
import { watchContext } from './support/witness.js'
import { watchProblems } from './support/world.js'

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

/**
 * The addresses in every spelling, and the key or the bytes behind them. Bitcoin and Cosmos share
 * one key, so their bytes do not tell them apart.
 */
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
/**
 * The balances that a visitor has on a chain, in decimals and in hexadecimals. A number with a long
 * row of zeros stands elsewhere by chance: raw transactions fill up their amounts with zeros.
 */
const balancesOf = (name: string, values: readonly bigint[]): Canary => ({
  name: `balance ${NAMESPACES[name]}`,
  texts: values
    .flatMap((value) => [`${value}`, value.toString(16)])
    .filter((text) => text.length >= 8 && !/0{6}/.test(text)),
})
const placesOf = ({
  shown,
  url,
  relayUrl,
  siwxUrl,
  apiUrl,
}: Chains): Readonly<Record<string, string>> => {
  const origin = (at: string): string => new URL(at).origin.replace(/^ws/, 'http')
  return {
    [origin(url)]: 'page',
    [origin(relayUrl)]: 'relay',
    [origin(siwxUrl)]: 'sign-in server',
    [origin(apiUrl)]: 'blockchain API',
    ...Object.fromEntries(shown.chains.map((chain) => [origin(chain.url), 'node eip155'])),
    [origin(shown.solana!.url)]: 'node solana',
    [origin(shown.solana!.wsUrl)]: 'node solana',
    [origin(shown.bitcoin!.url)]: 'node bip122',
    [origin(shown.polkadot!.rpcUrls[0]!)]: 'node polkadot',
    [origin(shown.cosmos!.url)]: 'node cosmos',
  }
}

/**
 * Records which views were drawn. It reads the changes of the document and takes no samples of it: a
 * view that leaves at once, such as a switch to the network in use, may be gone before the next
 * frame.
 */
function watchViews(): void {
  const drawn = new Set<string>()
  Object.assign(window, { drawn })
  const note = (node: Node): void => {
    if (!(node instanceof HTMLElement)) return
    for (const view of [node, ...node.querySelectorAll<HTMLElement>('.view')])
      if (view.dataset['view']) drawn.add(view.dataset['view'])
  }
  const changes = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) [target, ...addedNodes].forEach(note)
  })
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    changes.observe(root, { childList: true, subtree: true, attributeFilter: ['data-view'] })
    return root
  }
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

/** Connects, signs in at the server, signs a message after its preview, and sends. */
async function use(
  page: Page,
  chains: Chains,
  { row, choice, owner, receiver, gift }: Family,
): Promise<void> {
  await first(page)
    .getByRole('button', { name: /connect wallet/i })
    .click()
  // A view that was walked through may have asked the wallet, which takes one request at a time.
  const again = modal(page).getByRole('button', { name: 'Try again' })
  await answering(
    page,
    async () => {
      await press(page, row)
      if (choice) await press(page, choice)
    },
    { again },
  )
  await expect(again.or(modal(page).getByRole('button', { name: 'Sign' }))).toBeVisible()
  if (await again.isVisible()) await answering(page, () => again.click())
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

/** Opens each registered view, as a visitor who comes from the account. */
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
      // Its requests are on their way.
      await new Promise((resolve) => setTimeout(resolve, 50))
      kernel.close()
    }
    return ids
  })
}
const drawnNow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window as unknown as InPage).drawn])

/**
 * Uses the same account in a wallet behind the relay: it signs the message and is asked to send the
 * calldata.
 */
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

/** Taps the buttons that open wallets' apps and windows. */
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

/** Has the page ask for a transaction with calldata. */
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

test.describe('Values of a visitor go only where the passport allows (audit L10)', () => {
  // One visitor, on one page: what is known of the first account must not leave with the last one either.
  test.describe.configure({ mode: 'serial' })
  const balances: Canary[] = []
  const drawn = new Set<string>()
  let context: BrowserContext
  let page: Page
  let witness: Awaited<ReturnType<typeof watchContext>>
  let all: readonly string[] = []
  let problems: readonly string[] = []
  const noteDrawn = async (): Promise<void> => {
    for (const id of await drawnNow(page)) drawn.add(id)
  }

  test.beforeAll(async ({ browser, chains }) => {
    context = await browser.newContext()
    page = await context.newPage()
    witness = await watchContext(context, placesOf(chains))
    problems = watchProblems(page)
    await visit(page, chains)
  })
  test.afterAll(() => context?.close())

  for (const family of [evm, ...families])
    test(`An account of ${family.name} is used, and every view of every plugin is opened`, async ({
      chains,
    }) => {
      const before = await family.balance(chains, family.owner(chains))
      await use(page, chains, family)
      const after = await family.balance(chains, family.owner(chains))
      balances.push(balancesOf(family.name, [before, after]))
      if (family === evm) await call(page)
      await noteDrawn()
      all = await walk(page)
      await noteDrawn()
      await page.evaluate(() => (window as unknown as InPage).kernels[0].disconnect())
      await expect(first(page).getByTestId('account')).toHaveText('none')
    })

  test('A wallet behind the relay is used, and wallets of apps and windows are tapped', async ({
    chains,
  }) => {
    await useRelay(page, chains)
    await tapLinks(page)
  })

  test('Every view was drawn, nothing went elsewhere, and no permission is idle', async ({
    chains,
  }) => {
    const canaries = [...WORDS, ...addresses(chains), ...balances]
    for (const { name, texts } of canaries) expect([name, texts.length > 0]).toEqual([name, true])
    const sightings = await witness.sightings(canaries)
    console.log(
      `${witness.size()} texts left the browser, ${all.length} views\n${table(sightings)}`,
    )
    expect(all.filter((id) => !drawn.has(id))).toEqual([])
    expect(check(sightings, passport)).toEqual({ stray: [], unused: [] })
    expect(problems).toEqual([])
  })
})

test('A leak is noticed for each value, each way out and each encoding', async ({
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
    balancesOf('EVM', [1_234_567_890_123_456_789n]),
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
