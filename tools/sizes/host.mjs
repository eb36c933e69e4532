// A host as a stranger would have it: outside the workspace, our packages from tarballs, installed by npm.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgetOld, packEach, temporary } from '../pack/pack.mjs'
import { node, run } from '../run/lib/children.mjs'
import { Explained, say } from '../run/lib/log.mjs'

/** What the host itself chooses, as its own package.json would say. */
const CHOSEN = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  viem: '2.57.0',
  '@solana/web3.js': '1.98.4',
  '@polkadot/api': '16.5.6',
}
const TOOLS = { vite: '8.3.8', '@vitejs/plugin-react': '6.3.0' }
const OURS = [
  '@latchkey/button',
  '@latchkey/kernel',
  '@latchkey/ui-react',
  '@latchkey/evm',
  '@latchkey/solana',
  '@latchkey/bitcoin',
  '@latchkey/polkadot',
  '@latchkey/cosmos',
  '@latchkey/walletconnect',
  '@latchkey/feature-send',
  '@latchkey/feature-preview',
  '@latchkey/feature-siwx',
]

const KERNEL = "import { createKernel } from '@latchkey/kernel'"
const UI = "import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'"
const EVM = "import { evm } from '@latchkey/evm'\nimport { mainnet } from 'viem/chains'"
const WALLETCONNECT = "import { walletconnect } from '@latchkey/walletconnect'"
const WITH_RELAY = "walletconnect({ relayUrl: 'wss://relay.invalid' })"
/** The other chain families: what a host imports of each, and what it hands to the kernel. */
const FAMILIES = {
  solana: [
    "import { solana, solanaMainnet } from '@latchkey/solana'",
    'solana({ networks: [solanaMainnet] })',
  ],
  bitcoin: [
    "import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin'",
    'bitcoin({ networks: [bitcoinMainnet] })',
  ],
  polkadot: [
    "import { polkadot } from '@latchkey/polkadot'\nimport { polkadotHub } from '@latchkey/polkadot/networks'",
    'polkadot({ networks: [polkadotHub] })',
  ],
  cosmos: [
    "import { cosmos } from '@latchkey/cosmos'\nimport { cosmoshub } from '@latchkey/cosmos/networks'",
    'cosmos({ networks: [cosmoshub] })',
  ],
}
/** Features, in the same way. */
const FEATURES = {
  send: ["import { send } from '@latchkey/feature-send'", 'send()'],
  preview: ["import { preview } from '@latchkey/feature-preview'", 'preview()'],
  siwx: [
    "import { browserStore, siwx } from '@latchkey/feature-siwx'",
    'siwx({ store: browserStore() })',
  ],
}
const linesOf = (parts) => Object.values(parts).map(([lines]) => lines)
const pluginsOf = (parts) =>
  Object.values(parts)
    .map(([, plugin]) => plugin)
    .join(', ')
const create = (plugins) =>
  `const kernel = globalThis.kernel = createKernel({ metadata: { name: 'Host' }, plugins: [${plugins}] })`
const BUTTON = '<LatchkeyProvider kernel={kernel}><ConnectButton /></LatchkeyProvider>'

/** What a part costs is the difference between two hosts. */
export const HOSTS = {
  bare: [],
  kernel: [KERNEL, create('')],
  ui: [KERNEL, UI, create(''), BUTTON],
  evm: [KERNEL, UI, EVM, create('evm({ networks: [mainnet] })'), BUTTON],
  walletconnect: [
    KERNEL,
    UI,
    EVM,
    WALLETCONNECT,
    create(`evm({ networks: [mainnet] }), ${WITH_RELAY}`),
    BUTTON,
  ],
  ...Object.fromEntries(
    Object.entries(FAMILIES).map(([name, [lines, plugin]]) => [
      name,
      [KERNEL, UI, EVM, lines, create(`evm({ networks: [mainnet] }), ${plugin}`), BUTTON],
    ]),
  ),
  five: [
    KERNEL,
    UI,
    EVM,
    WALLETCONNECT,
    ...linesOf(FAMILIES),
    create(`evm({ networks: [mainnet] }), ${pluginsOf(FAMILIES)}, ${WITH_RELAY}`),
    BUTTON,
  ],
}

/** Hosts with features: built, and only the one with everything is visited. */
export const FEATURE_HOSTS = {
  ...Object.fromEntries(
    Object.entries(FEATURES).map(([name, [lines, plugin]]) => [
      name,
      [KERNEL, UI, EVM, lines, create(`evm({ networks: [mainnet] }), ${plugin}`), BUTTON],
    ]),
  ),
  all: [
    KERNEL,
    UI,
    EVM,
    WALLETCONNECT,
    ...linesOf({ ...FAMILIES, ...FEATURES }),
    create(
      `evm({ networks: [mainnet] }), ${pluginsOf({ ...FAMILIES, ...FEATURES })}, ${WITH_RELAY}`,
    ),
    BUTTON,
  ],
}

/** Hosts without React, whose first script is all that a visitor waits for: a page that loads something later, and one that loads the kernel so. */
export const PLAIN_HOSTS = {
  plain: ["document.getElementById('root').onclick = () => import('./later.js')"],
  button: [
    "import { startButton } from '@latchkey/button'",
    "startButton(document.getElementById('root'), { load: () => import('./kernel.js'), idle: false })",
  ],
}
const LATE_KERNEL = `${KERNEL}\n${EVM}\nimport { mountModal } from '@latchkey/ui-react/elements'\nexport const kernel = createKernel({ metadata: { name: 'Host' }, plugins: [evm({ networks: [mainnet] })] })\nmountModal(kernel)\n`

/** A page with a lazily loaded page of its own, as most have: Vite's loader for such is the host's, not ours. */
const page = (lines) => {
  const markup = lines.includes(BUTTON) ? BUTTON : ''
  return `import { createRoot } from 'react-dom/client'
${lines.filter((line) => line !== BUTTON).join('\n')}
createRoot(document.getElementById('root')).render(<main><a href="#later" onClick={() => import('./later.js')}>Later</a>${markup}</main>)
`
}
const html = (name) =>
  `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/${name}.jsx"></script>\n`

/**
 * The folder of the installed host; kept until a tarball changes.
 * @returns {Promise<string>}
 */
export const installHost = async () => {
  const tarballs = withNeeded(await packEach(), OURS)
  const manifest = `${JSON.stringify(describeHost(tarballs), undefined, 2)}\n`
  const key = createHash('sha256')
    .update(manifest)
    .update(tarballs.map((tarball) => tarball.key).join())
    .digest('hex')
    .slice(0, 16)
  const folder = temporary('hosts', key)
  forgetOld(temporary('hosts'))
  if (!existsSync(folder)) await installInto(folder, manifest)
  const sources = [
    ...Object.entries({ ...HOSTS, ...FEATURE_HOSTS }).map(([name, lines]) => [name, page(lines)]),
    ...Object.entries(PLAIN_HOSTS).map(([name, lines]) => [name, `${lines.join('\n')}\n`]),
  ]
  for (const [name, source] of sources) {
    writeFileSync(join(folder, `${name}.jsx`), source)
    writeFileSync(join(folder, `${name}.html`), html(name))
  }
  writeFileSync(join(folder, 'kernel.js'), LATE_KERNEL)
  writeFileSync(join(folder, 'later.js'), 'export const later = 1\n')
  cpSync(fileURLToPath(new URL('hostBuild.mjs', import.meta.url)), join(folder, 'hostBuild.mjs'))
  return folder
}

const describeHost = (tarballs) => ({
  name: 'host',
  private: true,
  type: 'module',
  dependencies: {
    ...CHOSEN,
    ...Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`])),
  },
  devDependencies: TOOLS,
})

/** Our packages that the wanted ones need in turn: no registry has them yet. */
const withNeeded = (tarballs, wanted) => {
  const needed = new Set(wanted)
  for (const name of needed) {
    const manifest = tarballs.find((tarball) => tarball.name === name)?.manifest
    if (!manifest)
      throw new Explained(`${name} is not among the published packages: is it private, or renamed?`)
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    for (const other of names)
      if (tarballs.some((tarball) => tarball.name === other)) needed.add(other)
  }
  return tarballs.filter(({ name }) => needed.has(name))
}

const installInto = async (folder, manifest) => {
  mkdirSync(temporary('hosts'), { recursive: true })
  const draft = mkdtempSync(temporary('hosts', 'draft-'))
  writeFileSync(join(draft, 'package.json'), manifest)
  say('Installing a throw-away host from the tarballs (npm install) …')
  const { code, output } = await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    {
      cwd: draft,
      quiet: true,
      shell: process.platform === 'win32',
    },
  )
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Explained(
      `npm install of a host failed:\n${output.trim()}\nDo the ranges in our package.json files fit each other and the registry?`,
    )
  }
  if (existsSync(folder)) rmSync(draft, { recursive: true, force: true })
  else renameSync(draft, folder)
}

/**
 * @typedef {{ file: string, name: string, entry: boolean, lazyEntry: boolean, imports: string[], lazyImports: string[], modules: Record<string, number> }} Chunk
 * @param {string} folder of the host
 * @param {{ name: string, entry: string, grouped: boolean }[]} jobs
 * @returns {Promise<{ built: Map<string, { entry: string, dir: string, chunks: Chunk[] }>, forget: () => void }>}
 */
export const buildHosts = async (folder, jobs) => {
  const out = mkdtempSync(join(folder, 'out-')) // of this run alone: others may use the host now
  const forget = () => rmSync(out, { recursive: true, force: true })
  const { code, output } = await node(join(folder, 'hostBuild.mjs'), [out, JSON.stringify(jobs)], {
    cwd: folder,
    quiet: true,
  })
  if (code !== 0) {
    forget()
    throw new Explained(
      `A production host does not build against our packages:\n${output.trim().slice(0, 3000)}`,
    )
  }
  const built = jobs.map(({ name, entry }) => [
    name,
    {
      entry,
      dir: join(out, name),
      chunks: JSON.parse(readFileSync(join(out, `${name}.json`), 'utf8')),
    },
  ])
  return { built: new Map(built), forget }
}
