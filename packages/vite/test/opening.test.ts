import { describe, expect, it, vi } from 'vitest'
import { isViteError, latchkey } from '../src/index.js'
import { HOST, build, wordsIn, type Bundler, type Built } from './support.js'

const HINT = '//# allFunctionsCalledOnLoad\n'
const named = (files: readonly Built[], name: string) => files.find((file) => file.name === name)
const PEBBLE = 'node_modules/latchkey-plugin-pebble'

describe.each<Bundler>(['rolldown', 'rollup'])('A build by %s', (bundler) => {
  it('An opening is two files, each with the compile hint in its first line', async () => {
    const files = await build(bundler, {}, bundler === 'rolldown' ? { minify: true } : {})
    const [modal, late] = [named(files, 'latchkey-modal'), named(files, 'latchkey-late')]
    expect(wordsIn(modal)).toEqual(['HOOK', 'MODAL'])
    expect(wordsIn(late)).toEqual(['BASE', 'ENTRY', 'PEBBLE'])
    expect([modal, late].map((file) => file?.code.startsWith(HINT))).toEqual([true, true])
    expect(files.filter(({ code }) => code.startsWith(HINT))).toHaveLength(2)
  })

  it('The page begins with what it began with before, and with nothing of an opening', async () => {
    const [plain, helped] = [await build(bundler, {}, {}, []), await build(bundler)]
    const entry = (files: readonly Built[]) => files.find(({ isEntry }) => isEntry)
    expect(wordsIn(entry(plain))).toEqual(['EAGER'])
    expect(wordsIn(entry(helped))).toEqual(['EAGER'])
    expect(entry(helped)?.imports.join()).not.toContain('latchkey-')
  })

  it('Views, SDKs and pages that come later stay in files of their own', async () => {
    const files = await build(bundler)
    for (const word of ['VIEWS', 'SDK', 'PAGE']) {
      const holders = files.filter((file) => wordsIn(file).includes(word))
      expect(holders.map(({ name }) => name)).not.toContain('latchkey-late')
      expect(holders.map(({ name }) => name)).not.toContain('latchkey-modal')
      expect(holders).toHaveLength(1)
    }
  })

  it("A module that the host's own later page uses too brings no opening with it", async () => {
    const files = await build(bundler, { 'page.js': `export { encode } from 'base'\n` })
    expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['ENTRY', 'PEBBLE'])
    const holder = files.find((file) => wordsIn(file).includes('BASE'))
    expect(holder?.imports.join()).not.toContain('latchkey-')
  })

  it("A hook that the host calls keeps its module in the page's first file", async () => {
    const files = await build(bundler, {
      'main.js': `import { mountModal, useConnect } from '@latchkey/ui-react'
globalThis.started = [() => mountModal(), () => useConnect()]
`,
    })
    expect(wordsIn(named(files, 'latchkey-modal'))).toEqual(['MODAL'])
    expect(wordsIn(files.find(({ isEntry }) => isEntry))).toContain('HOOK')
  })

  it('A module that runs something when it is imported stays with whoever imports it', async () => {
    const files = await build(bundler, {
      'node_modules/@latchkey/ui-react/index.js': `import { hook } from './chunk-CCCC3333.js'
export const known = globalThis.know(hook)
export const mountModal = () => import('./startModal-DDDD4444.js')
`,
    })
    expect(wordsIn(named(files, 'latchkey-modal'))).toEqual(['MODAL'])
    expect(wordsIn(files.find(({ isEntry }) => isEntry))).toContain('HOOK')
  })

  it('Modules of others come along whole, so that no two files wait for each other', async () => {
    const files = await build(bundler, {
      'main.js': `import { page } from 'pages'
import { pebble } from 'latchkey-plugin-pebble'
globalThis.started = [() => pebble(), page]
`,
      [`${PEBBLE}/late.js`]: `import { near } from 'near'
import { far } from 'far'
export const start = () => [near(), far(), 'PEBBLE']
`,
      'node_modules/near/index.js': `import { page } from 'pages'
export const near = () => [page, 'NEAR']
`,
      'node_modules/far/index.js': `export { far } from '../far-away/index.js'\n`,
      'node_modules/far-away/index.js': `import { encode } from 'base'
export const far = () => encode('FAR')
`,
    })
    expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['BASE', 'FAR', 'NEAR', 'PEBBLE'])
    expect(named(files, 'latchkey-late')?.imports.join()).not.toContain('late.js')
  })

  it('A package names the modules of its opening itself', async () => {
    const files = await build(bundler, {
      [`${PEBBLE}/package.json`]: JSON.stringify({
        name: 'latchkey-plugin-pebble',
        sideEffects: false,
        latchkey: { kind: 'feature', opening: ['sdk'] },
      }),
    })
    expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['BASE', 'ENTRY', 'SDK'])
  })

  it.each([true, false])(
    'A host that lists the contract takes no part, with sideEffects: %s',
    async (sideEffects) => {
      const files = await build(bundler, {
        'package.json': JSON.stringify({
          name: 'host',
          sideEffects,
          dependencies: { '@latchkey/plugin-api': '*' },
        }),
        'main.js': `${HOST['main.js']}globalThis.words = () => import('./messages.js')\n`,
        'page.js': `export { encode } from 'base'\n`,
        'messages.js': `export const words = () => 'MINE'\n`,
      })
      expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['ENTRY', 'PEBBLE'])
      expect(wordsIn(named(files, 'messages'))).toEqual(['MINE'])
    },
  )

  it('A package with side effects takes no part by the names of its modules', async () => {
    const field = { name: 'pebble', peerDependencies: { '@latchkey/plugin-api': '*' } }
    const files = await build(bundler, { [`${PEBBLE}/package.json`]: JSON.stringify(field) })
    expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['ENTRY'])
  })

  it('A module may have the name of a member that every object has', async () => {
    const files = await build(bundler, {
      [`${PEBBLE}/index.js`]: `export const pebble = () => import('./constructor.js')\n`,
      [`${PEBBLE}/constructor.js`]: `export const start = () => 'MADE'\n`,
    })
    expect(wordsIn(named(files, 'constructor'))).toEqual(['MADE'])
  })

  it('A default export that has a name brings along what it uses', async () => {
    const files = await build(bundler, {
      [`${PEBBLE}/late.js`]: `import encode from 'base'
export const start = () => encode('PEBBLE')
`,
      'node_modules/base/index.js': `import { far } from 'far'
export default function encode(text) { return [text, far()] }
`,
      'node_modules/far/package.json': `{ "name": "far", "sideEffects": false }`,
      'node_modules/far/index.js': `export const far = () => 'FAR'\n`,
      'node_modules/latchkey-plugin-pebble/sdk.js': `export { far as start } from 'far'\n`,
    })
    expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['ENTRY', 'FAR', 'PEBBLE'])
  })

  it('A module that is imported under two names shifts no other', async () => {
    const files = await build(bundler, {
      [`${PEBBLE}/late.js`]: `import { encode } from 'base'
import { more } from '../base/index.js'
import { far } from 'far'
export const start = () => [encode('PEBBLE'), more, far()]
`,
      [`${PEBBLE}/sdk.js`]: `export { near as start } from 'near'\n`,
      'node_modules/base/index.js': `export const encode = (text) => text
export const more = 'MORE'
`,
      'node_modules/far/package.json': `{ "name": "far", "sideEffects": false }`,
      'node_modules/far/index.js': `import { near } from 'near'
export const far = () => near()
`,
      'node_modules/near/package.json': `{ "name": "near", "sideEffects": false }`,
      'node_modules/near/index.js': `export const near = () => 'NEAR'\n`,
    })
    expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['ENTRY', 'MORE', 'NEAR', 'PEBBLE'])
  })

  it('A field that names no modules ends the build and says what was expected', async () => {
    const field = { name: 'latchkey-plugin-pebble', latchkey: { opening: 'late' } }
    const building = build(bundler, { [`${PEBBLE}/package.json`]: JSON.stringify(field) })
    await expect(building).rejects.toThrow(/"latchkey\.opening".*is "late".*Expected a list/)
  })

  it("The host's own manualChunks still divides what is not of an opening", async () => {
    const manualChunks = (id: string) => (id.includes('pages') ? 'theirs' : undefined)
    const files = await build(bundler, {}, { manualChunks })
    expect(wordsIn(named(files, 'theirs'))).toEqual(['PAGE'])
    expect(wordsIn(named(files, 'latchkey-modal'))).toEqual(['HOOK', 'MODAL'])
  })

  it('A source map begins below the hint', async () => {
    const files = await build(bundler, {}, { sourcemap: true })
    const late = named(files, 'latchkey-late')
    expect(late?.map?.mappings.startsWith(';')).toBe(true)
    const lines = (late?.code ?? '').replace(/\n\/\/# sourceMappingURL.*\n?$/, '').split('\n')
    expect(late?.map?.mappings.split(';').length).toBeLessThanOrEqual(lines.length + 1)
  })

  it('A file with its source map inside has no hint', async () => {
    const files = await build(bundler, {}, { sourcemap: 'inline' })
    const late = named(files, 'latchkey-late')
    expect(late?.code).toMatch(/\n\/\/# sourceMappingURL=data:/)
    expect(late?.code).not.toContain(HINT)
  })
})

it.each<[Bundler, object, number]>([
  ['rolldown', { codeSplitting: false }, 1],
  ['rollup', { inlineDynamicImports: true }, 1],
  ['rollup', { preserveModules: true }, 14],
])('An output that cannot be divided stays as it is: %s, %o', async (bundler, output, count) => {
  const [plain, helped] = [
    await build(bundler, {}, output, []),
    await build(bundler, {}, output),
  ].map((files) => files.map(({ code }) => code.replace(/latchkey-opening-\w+/g, '')))
  // Rollup lists modules in the order in which it read them.
  expect(helped?.sort()).toEqual(plain?.sort())
  expect(helped).toHaveLength(count)
})

it("The names in a list of the host's manualChunks are resolved as imports are", async () => {
  const manualChunks = { theirs: ['pages'], words: ['base', './nowhere.js'] }
  const files = await build('rollup', {}, { manualChunks })
  expect(wordsIn(named(files, 'theirs'))).toEqual(['PAGE'])
  expect(wordsIn(named(files, 'latchkey-late'))).toEqual(['BASE', 'ENTRY', 'PEBBLE'])
  expect(named(files, 'words')).toBeUndefined()
})

it.each([
  ['a list in Rolldown', { rolldownVersion: '1.0.0' }, { theirs: ['pages'] }, 1],
  ['a list in Rollup', { rollupVersion: '4.60.0' }, { theirs: ['pages'] }, 0],
  ['a function in Rolldown', { rolldownVersion: '1.0.0' }, () => 'theirs', 0],
])(
  'A list of manualChunks is warned of in Rolldown alone: %s',
  (_case, meta, manualChunks, count) => {
    const { outputOptions } = latchkey()
    const warn = vi.fn()
    const context = { meta, warn } as unknown as ThisParameterType<typeof outputOptions>
    outputOptions.call(context, { manualChunks })
    expect(warn).toHaveBeenCalledTimes(count)
    if (count) expect(warn.mock.lastCall?.[0]).toMatch(/Rolldown does not read.*codeSplitting/)
  },
)

it('An old Rollup is refused with what to do', () => {
  const { outputOptions } = latchkey()
  const context = { meta: { rollupVersion: '4.51.0' } }
  try {
    outputOptions.call(context as ThisParameterType<typeof outputOptions>, {})
    expect.unreachable()
  } catch (error) {
    expect(isViteError(error, 'vite.old_rollup')).toBe(true)
    expect((error as Error).message).toMatch(/4\.51\.0.*Expected 4\.52 or newer.*Update Rollup/)
  }
})
