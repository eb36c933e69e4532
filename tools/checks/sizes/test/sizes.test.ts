import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAUNCH_ARGS, existingBrowser } from '../../../run/lib/browser.mjs'
import { closureOf, lazyOf, strangersIn } from '../chunks.mjs'
import { budgets, describeHosts } from '../hosts.mjs'
import { judge, table } from '../table.mjs'
import { visit } from '../visit.mjs'
import { isCounted, ownerOf, sum, weighScripts } from '../weigh.mjs'

interface Asked {
  url: string
  path?: string
  type: string
}

const chunk = (fileName: string, name: string, modules: Record<string, number>) => ({
  fileName,
  name,
  isEntry: false,
  isDynamicEntry: false,
  imports: [],
  modules: Object.fromEntries(
    Object.entries(modules).map(([id, renderedLength]) => [id, { renderedLength }]),
  ),
})
const BUDGETS = [
  { part: 'kernel', title: 'kernel', max: 100, unit: 'B' },
  { part: 'foreign', title: 'foreign', max: 0, unit: '' },
]

describe('Budgets', () => {
  const failures = (parts: Record<string, number>) =>
    judge(BUDGETS, parts).flatMap((one) => one.failures)

  it('A part at its budget passes', () => expect(failures({ kernel: 100, foreign: 0 })).toEqual([]))
  it('A part over its budget fails, and the failure says by how much', () =>
    expect(failures({ kernel: 101, foreign: 0 })).toEqual([
      expect.stringContaining('101 B is 1 over the budget of 100'),
    ]))
  it('A part that could not be measured fails', () =>
    expect(failures({ foreign: 0 })).toEqual([expect.stringContaining('could not be measured')]))
  it('The table shows each part with its budget and what is spare', () => {
    const rows = table(BUDGETS, { kernel: 60 }, [{ title: 'React', bytes: 7 }])
      .split('\n')
      .map((row) => row.trim().split(/ {2,}/))
    expect(rows).toEqual([
      ['part', 'bytes', 'budget', 'spare'],
      ['kernel', '60', '100', '40'],
      ['foreign', '?', '0', '?'],
      ['(React)', '7'],
    ])
  })
})

describe('The owner of a chunk', () => {
  it.each([
    ['react', chunk('a.js', 'react', { '/x/node_modules/react-dom/index.js': 9 })],
    [
      '@latchkey/kernel',
      chunk('a.js', 'a', {
        '/x/node_modules/@latchkey/kernel/dist/late.js': 9,
        '/x/node_modules/valibot/dist/index.js': 5,
      }),
    ],
    ['viem', chunk('a.js', 'a', { 'C:\\x\\node_modules\\viem\\_esm\\index.js': 9 })],
    ['host', chunk('a.js', 'a', { '/x/evm.jsx': 9 })],
    ['host', undefined],
  ])('A chunk belongs to %s', (owner, one) => expect(ownerOf(one)).toBe(owner))
})

describe('Chunks of features', () => {
  const of = (file: string, owner: string, more: object = {}) => ({
    ...chunk(file, file, { [`/x/node_modules/@latchkey/${owner}/dist/${file}`]: 9 }),
    ...more,
  })
  const chunks = [
    of('main.js', 'kernel', { isEntry: true, imports: ['eager.js'] }),
    of('eager.js', 'feature-send'),
    of('late.js', 'feature-send', { isDynamicEntry: true, imports: ['siwx.js'] }),
    of('siwx.js', 'siwx'),
    of('evm.js', 'evm', { isDynamicEntry: true }),
    of('unasked.js', 'feature-siwx', { isDynamicEntry: true }),
  ]

  it('Lazy chunks of features are those fetched beside the first script', () =>
    expect(
      lazyOf(chunks, ['main.js', 'eager.js', 'late.js', 'siwx.js', 'evm.js']).map(
        ({ fileName }: { fileName: string }) => fileName,
      ),
    ).toEqual(['late.js', 'siwx.js']))
  it('A chunk comes with everything that it imports', () =>
    expect([...closureOf(chunks, [chunks[2]!])]).toEqual(['late.js', 'siwx.js']))
})

describe('A visit of a host', async () => {
  const browserPath = (await existingBrowser())?.path
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'latchkey-visit-'))
    mkdirSync(join(dir, 'assets'))
    writeFileSync(
      join(dir, 'index.html'),
      `<link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/a.css">
      <script type="module" src="/assets/main.js"></script>
      <button onclick="import('/assets/modal.js')">Open</button>`,
    )
    writeFileSync(join(dir, 'assets/a.css'), 'p{}')
    writeFileSync(
      join(dir, 'assets/main.js'),
      "import './react.js'; setTimeout(() => import('./idle.js'), 700); globalThis.main = 1",
    )
    writeFileSync(join(dir, 'assets/react.js'), 'export const react = 1')
    writeFileSync(join(dir, 'assets/idle.js'), 'export const idle = 1')
    writeFileSync(
      join(dir, 'assets/modal.js'),
      "fetch('http://127.0.0.1:9/elsewhere').catch(() => {}); throw new Error('broken')",
    )
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it.skipIf(!browserPath && process.env['CI'] !== 'true')(
    'A visit records what each phase fetches and from whom, also after the page seemed idle',
    async () => {
      const browser = await chromium.launch({ executablePath: browserPath, args: LAUNCH_ARGS })
      try {
        const seen = await visit(
          browser,
          dir,
          async (
            {
              page,
              phase,
              complaints,
            }: {
              page: import('playwright').Page
              phase: (act: () => Promise<unknown>) => Promise<Asked[]>
              complaints: string[]
            },
            url: string,
          ) => ({
            loaded: await phase(() => page.goto(`${url}/index.html`)),
            opened: await phase(() => page.getByRole('button').click()),
            complaints,
          }),
        )
        expect(seen.loaded.map(({ path }: Asked) => path).sort()).toEqual([
          'assets/a.css',
          'assets/idle.js',
          'assets/main.js',
          'assets/react.js',
          'index.html',
        ])
        expect(seen.opened.map(({ url, path }: Asked) => path ?? url)).toEqual([
          'assets/modal.js',
          'http://127.0.0.1:9/elsewhere',
        ])
        expect(seen.complaints).toEqual(['broken'])

        const scripts = weighScripts({ dir, chunks: [chunk('assets/react.js', 'react', {})] }, [
          ...seen.loaded,
          ...seen.loaded,
        ])
        expect(scripts).toHaveLength(3)
        expect(scripts.find(({ path }) => path === 'assets/react.js')?.bytes).toBe(
          gzipSync('export const react = 1', { level: 9 }).length,
        )
        expect(sum(scripts) - sum(scripts.filter(isCounted))).toBe(
          gzipSync('export const react = 1', { level: 9 }).length,
        )
      } finally {
        await browser.close()
      }
    },
  )
})

describe('The hosts that are measured', () => {
  const catalog = { react: '19.0.0', 'react-dom': '19.0.0', viem: '2.0.0' }
  const hosts = describeHosts(catalog)

  it('The measured hosts come from what each plugin says of itself', () => {
    expect(hosts.names).toEqual(expect.arrayContaining(['evm', 'cosmos', 'send', 'all']))
    expect(hosts.files['all.jsx']).toContain(
      "import { polkadotHub } from '@latchkey/polkadot/networks'",
    )
    expect(hosts.files['send.jsx']).toContain('plugins: [evm({ networks: [mainnet] }), send()]')
    expect(hosts.chosen).toMatchObject({ viem: '2.0.0', '@polkadot/api': expect.any(String) })
  })

  const maxima = (of: typeof hosts) =>
    Object.fromEntries(budgets(of).map(({ part, max }) => [part, max])) as Record<string, number>

  it('Every plugin has a budget, its own or that of its kind', () => {
    const max = maxima(hosts)
    expect(max).toMatchObject({ cosmos: 1600, walletconnect: 2000, relayClient: 140_000 })
    expect(max).toMatchObject({ send: 1000, sendView: 8000 })
  })

  it('A host of several plugins may grow by the budget of a plugin that came later', () => {
    const today = maxima(hosts)
    const [cosmos] = hosts.chains.filter(({ folder }) => folder === 'cosmos')
    const late = { ...cosmos!, folder: 'late-comer' }
    const chains = [...hosts.chains, late]
    const max = maxima({ ...hosts, chains, measured: [...hosts.measured, late] })
    expect(max['familiesHost']! - today['familiesHost']!).toBe(1600)
    expect(max['allHost']! - today['allHost']!).toBe(1600)
    expect(max['late-comer']).toBe(1600)
  })

  it('A module of a plugin that a host has not installed is noticed', () => {
    const others = hosts.measured.filter(({ folder }) => folder !== 'evm')
    const of = (...paths: string[]) =>
      strangersIn(
        { chunks: [chunk('a.js', 'a', Object.fromEntries(paths.map((path) => [path, 1])))] },
        others,
      )
    expect(of('/x/node_modules/@cosmjs/amino/a.js', '/x/node_modules/@latchkey/siwx/a.js')).toEqual(
      ['a.js carries @cosmjs/amino/a.js, of a plugin that this host has not installed'],
    )
    expect(of('/x/node_modules/@latchkey/evm/a.js', '/x/src/@latchkey/solana.js')).toEqual([])
    expect(of('/x/node_modules/@latchkey/solana/dist/a.js')).toHaveLength(1)
    expect(of('/x/node_modules/@scure/btc-signer/a.js')).toHaveLength(1)
  })
})
