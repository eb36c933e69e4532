// A shop with the embedded wallet: its page, the secure frame of another site, the inbox, and nodes.
import { test as base, expect, type BrowserContext, type Frame, type Page } from '@playwright/test'
import {
  deploySmartAccounts,
  putMulticall,
  request,
  startAnvil,
  startBundler,
  startMail,
  startSolana,
} from '@latchkey-tools/localnet'
import react from '@vitejs/plugin-react'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview, type Plugin } from 'vite'
import { parseEther, toHex } from 'viem'
import { startSecureFrame, type RunningFrame } from '../../tools/localnet/secureFrame.mjs'
import { freePort } from '../../tools/run/lib/ports.mjs'
import { approveByMouse } from './frameHost.js'
import type { EmbeddedApi } from '@latchkey/embedded-wallet'
import type { AnalyticsApi } from '@latchkey/feature-analytics'
import type { SmartSessionsApi } from '@latchkey/feature-smart-sessions'
import type { Kernel } from '@latchkey/kernel'
import type { Shop } from '../pages/embeddedShop.js'

type Mail = Awaited<ReturnType<typeof startMail>>
export interface EmbeddedWorld {
  /** The shop's page; options of the page go into its query. */
  shop(options?: Readonly<Record<string, string>>): string
  mail: Mail
  frame: RunningFrame
  nodes: Readonly<Record<'sepolia' | 'baseSepolia' | 'solana', string>>
  /** Where the page may ask a blockchain API. None runs there until a test starts one. */
  apiPort: number
  /** Where the page may reach a relay. None runs there until a test starts one. */
  relayPort: number
  /** Gives ether on Sepolia. */
  fund(address: string, ether: string): Promise<void>
  /** Gives lamports. */
  fundSolana(address: string, lamports: number): Promise<void>
  /** In wei, on Sepolia. */
  balance(address: string): Promise<bigint>
  solanaBalance(address: string): Promise<number>
}

declare global {
  interface Window {
    shop: Shop
    kernel: Pick<Kernel, 'ports'> & {
      plugins: { embedded: EmbeddedApi; analytics: AnalyticsApi; sessions: SmartSessionsApi }
    }
  }
}

/** Chain ids that the frame serves. */
export const SEPOLIA = 11155111
export const BASE_SEPOLIA = 84532
const SOLANA_DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const root = fileURLToPath(new URL('../pages', import.meta.url))

/** The policy of a strict host. */
const sendPolicy = (frame: string, reached: readonly string[]): Plugin => ({
  name: 'policy',
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      // A page of its own process, which takes nothing from elsewhere that does not permit it.
      if (/[?&]isolated/.test(request.url ?? '')) {
        response.setHeader('cross-origin-opener-policy', 'same-origin')
        response.setHeader('cross-origin-embedder-policy', 'require-corp')
      }
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
          `frame-src ${frame}; connect-src 'self' ${frame} ${reached.join(' ')}; ` +
          "require-trusted-types-for 'script'; trusted-types 'none'",
      )
      next()
    }),
})

/** Builds the page once for each worker, and serves it on a port that the frame's project names. */
async function serveShop(port: number, frame: string, reached: readonly string[]) {
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  const out = {
    outDir: join(tmpdir(), `latchkey-embedded-${process.pid}`),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  }
  const input = join(root, 'embedded.html')
  await build({ ...shared, plugins: [react()], build: { ...out, rolldownOptions: { input } } })
  return preview({
    ...shared,
    plugins: [sendPolicy(frame, reached)],
    build: out,
    preview: { port, strictPort: true, host: '127.0.0.1' },
  })
}

/** Puts the contracts of smart accounts on a chain, and a bundler before it. */
async function startSmartAccounts(rpcUrl: string) {
  await putMulticall(rpcUrl)
  await deploySmartAccounts(rpcUrl)
  return startBundler({ rpcUrl })
}

/**
 * @param env more variables of the secure frame
 * @param more `hasSmart`: Sepolia has smart accounts
 */
export async function startEmbeddedWorld(
  env: Readonly<Record<string, string>> = {},
  { hasSmart = false } = {},
): Promise<EmbeddedWorld & { close(): Promise<void> }> {
  const [one, two, solana, mail] = await Promise.all([
    startAnvil({ chainId: SEPOLIA }),
    startAnvil({ chainId: BASE_SEPOLIA }),
    startSolana(),
    startMail(),
  ])
  const bundler = hasSmart ? await startSmartAccounts(one.url) : undefined
  const nodes = { sepolia: one.url, baseSepolia: two.url, solana: solana.url }
  const [port, framePort] = [await freePort(), await freePort()]
  const [apiPort, relayPort] = [await freePort(), await freePort()]
  // Names below localhost are sites of their own.
  const page = `http://shop.localhost:${port}`
  const frame = await startSecureFrame({
    mailUrl: mail.url,
    pages: [page],
    recovery: 'automatic',
    port: framePort,
    publicUrl: `http://wallet.localhost:${framePort}`,
    rpc: {
      [`RPC_${SEPOLIA}`]: one.url,
      [`RPC_${BASE_SEPOLIA}`]: two.url,
      [`RPC_SOLANA_${SOLANA_DEVNET}`]: solana.url,
    },
    env: {
      LIMIT_MAIL_PAUSE: '0',
      LIMIT_MAIL_HOUR: '10000',
      LIMIT_MAIL_DAY: '10000',
      LIMIT_MAIL_CLIENT: '10000',
      LIMIT_MAIL_PROJECT: '10000',
      LIMIT_ADDRESS_REQUESTS: '100000',
      ...(bundler && { [`BUNDLER_${SEPOLIA}`]: bundler.url }),
      ...env,
    },
  })
  const server = await serveShop(port, frame.url, [
    ...Object.values(nodes),
    `http://127.0.0.1:${apiPort}`,
    `ws://127.0.0.1:${relayPort}`,
  ])
  return {
    shop: (options = {}) =>
      `${page}/embedded.html?${new URLSearchParams({ frame: frame.url, ...nodes, ...options })}`,
    mail,
    frame,
    nodes,
    apiPort,
    relayPort,
    fund: async (address, ether) =>
      void (await request(one.url, 'anvil_setBalance', [address, toHex(parseEther(ether))])),
    fundSolana: async (address, lamports) =>
      void (await request(solana.url, 'requestAirdrop', [address, lamports])),
    balance: async (address) =>
      BigInt((await request(one.url, 'eth_getBalance', [address, 'latest'])) as string),
    solanaBalance: async (address) =>
      ((await request(solana.url, 'getBalance', [address])) as { value: number }).value,
    async close() {
      await server.close()
      await frame.close()
      await bundler?.close()
      await Promise.all([one.close(), two.close(), solana.close(), mail.close()])
    },
  }
}

export const modal = (page: Page) => page.getByRole('dialog')
/** The document of the secure frame. It is there once the sign-in has begun. */
export async function frameOf(page: Page, { frame }: Pick<EmbeddedWorld, 'frame'>): Promise<Frame> {
  const find = () => page.frames().find((each) => each.url().startsWith(frame.url))
  await expect.poll(() => find() !== undefined).toBe(true)
  return find()!
}

/**
 * Presses a button of the frame once the frame stands still. While the page around slides it in, a press is
 * aimed at a place where the button no longer is, as a person's would be.
 */
export async function pressInFrame(frame: Frame, name: string): Promise<void> {
  const button = frame.getByRole('button', { name })
  await expect(button).toBeVisible()
  const element = await frame.frameElement()
  await element.evaluate(async (node) => {
    const place = () => JSON.stringify((node as Element).getBoundingClientRect())
    const PAUSE_MS = 100
    for (let last = ''; last !== place();) {
      last = place()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  await button.click()
}

/** The page's own button: the modal has one of the same name for a moment after a sign-out. */
export const connectButton = (page: Page) =>
  page.locator('#root').getByRole('button', { name: /connect wallet/i })

/** Opens Connect and asks for a mail. */
export async function askForMail(page: Page, email: string): Promise<void> {
  await connectButton(page).click()
  await modal(page).getByRole('textbox', { name: 'Email address' }).fill(email)
  await modal(page).getByRole('button', { name: 'Continue with email' }).click()
}

/**
 * Opens the link of the mail as the person does, in a window of its own, and approves there.
 * @returns the code that its page shows
 */
export async function approveDevice(
  context: BrowserContext,
  { mail }: EmbeddedWorld,
  email: string,
) {
  const { text } = await mail.next(email)
  const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: /code/i }).click()
  const code = (await page.locator('output').textContent()) ?? ''
  await page.close()
  return code.trim()
}

/** @returns the code of the mail to a device that is known */
export async function codeOf({ mail }: EmbeddedWorld, email: string): Promise<string> {
  for (;;) {
    // A notice, as of a recovery, may come before it.
    const { text } = await mail.next(email)
    const [code] = /^\d{6}$/m.exec(text) ?? []
    if (code) return code
  }
}

/** Types the code into the six boxes, as a person does. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const first = modal(page).getByRole('textbox', { name: 'Digit 1 of 6' })
  await expect(first).toBeEnabled()
  await first.click()
  await page.keyboard.type(code)
}

/** Signs in from a device that the address has not signed in on. */
export async function signInAnew(page: Page, world: EmbeddedWorld, email: string): Promise<void> {
  await askForMail(page, email)
  await expect(modal(page)).toContainText('Open the link in the mail')
  await typeCode(page, await approveDevice(page.context(), world, email))
}

/** The addresses that the page is connected with, by namespace. */
export const addressesOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { connections } = window.kernel.ports.connections.get()
    return Object.fromEntries(
      connections.flatMap(({ scopes }) =>
        Object.entries(scopes).map(([name, { accounts }]) => [name, accounts[0]!.address]),
      ),
    )
  })

/** Waits until the card of a request stands in the frame, which reads the network before. @returns its text */
export async function readCard(page: Page, world: EmbeddedWorld): Promise<string> {
  const frame = await frameOf(page, world)
  const card = frame.locator('.card', { has: frame.locator('.row') })
  await expect(card).toBeVisible()
  return (await card.textContent()) ?? ''
}

/**
 * Approves in the frame as a person does: the request is read to its end, and the pointer comes over
 * the button, which works when it has been there for 800 ms. @returns the text of the card
 */
export async function approve(page: Page, world: EmbeddedWorld): Promise<string> {
  const text = await readCard(page, world)
  const frame = await frameOf(page, world)
  await approveByMouse(frame)
  return text
}

/** Runs what asks the wallet, approves in the frame, and hands on the answer. */
export async function approving<T>(page: Page, world: EmbeddedWorld, ask: Promise<T>): Promise<T> {
  // A failure before the card must not be an unhandled one.
  const answer = ask.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  const card = approve(page, world)
  const first = await Promise.race([answer, card.then(() => undefined)])
  if (first && 'error' in first) throw first.error
  await card
  const settled = await answer
  if ('error' in settled) throw settled.error
  return settled.value
}

/** The annotation of a test in whose page the browser reports that the frame refuses to be shown. */
export const REFUSED = { type: 'refused' } as const

/** `world` lives as long as the worker. An uncaught error or a violation of a policy fails the test. */
export const test = base.extend<{ guard: void }, { world: EmbeddedWorld }>({
  world: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const world = await startEmbeddedWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  guard: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security|Trusted ?Type/i.test(message.text()))
          problems.push(message.text())
      })
      await use()
      // A test of a page that the frame refuses says so.
      const isRefused = test.info().annotations.some(({ type }) => type === REFUSED.type)
      expect(problems.filter((each) => !isRefused || !/frame-ancestors/.test(each))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
