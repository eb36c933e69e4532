/// <reference types="vite/client" />
import * as bitcoin from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import * as cosmosNetworks from '@latchkey/cosmos/networks'
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import type { Network } from '@latchkey/plugin-api'
import { polkadot } from '@latchkey/polkadot'
import * as polkadotNetworks from '@latchkey/polkadot/networks'
import * as solana from '@latchkey/solana'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as chains from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALL_FEATURES } from './features.js'
import { makeKernel } from './kernels.js'
import type { World } from './world/world.js'

/** Texts for hosts by path: documents, READMEs, examples, the pages of the tests. */
const written = import.meta.glob<string>(
  [
    '../../../{README,docs/*}.md',
    '../../../{packages,plugins,services,tools}/*/README.md',
    '../../../e2e/**/*.{ts,tsx,mjs}',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url))
/**
 * Texts of the examples. They are read as files: a bundler would ask for the settings of each example's
 * compiler, and those of frameworks that are not installed are missing.
 */
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:md|tsx?|m?js|html|vue|svelte|astro)$/.test(path))
  .filter((path) => !/(?:^|[\\/])(?:node_modules|dist|\.\w+)[\\/]/.test(path))
  .map((path) => readFileSync(EXAMPLES + path, 'utf8'))
const texts = [...Object.values(written), ...examples]

/** Modules that have networks, and what makes a plugin of them. */
type Plugin = ReturnType<typeof evm>
const makers: Readonly<Record<string, [module: object, make: (networks: never) => unknown]>> = {
  'viem/chains': [chains, (networks) => evm({ networks })],
  '@latchkey/solana': [solana, (networks) => solana.solana({ networks })],
  '@latchkey/bitcoin': [bitcoin, (networks) => bitcoin.bitcoin({ networks })],
  '@latchkey/polkadot/networks': [polkadotNetworks, (networks) => polkadot({ networks })],
  '@latchkey/cosmos/networks': [cosmosNetworks, (networks) => cosmos({ networks })],
}
const IMPORTS = /import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
/** The CDN's chains are those of viem, and `latchkey/` is where pages keep its files. */
const CDN = /^(@latchkey\/cdn|\.\/latchkey)\/chains(\.js)?$/
const [cdnBuild = ''] = Object.values(
  import.meta.glob<string>('../../../packages/cdn/build/build.mjs', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? []
const imports = [
  ...texts.flatMap((text) =>
    [...text.matchAll(IMPORTS)].map(([, names = '', from = '']) => ({
      from: CDN.test(from) ? 'viem/chains' : from,
      names: wordsOf(names),
    })),
  ),
  { from: 'viem/chains', names: wordsOf(/const CHAINS = \[([^\]]*)\]/.exec(cdnBuild)?.[1] ?? '') },
]
const isNetwork = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'rpcUrls' in value

/** The networks of a module that are imported somewhere. */
const namedOf = (from: string, module: object): unknown[] => {
  const names = new Set(imports.filter((each) => each.from === from).flatMap((each) => each.names))
  return Object.entries(module).flatMap(([name, value]) =>
    names.has(name) && isNetwork(value) ? [value] : [],
  )
}
/** Networks that no openly licensed package draws: these show a letter. */
const LETTERS = ['cosmos:neutron-1', 'cosmos:noble-1']

let kernel: Kernel | undefined
const asked = vi.spyOn(globalThis, 'fetch')
beforeEach(() => void asked.mockReset().mockRejectedValue(new TypeError('No server is asked.')))
afterEach(() => kernel?.dispose())

const knownBy = ({ ports }: Kernel): readonly Network[] =>
  ports.networks.get().map(({ value }) => value)
/** The networks of the kernel that would be drawn as a letter. */
async function lettersOf(made: Kernel): Promise<readonly string[]> {
  const late = await made.ports.late.load()
  const pictures = await Promise.all(
    knownBy(made).map(async ({ id, assets }) => ({
      id,
      source: await late.image('network', { ...assets, network: id }),
    })),
  )
  return pictures
    .filter(({ source }) => !source?.startsWith('data:image/svg+xml,<svg '))
    .map(({ id }) => id)
}
/** A kernel with those networks of each module that `choose` answers. */
const kernelOf = (choose: (from: string, module: object) => readonly unknown[]): Kernel =>
  (kernel = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    plugins: Object.entries(makers).flatMap(([from, [module, make]]) => {
      const networks = choose(from, module)
      return networks.length ? [make(networks as never) as Plugin] : []
    }),
  }))

const world: World = {
  chains: [
    { id: 31337, name: 'Localnet One', url: 'http://127.0.0.1:8545' },
    { id: 31338, name: 'Localnet Two', url: 'http://127.0.0.1:8546' },
  ],
  accounts: [],
  solana: { url: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:2', genesisHash: '1'.repeat(44) },
  bitcoin: { url: 'http://127.0.0.1:3' },
  polkadot: {
    name: 'Rococo Local',
    genesisHash: `0x${'1'.repeat(64)}`,
    ss58Prefix: 42,
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
    rpcUrls: ['ws://127.0.0.1:5'],
  },
  cosmos: { url: 'http://127.0.0.1:4', chainId: 'localcosmos-1' },
  assets: { imageUrl: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' },
}

describe('Pictures of networks', () => {
  it('Every network that a document, an example or a test page imports has a picture without a server', async () => {
    const made = kernelOf(namedOf)
    expect(knownBy(made).length).toBeGreaterThanOrEqual(20)
    expect(await lettersOf(made)).toEqual([])
    expect(asked).not.toHaveBeenCalled()
  })

  it('Every module of networks that is imported somewhere is looked at here', () => {
    const from = new Set(imports.map((each) => each.from))
    const others = [...from].filter(
      (name) => /^[@\w].*(chains|networks)$/.test(name) && !(name in makers),
    )
    expect(others).toEqual([])
  })

  it('Every network that a plugin of ours offers has a picture, but for two of Cosmos', async () => {
    const made = kernelOf((from, module) =>
      from === 'viem/chains' ? [] : Object.values(module).filter(isNetwork),
    )
    expect(knownBy(made)).toHaveLength(3 + 4 + 6 + 12)
    expect(await lettersOf(made)).toEqual(LETTERS)
    expect(asked).not.toHaveBeenCalled()
  })

  it('Every network of the demo has a picture', async () => {
    const made = makeKernel('demo', 'Demo', world, ALL_FEATURES) as Kernel
    kernel = made
    expect(knownBy(made)).toHaveLength(6)
    expect(await lettersOf(made)).toEqual([])
  })
})
