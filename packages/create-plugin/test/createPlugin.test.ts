import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTree } from '@latchkey/create-kit'
import { filesIn, inFolder, textOf } from '@latchkey/create-kit/testing'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import {
  createPlugin,
  isCreateError,
  KINDS,
  type CreateErrorCode,
  type Kind,
} from '../src/index.js'
import { RANGES, TEMPLATES } from './support.js'

const create = (kind: Kind, name: string, dir: string) =>
  createPlugin({ kind, name, dir, templates: TEMPLATES, ranges: RANGES })
const refusal = async (work: Promise<unknown>, code: CreateErrorCode): Promise<Error> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(isCreateError(error, code), String(error)).toBe(true)
  return error as Error
}

interface Manifest {
  name: string
  private?: boolean
  devDependencies: Record<string, string>
  peerDependencies: Record<string, string>
}
const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await textOf(folder, 'package.json')) as Manifest

describe.each(KINDS)('A created %s', (kind) => {
  it('A created plugin has all files of the template and a .gitignore', () =>
    inFolder(async (folder) => {
      const { files } = await create(kind, 'pebble-beach', folder)
      expect(await filesIn(folder)).toEqual(files)
      expect(files).toEqual(
        expect.arrayContaining([
          '.gitignore',
          'LICENSE',
          'README.md',
          'package.json',
          'page/index.html',
          'page/main.tsx',
          'src/index.ts',
          'test/contract.test.ts',
          'tsconfig.json',
          'tsup.config.ts',
          'vite.config.ts',
          'vitest.config.ts',
        ]),
      )
      expect(files.some((path) => /(^|\/)(node_modules|dist)\//.test(path))).toBe(false)
    }))

  it('A created plugin has its own name everywhere', () =>
    inFolder(async (folder) => {
      const { files } = await create(kind, '@me/pebble-beach', folder)
      for (const path of files)
        expect(await textOf(folder, path), path).not.toMatch(/sample|@latchkey\/template/i)
      expect((await manifestOf(folder)).name).toBe('@me/pebble-beach')
      expect(await textOf(folder, 'src/index.ts')).toContain('pebbleBeach')
      expect(await textOf(folder, 'README.md')).toContain('Pebble Beach')
    }))

  it('A created plugin depends on versions instead of the workspace, and can be published', () =>
    inFolder(async (folder) => {
      await create(kind, 'pebble', folder)
      const manifest = await manifestOf(folder)
      expect(manifest.devDependencies).toMatchObject(RANGES)
      expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/)
      expect(manifest.private).toBeUndefined()
      expect(manifest.peerDependencies['@latchkey/plugin-api']).toBe('>=0.1.0 <1.0.0')
    }))

  it.each([
    'delete',
    'connection',
    'wallet',
    'views',
    'english',
    'network',
    'window',
    'note',
    'plugin',
    'constructor',
  ])('A created plugin can have the name %s', (name) =>
    inFolder(async (folder) => {
      const { files } = await create(kind, name, folder)
      for (const path of files.filter((one) => /\.tsx?$/.test(one))) {
        const { diagnostics = [] } = ts.transpileModule(await textOf(folder, path), {
          fileName: path,
          reportDiagnostics: true,
          compilerOptions: { jsx: ts.JsxEmit.ReactJSX },
        })
        expect(
          diagnostics.map(({ messageText }) => messageText),
          path,
        ).toEqual([])
      }
    }),
  )
})

describe('A release', () => {
  it('A release has a version for each of our packages that a template asks for', async () => {
    const { devDependencies } = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    ) as Manifest
    for (const kind of KINDS) {
      const wanted = Object.entries((await manifestOf(join(TEMPLATES, kind))).devDependencies)
        .filter(([, range]) => range.startsWith('workspace:'))
        .map(([name]) => name)
      expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(wanted))
    }
  })
})

describe('The chain templates', () => {
  it('The chain templates differ only in how wallets are found and asked', async () => {
    const own = /^(\.turbo\/|src\/wallet\/|test\/FakeWallet\.ts$|package\.json$|README\.md$)/
    const shared = async (kind: Kind): Promise<Record<string, string>> => {
      const tree = await readTree(join(TEMPLATES, kind))
      return Object.fromEntries([...tree].filter(([path]) => !own.test(path)))
    }
    expect(await shared('chain-wallet-standard')).toEqual(await shared('chain'))
  })
})

describe('A folder', () => {
  it('The target folder is made, also several levels deep and with spaces', () =>
    inFolder(async (folder) => {
      const target = join(folder, 'a b', 'c')
      await create('feature', 'pebble', target)
      expect(await filesIn(target)).toContain('package.json')
    }))

  it('The target folder may be a new repository', () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, '.git'))
      await writeFile(join(folder, '.git', 'HEAD'), 'ref')
      await create('chain', 'pebble', folder)
      expect(await textOf(folder, '.git/HEAD')).toBe('ref')
    }))

  it('A target folder that is not empty is refused and left as it is', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'package.json'), 'mine')
      const { message } = await refusal(
        create('chain', 'pebble', folder),
        'create.folder_not_empty',
      )
      expect(message).toContain('package.json')
      expect(message).toContain('--dir')
      expect(await filesIn(folder)).toEqual(['package.json'])
      expect(await textOf(folder, 'package.json')).toBe('mine')
    }))

  it('A target that is a file is refused and left as it is', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'pebble'), 'mine')
      await refusal(create('chain', 'pebble', join(folder, 'pebble')), 'create.not_a_folder')
      expect(await textOf(folder, 'pebble')).toBe('mine')
    }))

  it("Two runs into one folder at the same time do not damage each other's files", () =>
    inFolder(async (folder) => {
      // A second one at the same time: the first to write a file keeps it, and neither takes away
      // what is the other's.
      const outcomes = await Promise.allSettled([
        create('chain', 'pebble', folder),
        create('chain', 'pebble', folder),
      ])
      const made = outcomes.filter(({ status }) => status === 'fulfilled')
      expect(made.length).toBeLessThan(2)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(isCreateError(outcome.reason)).toBe(true)
      for (const path of await filesIn(folder))
        expect((await textOf(folder, path)).length, path).toBeGreaterThan(0)
    }))

  it('No folder is made for a name or a kind that is refused', () =>
    inFolder(async (folder) => {
      await refusal(create('chain', 'Pebble', join(folder, 'new')), 'create.invalid_name')
      await refusal(create('swap' as Kind, 'pebble', join(folder, 'new')), 'create.invalid_kind')
      expect(await filesIn(folder)).toEqual([])
    }))
})
