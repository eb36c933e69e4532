// The local world of a whole run: two chains, a relay, and the built playground, which reads their
// addresses from /localnet.json.
import { test as base, type Page } from '@playwright/test'
import { startRelay, type Relay } from '@latchkey/relay'
import { startLocalnet, type World as LocalWorld } from '@latchkey-tools/localnet'
import { preview } from 'vite'
import { fileURLToPath } from 'node:url'

export type Localnet = Awaited<ReturnType<typeof startLocalnet>>
export interface World {
  localnet: Localnet
  relay: Relay
  /** The playground's lab, under its strict policy. */
  url: string
}

const playground = fileURLToPath(new URL('../../apps/playground', import.meta.url))

/**
 * Serves a built page of `apps/` under its own policy, with this world in its /localnet.json.
 * `siwx` is the base URL of its sign-in server, `api` that of its blockchain API; without `port` any free one is used.
 */
export async function servePage(
  root: string,
  { chains, accounts, erc20, solana, bitcoin, polkadot, cosmos, pools, game }: LocalWorld['shown'],
  relay: string,
  { siwx, api, port = 0 }: { siwx?: string; api?: string; port?: number } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  process.env['LATCHKEY_LOCALNET'] = JSON.stringify({
    chains: chains.map(({ id, name, url }) => ({ id, name, url })),
    accounts,
    erc20,
    relay,
    siwx,
    api,
    solana,
    bitcoin,
    polkadot,
    cosmos,
    pools,
    game,
  })
  const server = await preview({
    root,
    configFile: `${root}/vite.config.ts`,
    logLevel: 'error',
    preview: { port, strictPort: port !== 0, host: '127.0.0.1' },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string')
    throw new Error(`${root} did not get a port.`)
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

/** Serves the playground. `url` is its lab: the buttons and settings that tests use. `shop` is its front page. */
export async function serveLab(
  shown: LocalWorld['shown'],
  relay: string,
  options: Parameters<typeof servePage>[3] = {},
): Promise<{ url: string; shop: string; close(): Promise<void> }> {
  const served = await servePage(playground, shown, relay, options)
  return { ...served, shop: served.url, url: `${served.url}lab/` }
}

/** The uncaught errors of a page, and its violations of a policy, as they come. */
export function watchProblems(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // polkadot.js tries WebAssembly on import. Where the policy forbids it, it logs an error
    // and works without it.
    if (message.text().includes('@polkadot/wasm-crypto')) return
    if (
      message.type() === 'error' &&
      /Content Security Policy|TrustedType|Trusted Type/i.test(message.text())
    )
      problems.push(message.text())
  })
  return problems
}

/**
 * `world` lives as long as the worker. A violation of the page's policy or an uncaught error fails
 * the test.
 */
export const test = base.extend<{ guard: void }, { world: World }>({
  world: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const [localnet, relay] = await Promise.all([startLocalnet(), startRelay()])
      const page = await serveLab(localnet, relay.url)
      await use({ localnet, relay, url: page.url })
      await page.close()
      await relay.close()
      await localnet.close()
    },
    { scope: 'worker' },
  ],
  guard: [
    async ({ page }, use) => {
      const problems = watchProblems(page)
      await use()
      base.expect(problems).toEqual([])
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
