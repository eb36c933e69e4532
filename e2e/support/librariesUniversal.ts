// Two EVM chains, a Solana node, a relay, the demo wallet's page, and a host that knows only
// @walletconnect/universal-provider.
import react from '@vitejs/plugin-react'
import { startRelay } from '@latchkey/relay'
import {
  accounts,
  addressesOf,
  request,
  startLocalnet,
  startSolana,
} from '@latchkey-tools/localnet'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { demoWallet } from './relayWorld.js'
import { servePage } from './world.js'

export interface LibraryWorld {
  /** The shop's page, with everything that it has to know of this world in its address. */
  shopUrl: string
  walletUrl: string
  shown: Parameters<typeof servePage>[1]
  relayUrl: string
  /** The funded account on Solana. */
  payer: string
  /** CAIP-2 ids. */
  chains: { evm: string[]; solana: string[] }
  /** Asks the Solana node. */
  askSolana(method: string, params: unknown[]): Promise<unknown>
  close(): Promise<void>
}

/** Builds the host for production and serves it under a policy that names the local world alone. */
async function serveShop(connect: readonly string[]) {
  const root = fileURLToPath(new URL('../pages', import.meta.url))
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  const out = {
    outDir: join(tmpdir(), `latchkey-universal-${process.pid}`),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(root, 'libraries-universal.html') },
  }
  await build({ ...shared, plugins: [react()], build: out })
  const server = await preview({
    ...shared,
    build: out,
    preview: {
      port: 0,
      host: '127.0.0.1',
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'self'; img-src 'self' data:; style-src 'self'; " +
          `connect-src 'self' ${connect.join(' ')}; ` +
          "require-trusted-types-for 'script'; trusted-types 'none'",
      },
    },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The shop got no port.')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

/** The first account's key has funds on every chain. */
export async function startLibraryWorld(): Promise<LibraryWorld> {
  const [localnet, solana, relay] = await Promise.all([
    startLocalnet(),
    startSolana(),
    startRelay(),
  ])
  const askSolana = (method: string, params: unknown[]): Promise<unknown> =>
    request(solana.url, method, params)
  const payer = addressesOf(accounts[0]!.privateKey).solana
  await askSolana('requestAirdrop', [payer, 10_000_000_000])
  const genesisHash = (await askSolana('getGenesisHash', [])) as string
  const shown = {
    chains: localnet.chains,
    accounts,
    erc20: localnet.erc20,
    solana: { url: solana.url, wsUrl: solana.wsUrl, genesisHash },
  }
  const wallet = await servePage(demoWallet, shown, relay.url)
  const shop = await serveShop([
    relay.url,
    solana.url,
    ...localnet.chains.map(({ url }) => new URL(url).origin),
  ])
  const world = {
    relay: relay.url,
    chains: localnet.chains.map(({ id, name, url }) => ({ id, name, url })),
    genesisHash,
    node: solana.url,
  }
  return {
    shopUrl: `${shop.url}libraries-universal.html?world=${encodeURIComponent(JSON.stringify(world))}`,
    walletUrl: wallet.url,
    shown,
    relayUrl: relay.url,
    payer,
    chains: {
      evm: localnet.chains.map(({ id }) => `eip155:${id}`),
      solana: [`solana:${genesisHash.slice(0, 32)}`],
    },
    askSolana,
    async close() {
      for (const each of [shop, wallet, relay, solana, localnet]) await each.close()
    },
  }
}
