// A page that is built where web3.js is not installed, a node, and a wallet of the Wallet Standard whose
// key is in this process.
import { request, startSolana } from '@latchkey-tools/localnet'
import { test as base, type Page } from '@playwright/test'
import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit'
import react from '@vitejs/plugin-react'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview, type Plugin } from 'vite'

export interface KitWorld {
  url: string
  node: string
  genesis: string
  balance(address: string): Promise<bigint>
  close(): Promise<void>
}
export interface KitWallet {
  address: string
  publicKey: Uint8Array
  /** The requests that it got, in order. */
  asked: string[]
}
const root = fileURLToPath(new URL('../pages', import.meta.url))

/** Stands for a host that has not installed web3.js: an import of it fails the build. */
const withoutWeb3js: Plugin = {
  name: 'without-web3js',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id.startsWith('@solana/web3.js')) throw new Error(`${String(importer)} imports ${id}`)
  },
}
const sendPolicy = (node: string): Plugin => ({
  name: 'policy',
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use((_request, response, next) => {
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; img-src 'self' data:; style-src 'self'; " +
          `connect-src 'self' ${node}; require-trusted-types-for 'script'; trusted-types 'none'`,
      )
      next()
    }),
})

async function serve(node: string): Promise<{ url: string; close(): Promise<void> }> {
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  const out = {
    outDir: join(tmpdir(), `latchkey-kit-${process.pid}`),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  }
  await build({
    ...shared,
    plugins: [withoutWeb3js, react()],
    build: { ...out, rolldownOptions: { input: join(root, 'librariesKit.html') } },
  })
  const server = await preview({
    ...shared,
    plugins: [sendPolicy(node)],
    build: out,
    preview: { port: 0, host: '127.0.0.1' },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string')
    throw new Error('The page did not get a port.')
  return {
    url: `http://127.0.0.1:${address.port}/librariesKit.html`,
    close: () => server.close(),
  }
}

async function startWorld(): Promise<KitWorld> {
  const node = await startSolana()
  const page = await serve(new URL(node.url).origin)
  return {
    url: page.url,
    node: node.url,
    genesis: (await request(node.url, 'getGenesisHash')) as string,
    balance: async (address) =>
      BigInt(((await request(node.url, 'getBalance', [address])) as { value: number }).value),
    async close() {
      await page.close()
      await node.close()
    },
  }
}

/** Runs in the page: registers a wallet that hands everything to `walletSigns` of the test. */
function register({ address, publicKey }: { address: string; publicKey: number[] }): void {
  const hand = (
    window as unknown as { walletSigns(what: string, bytes: number[]): Promise<number[]> }
  ).walletSigns
  const chains = ['solana:localnet']
  const names = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']
  const account = { address, publicKey: Uint8Array.from(publicKey), chains, features: names }
  let accounts: object[] = []
  const ask = async (what: string, bytes: Uint8Array) =>
    Uint8Array.from(await hand(what, Array.from(bytes)))
  const wallet = {
    version: '1.0.0',
    name: 'Kit Wallet',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => ({ accounts: (accounts = [account]) }),
      },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: await ask('message', message) },
        ],
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
          { signedTransaction: await ask('transaction', transaction) },
        ],
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
          { signature: await ask('send', transaction) },
        ],
      },
    },
  }
  const give = (api: { register(one: object): unknown }): void => void api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) =>
    give((event as CustomEvent<{ register(one: object): unknown }>).detail),
  )
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: give }))
}

/** A funded wallet in the page, which signs without asking anybody. */
export async function installKitWallet(page: Page, { node }: KitWorld): Promise<KitWallet> {
  const keys = await createKeyPairFromPrivateKeyBytes(crypto.getRandomValues(new Uint8Array(32)))
  const address = await getAddressFromPublicKey(keys.publicKey)
  const publicKey = new Uint8Array(getBase58Encoder().encode(address))
  await request(node, 'requestAirdrop', [address, 1_000_000_000])
  const asked: string[] = []
  await page.exposeFunction('walletSigns', async (what: string, given: number[]) => {
    asked.push(what)
    const bytes = Uint8Array.from(given)
    if (what === 'message') return Array.from(await signBytes(keys.privateKey, bytes))
    const signed = await partiallySignTransaction([keys], getTransactionDecoder().decode(bytes))
    if (what === 'transaction') return Array.from(getTransactionEncoder().encode(signed))
    const id = (await request(node, 'sendTransaction', [
      getBase64EncodedWireTransaction(signed),
      { encoding: 'base64' },
    ])) as string
    return Array.from(getBase58Encoder().encode(id))
  })
  await page.addInitScript(register, { address, publicKey: Array.from(publicKey) })
  return { address, publicKey, asked }
}

/** `world` lives as long as the worker. An uncaught error or a violation of the policy fails the test. */
export const test = base.extend<{ guard: void }, { world: KitWorld }>({
  world: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const world = await startWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  guard: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await use()
      base.expect(problems).toEqual([])
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
