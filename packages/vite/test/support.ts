// A host with packages, written into a folder of its own and built by each bundler.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rolldown, type RolldownPluginOption } from 'rolldown'
import { rollup } from 'rollup'
import { onTestFinished } from 'vitest'
import { latchkey } from '../src/index.js'

/** Text of files by their paths. */
export type Files = Readonly<Record<string, string>>

const manifest = (name: string, more: object = {}) =>
  JSON.stringify({ name, type: 'module', sideEffects: false, ...more })

const loads = (...names: string[]) =>
  names.map((name) => `import('./${name}.js').then((m) => m.start())`).join(', ')

/** The kernel, the modal, a plugin of a stranger, and a host with all of them. */
export const HOST: Files = {
  'package.json': manifest('host', { sideEffects: true }),
  'main.js': `import { createKernel } from '@latchkey/kernel'
import { mountModal } from '@latchkey/ui-react'
import { pebble } from 'latchkey-plugin-pebble'
globalThis.started = [createKernel, mountModal, pebble].map((start) => () => start())
globalThis.later = () => import('./page.js')
`,
  'page.js': `export { page } from 'pages'\n`,
  'node_modules/pages/package.json': manifest('pages'),
  'node_modules/pages/index.js': `export const page = 'PAGE'\n`,
  'node_modules/@latchkey/kernel/package.json': manifest('@latchkey/kernel'),
  'node_modules/@latchkey/kernel/index.js': `import { words, unused } from './chunk-AAAA1111.js'
export { unused }
export const createKernel = () => [words, ${loads('entry-BBBB2222')}]
`,
  'node_modules/@latchkey/kernel/chunk-AAAA1111.js': `export const words = ['EAGER']
export const unused = ['UNUSED']
`,
  'node_modules/@latchkey/kernel/entry-BBBB2222.js': `import { words } from './chunk-AAAA1111.js'
export const start = () => words.concat('ENTRY')
`,
  'node_modules/@latchkey/ui-react/package.json': manifest('@latchkey/ui-react'),
  'node_modules/@latchkey/ui-react/index.js': `import { hook } from './chunk-CCCC3333.js'
export { hook }
export function useConnect() { return hook() }
export const mountModal = () => [${loads('startModal-DDDD4444', 'moreViews-EEEE5555')}]
`,
  'node_modules/@latchkey/ui-react/chunk-CCCC3333.js': `export const hook = () => ['HOOK']\n`,
  'node_modules/@latchkey/ui-react/startModal-DDDD4444.js': `import { hook } from './chunk-CCCC3333.js'
export const start = () => hook().concat('MODAL')
`,
  'node_modules/@latchkey/ui-react/moreViews-EEEE5555.js': `import { hook } from './chunk-CCCC3333.js'
export const start = () => hook().concat('VIEWS')
`,
  'node_modules/latchkey-plugin-pebble/package.json': manifest('latchkey-plugin-pebble', {
    peerDependencies: { '@latchkey/plugin-api': '*' },
  }),
  'node_modules/latchkey-plugin-pebble/index.js': `export const pebble = () => [${loads('late', 'sdk')}]\n`,
  'node_modules/latchkey-plugin-pebble/late.js': `import { encode } from 'base'
export const start = () => encode('PEBBLE')
`,
  'node_modules/latchkey-plugin-pebble/sdk.js': `import { encode } from 'base'
export const start = () => encode('SDK')
`,
  'node_modules/base/package.json': manifest('base'),
  'node_modules/base/index.js': `export const encode = (text) => ['BASE', text]\n`,
}

/** Finds packages as Node does, without conditions. */
const finder = (root: string) => ({
  name: 'finder',
  resolveId: (source: string) =>
    /^[./]/.test(source) ? null : join(root, 'node_modules', source, 'index.js'),
})

/** A file of a build: what it imports at once, and its code. */
export interface Built {
  readonly name: string
  readonly code: string
  readonly imports: readonly string[]
  readonly isEntry: boolean
  readonly map: { readonly mappings: string } | null
}

interface Chunk extends Omit<Built, 'name' | 'map'> {
  readonly type: string
  readonly fileName: string
  readonly map?: { readonly mappings: string } | null
}

const BUNDLERS = { rolldown, rollup } as const
export type Bundler = keyof typeof BUNDLERS

/**
 * Builds files with a bundler.
 * @param edit files to change or to add
 */
export async function build(
  bundler: Bundler,
  edit: Files = {},
  output: object = {},
  plugins: readonly RolldownPluginOption[] = [latchkey()],
): Promise<readonly Built[]> {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-opening-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries({ ...HOST, ...edit })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const make = BUNDLERS[bundler] as typeof rolldown
  const made = await make({
    input: join(root, 'main.js'),
    plugins: [finder(root), ...plugins],
    onLog() {},
  })
  const result = await made.generate({ format: 'es', ...output })
  await made.close()
  return (result.output as unknown as readonly Chunk[])
    .filter(({ type }) => type === 'chunk')
    .map(({ fileName, code, imports, isEntry, map }) => ({
      name: fileName.replace(/^.*\//, '').replace(/-[\w-]{8}\.js$|\.js$/, ''),
      code,
      imports,
      isEntry,
      map: map ?? null,
    }))
}

/** The texts in capitals that a file's code holds: each module of the host has one of its own. */
export const wordsIn = (built: Built | undefined): readonly string[] =>
  [
    ...new Set(
      [...(built?.code ?? '').matchAll(/['"`]([A-Z]{3,})['"`]/g)].map(([, word = '']) => word),
    ),
  ].sort()
