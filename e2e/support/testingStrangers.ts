// Sites that are not ours, as strangers have them: outside the workspace, installed by npm. A site is installed and
// built once, and kept until its files or versions change.
import { startRelay } from '@latchkey/relay'
import { withPhone } from '@latchkey/testing/playwright'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { draftIn, forgetOld, settle, temporary } from '../../tools/checks/pack/pack.mjs'
import { run } from '../../tools/run/lib/children.mjs'

const fileOf = (name: string) => fileURLToPath(new URL(`../testing/${name}`, import.meta.url))
const CREATE_WAGMI = fileURLToPath(import.meta.resolve('create-wagmi/package.json'))

/** The versions that `latest` stands for in the page of create-wagmi, so that a release of today changes no test. */
const LATEST: Readonly<Record<string, string>> = {
  viem: '2.57.0',
  wagmi: '3.7.7',
  '@wagmi/cli': '2.10.0',
}
interface Manifest {
  dependencies: Readonly<Record<string, string>>
  overrides?: Readonly<Record<string, string>>
}
const REACT = { react: '19.3.1', 'react-dom': '19.3.1' }
const RAINBOWKIT: Manifest = {
  dependencies: {
    ...REACT,
    '@rainbow-me/rainbowkit': '2.2.11',
    '@tanstack/react-query': '5.108.0',
    viem: '2.57.0',
    wagmi: '2.19.5',
  },
  // Its code for phones takes any 0.x, and ends the page with 0.7, which refuses a code without a border.
  overrides: { qr: '0.5.5' },
}
const WALLET_ADAPTER: Manifest = {
  dependencies: {
    ...REACT,
    '@solana/wallet-adapter-base': '0.9.28',
    '@solana/wallet-adapter-react': '0.15.40',
    '@solana/wallet-adapter-react-ui': '0.9.40',
    '@solana/web3.js': '1.99.0',
  },
}

async function demand(command: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd, quiet: true })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.slice(-3000)}`)
}

/** No script of a package runs, and peers that a site does not name (React Native is one) are left out. */
const install = (folder: string) =>
  demand(
    'npm',
    [
      ...['install', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ],
    folder,
  )

/** The page that `npm create wagmi` makes, with one button more, built by its own Vite. */
async function makeByCreateWagmi(folder: string): Promise<void> {
  const command = join(CREATE_WAGMI, '../dist/esm/cli.js')
  await demand(process.execPath, [command, 'site', '--template', 'vite-react', '--npm'], folder)
  const site = join(folder, 'site')
  const manifest = join(site, 'package.json')
  const fixed = readFileSync(manifest, 'utf8').replaceAll(
    /"([^"]+)": "latest"/g,
    (_, name: string) => `"${name}": "${LATEST[name]}"`,
  )
  writeFileSync(manifest, fixed)
  cpSync(fileOf('Sign.tsx'), join(site, 'src/Sign.tsx'))
  const main = join(site, 'src/main.tsx')
  const text = readFileSync(main, 'utf8')
  if (!text.includes('<App />')) throw new Error('The page of create-wagmi has no <App />.')
  writeFileSync(
    main,
    `import { Sign } from './Sign'\n${text.replace('<App />', '<><App /><Sign /></>')}`,
  )
  await install(site)
  // Without the `tsc` of its build, which fails: the page sets `globalThis.Buffer` and lacks the types of Node.
  await demand('npm', ['exec', '--', 'vite', 'build'], site)
}

/** A page that is written here. `overrides` are versions of what its dependencies ask for. */
const write =
  (name: string, { dependencies, overrides }: Manifest) =>
  async (folder: string): Promise<void> => {
    const site = join(folder, 'site')
    mkdirSync(site)
    const manifest = { name, private: true, type: 'module', dependencies, overrides }
    writeFileSync(join(site, 'package.json'), JSON.stringify(manifest))
    cpSync(fileOf(`${name}.jsx`), join(site, 'main.jsx'))
    writeFileSync(
      join(site, 'index.html'),
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>A site</title>' +
        '<div id="root"></div><script type="module" src="/main.jsx"></script></html>',
    )
    await install(site)
    await build({ root: site, configFile: false, logLevel: 'error', plugins: [react()] })
  }

const SITES = {
  'create-wagmi': { make: makeByCreateWagmi, of: [CREATE_WAGMI, fileOf('Sign.tsx')], LATEST },
  rainbowkit: { make: write('rainbowkit', RAINBOWKIT), of: [fileOf('rainbowkit.jsx')], RAINBOWKIT },
  'wallet-adapter': {
    make: write('wallet-adapter', WALLET_ADAPTER),
    of: [fileOf('wallet-adapter.jsx')],
    WALLET_ADAPTER,
  },
}
export type Site = keyof typeof SITES

/** The folder of a site that is built. */
async function builtSite(name: Site): Promise<string> {
  const { make, of, ...versions } = SITES[name]
  // How a site is made counts too.
  const hash = createHash('sha256').update([JSON.stringify(versions), make, install].join())
  for (const file of of) hash.update(readFileSync(file))
  const folder = temporary('strangers', `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (!existsSync(folder)) {
    const draft = draftIn(temporary('strangers'))
    try {
      await make(draft)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      throw error
    }
    settle(draft, folder)
  }
  return join(folder, 'site')
}

async function serveSite(name: Site) {
  const server = await preview({
    root: await builtSite(name),
    configFile: false,
    logLevel: 'error',
    preview: { port: 0, host: '127.0.0.1' },
  })
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() }
}

/**
 * `sites` are built and served once for each worker. Two local nodes stand for mainnet and Sepolia, at the addresses
 * that viem knows for them. No page can reach the network.
 */
export const test = withPhone(startRelay).extend<object, { sites: Readonly<Record<Site, string>> }>(
  {
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    chainIds: [async ({}, use) => use([1, 11_155_111]), { scope: 'worker' }],
    // eslint-disable-next-line no-empty-pattern -- the same
    rpc: async ({}, use) =>
      use({
        'https://ethereum.reth.rs/**': 1,
        'https://11155111.rpc.thirdweb.com/**': 11_155_111,
      }),
    launchOptions: [
      async ({ launchOptions }, use) =>
        use({
          ...launchOptions,
          args: [
            ...(launchOptions.args ?? []),
            '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
          ],
        }),
      { scope: 'worker' },
    ],
    sites: [
      // eslint-disable-next-line no-empty-pattern -- the same
      async ({}, use) => {
        forgetOld(temporary('strangers'))
        const names = Object.keys(SITES) as Site[]
        const served = []
        for (const name of names) served.push([name, await serveSite(name)] as const)
        await use(
          Object.fromEntries(served.map(([name, { url }]) => [name, url])) as Record<Site, string>,
        )
        for (const [, { close }] of served) await close()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  },
)
export { expect } from '@latchkey/testing/playwright'
