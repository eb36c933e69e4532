import { filesIn, inFolder, textOf } from '@latchkey/create-kit/testing'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { CHAINS, createApp, FEATURES, FRAMEWORKS, type Chosen } from '../src/index.js'
import { renderText } from '../src/render.js'

const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))

interface Manifest {
  name: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const [chains, features] = [CHAINS.map(({ id }) => id), FEATURES.map(({ id }) => id)]
const ranges = Object.fromEntries(
  Object.keys((readJson('packages/create-app/package.json') as Manifest).devDependencies).map(
    (name) => [name, '^0.2.0'],
  ),
)
const STARTERS: readonly (readonly [string, Chosen])[] = FRAMEWORKS.flatMap(({ id: framework }) => [
  ...chains.map(
    (chain) =>
      [`${framework} with ${chain}`, { framework, chains: [chain], features: [] }] as const,
  ),
  [`${framework} with five chains`, { framework, chains, features: [] }],
  [`${framework} with everything`, { framework, chains, features }],
])

const create = (folder: string, chosen: Chosen) =>
  createApp({ ...chosen, name: 'shop', dir: folder, ranges, offline: true })
const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await textOf(folder, 'package.json')) as Manifest

function templateDependencies(framework: string): Record<string, string> {
  const { dependencies, devDependencies } = readJson(
    `packages/create-app/templates/${framework}/_package.json`,
  ) as Manifest
  return { ...dependencies, ...devDependencies }
}

/** Names of the packages that a module or a component imports, or its types. */
function packagesIn(text: string): readonly string[] {
  const code = /<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? text
  return ts.preProcessFile(code).importedFiles.flatMap(({ fileName }) => {
    return /^[./]/.test(fileName) ? [] : (/^(?:@[^/]+\/)?[^/]+/.exec(fileName) ?? [])
  })
}

/** Packages that no module names: they are peers of others, or programs. */
const UNNAMED = [
  ...['@latchkey/plugin-api', '@polkadot/api', 'react', 'react-dom', 'viem', 'next', 'svelte'],
  ...['typescript', 'happy-dom', 'vue-tsc', 'svelte-check', 'vite'],
  ...['@types/react', '@types/react-dom', '@types/node', '@sveltejs/vite-plugin-svelte'],
]

describe.each(STARTERS)('A page of %s', (_, chosen) => {
  it('A page has its own name, no mark of a template, and versions of a release', () =>
    inFolder(async (folder) => {
      const { files } = await create(folder, chosen)
      expect(await filesIn(folder)).toEqual(files)
      expect(files).toEqual(
        expect.arrayContaining(['.gitignore', 'README.md', 'package.json', 'src/wallet.test.ts']),
      )
      for (const path of files)
        expect(await textOf(folder, path), path).not.toMatch(
          /my-latchkey-app|\/\/(?: @[a-z]+)+$|workspace:/m,
        )
      expect((await manifestIn(folder)).name).toBe('shop')
    }))

  it('A page depends on what it imports and on nothing else, at exact versions', () =>
    inFolder(async (folder) => {
      const { files } = await create(folder, chosen)
      const code = files.filter((path) => /\.(?:tsx?|js|vue|svelte)$/.test(path))
      const texts = await Promise.all(code.map((path) => textOf(folder, path)))
      const imported = new Set(texts.flatMap(packagesIn))
      const { dependencies, devDependencies } = await manifestIn(folder)
      const named = { ...dependencies, ...devDependencies }
      expect(Object.keys(named)).toEqual(expect.arrayContaining([...imported]))
      const strays = Object.keys(named).filter((name) => !imported.has(name))
      expect(strays.filter((name) => !UNNAMED.includes(name))).toEqual([])
      for (const [name, range] of Object.entries(named))
        expect(range, name).toMatch(
          name.startsWith('@latchkey/') ? /^\^0\.2\.0$/ : /^\d+\.\d+\.\d+$/,
        )
      expect('viem' in named).toBe(chosen.chains.includes('evm'))
      expect('@polkadot/api' in named).toBe(chosen.chains.includes('polkadot'))
      expect(Object.keys(devDependencies)).toContain('@latchkey/testing')
    }))

  it('The wallet for development is loaded behind the flag of the bundler', () =>
    inFolder(async (folder) => {
      const { files } = await create(folder, chosen)
      const loaders: string[] = []
      for (const path of files.filter((one) => /^src\/.*\.(?:tsx?|vue|svelte)$/.test(one))) {
        const text = await textOf(folder, path)
        if (!text.includes('/burner') || path.endsWith('.test.ts')) continue
        loaders.push(path)
        expect(text, path).toMatch(
          /if \((?:import\.meta\.env\.DEV|process\.env\.NODE_ENV === 'development')\)\s+(?:void|\(await) import\('\.\/burner'\)/,
        )
        expect(text.match(/burner'/g), path).toHaveLength(1)
      }
      expect(loaders).toHaveLength(1)
    }))
})

describe('The templates', () => {
  it('Third-party versions are those that the workspace and its examples have', () => {
    const files = [
      'package.json',
      ...['vite-react', 'vue', 'next'].map((name) => `examples/${name}/package.json`),
    ]
    const known: Record<string, string> = {}
    for (const file of files) {
      const { dependencies, devDependencies } = readJson(file) as Partial<Manifest>
      for (const [name, range] of Object.entries({ ...devDependencies, ...dependencies }))
        if (/^\d/.test(range)) known[name] = range
    }
    const others = new Set<string>()
    for (const { id } of FRAMEWORKS)
      for (const [name, version] of Object.entries(templateDependencies(id))) {
        if (name.startsWith('@latchkey/')) continue
        if (name in known) expect(version, `${name} of ${id}`).toBe(known[name])
        else others.add(name)
      }
    // The tools that nothing else here needs.
    expect([...others].sort()).toEqual([
      '@polkadot/api',
      '@sveltejs/adapter-static',
      '@sveltejs/kit',
      '@types/node',
      '@types/react',
      '@types/react-dom',
      'svelte-check',
      'vue-tsc',
    ])
  })

  it('A release has a version for each of our packages that a template asks for', () => {
    for (const { id } of FRAMEWORKS) {
      const wanted = Object.entries(templateDependencies(id))
        .filter(([, range]) => range.startsWith('workspace:'))
        .map(([name]) => name)
      expect(Object.keys(ranges)).toEqual(expect.arrayContaining(wanted))
    }
  })

  it('A line with a mark is there for each of its choices, and a line without one always', () => {
    const text =
      'one\ntwo // @evm\nthree // @solana @evm\n// four // @bitcoin\n// @latchkey/evm is five'
    expect(renderText(text, new Set(['evm']))).toBe('one\ntwo\nthree\n// @latchkey/evm is five')
    expect(renderText(text, new Set(['bitcoin']))).toBe('one\n// four\n// @latchkey/evm is five')
  })
})
