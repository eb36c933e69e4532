import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAUNCH_ARGS, existingBrowser } from '../../run/lib/browser.mjs'
import { closureOf, lazyOf } from '../features.mjs'
import { judge, table } from '../table.mjs'
import { visit } from '../visit.mjs'
import { isCounted, ownerOf, sum, weighScripts } from '../weigh.mjs'

interface Asked {
  url: string
  path?: string
  type: string
}

const chunk = (file: string, name: string, modules: Record<string, number>) => ({
  file,
  name,
  entry: false,
  lazyEntry: false,
  imports: [],
  lazyImports: [],
  modules,
})
const BUDGETS = [
  { part: 'kernel', title: 'kernel', max: 100, unit: 'B' },
  { part: 'foreign', title: 'foreign', max: 0, unit: '' },
]

describe('judge', () => {
  const failures = (parts: Record<string, number>) =>
    judge(BUDGETS, parts).flatMap((one) => one.failures)

  it('lets pass what is at its budget', () =>
    expect(failures({ kernel: 100, foreign: 0 })).toEqual([]))
  it('fails what is over it and says by how much', () =>
    expect(failures({ kernel: 101, foreign: 0 })).toEqual([
      expect.stringContaining('101 B is 1 over the budget of 100'),
    ]))
  it('fails what could not be measured', () =>
    expect(failures({ foreign: 0 })).toEqual([expect.stringContaining('could not be measured')]))
  it('shows each part with budget and spare', () => {
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

describe('ownerOf', () => {
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
  ])('gives a chunk to %s', (owner, one) => expect(ownerOf(one)).toBe(owner))
})

describe('chunks of features', () => {
  const of = (file: string, owner: string, more: object = {}) => ({
    ...chunk(file, file, { [`/x/node_modules/@latchkey/${owner}/dist/${file}`]: 9 }),
    ...more,
  })
  const chunks = [
    of('main.js', 'kernel', { entry: true, imports: ['eager.js'] }),
    of('eager.js', 'feature-send'),
    of('late.js', 'feature-send', { lazyEntry: true, imports: ['siwx.js'] }),
    of('siwx.js', 'siwx'),
    of('evm.js', 'evm', { lazyEntry: true }),
    of('unasked.js', 'feature-siwx', { lazyEntry: true }),
  ]

  it('are those of their packages that came beside the first script', () =>
    expect(
      lazyOf(chunks, ['main.js', 'eager.js', 'late.js', 'siwx.js', 'evm.js']).map(
        ({ file }: { file: string }) => file,
      ),
    ).toEqual(['late.js', 'siwx.js']))
  it('come with all that they import', () =>
    expect([...closureOf(chunks, [chunks[2]!])]).toEqual(['late.js', 'siwx.js']))
})

describe('a visit', async () => {
  const browserPath = (await existingBrowser())?.path
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'latchkey-visit-'))
    mkdirSync(join(dir, 'assets'))
    writeFileSync(
      join(dir, 'index.html'),
      `<link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/main.js"></script>
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
    'writes down what is fetched in each phase, also when the page seemed idle, and from whom',
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
