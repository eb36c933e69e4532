import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../facts.mjs'
import { packEach } from '../pack.mjs'
import { QUESTIONS, readPacked } from '../questions.mjs'

interface Manifest {
  name: string
  version: string
  exports?: unknown
  [key: string]: unknown
}

/** Where the faultless package lies: a plugin. */
const PATH = 'plugins/good'
const GOOD: Manifest = {
  name: '@latchkey/good',
  version: '0.1.0',
  license: 'MIT',
  type: 'module',
  description: 'A package without faults.',
  sideEffects: false,
  ...factsOf(PATH, { keywords: ['wallet'] }),
  engines: { node: '>=20.19' },
  types: './dist/index.d.ts',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  files: ['dist', 'src'],
  dependencies: { mitt: '3.0.1', '@latchkey/plugin-api': '0.1.0' },
}
/** Additions of a package to the types of another. */
const ADDED =
  "declare module '@latchkey/plugin-api' { interface ErrorContexts { 'good.bad': object; plain: string } }\nexport {}\n"
const GOOD_FILES = {
  LICENSE: 'MIT',
  'dist/index.js': 'import mitt from "mitt";\nexport const bus = mitt();\n',
  'dist/index.d.ts': 'export { bus } from "./chunk.js";\n',
  'dist/chunk.js': 'export const bus = 1;\n',
  'dist/chunk.d.ts': `export declare const bus: unknown;\n${ADDED}`,
  'src/errors.ts': ADDED,
}
const BAD: Manifest = {
  name: '@latchkey/bad',
  version: '0.1.0',
  type: 'module',
  files: ['dist', 'src'],
  scripts: { postinstall: 'true' },
  repository: { type: 'git', url: 'git+https://github.com/someone/fork.git' },
  publishConfig: { access: 'public', provenance: false },
  exports: { '.': { default: './dist/index.js', types: './dist/missing.d.ts' } },
  optionalDependencies: { x: 'file:../x' },
}
const badFiles = (root: string) => ({
  'dist/index.js': [
    'import "@latchkey/bad/none";\nexport { z } from "zod/v4";\nimport("left-pad");',
    `export const from = ${JSON.stringify(`${root}/src/index.ts`)};\n`,
  ].join('\n'),
  'src/errors.ts': ADDED,
  'dist/left.d.ts': ADDED,
  'src/index.test.ts': 'export {}',
  'tsconfig.json': '{}',
  'src/test/fake.ts': '',
})

describe('The questions that every tarball is asked', () => {
  let folder: string
  const answers = new Map<string, Map<string, string[]>>()

  const ask = async (manifest: Manifest, files: Record<string, string>) => {
    const dir = join(folder, manifest.name)
    for (const [path, text] of Object.entries({
      ...files,
      'package.json': JSON.stringify(manifest),
    })) {
      await mkdir(dirname(join(dir, path)), { recursive: true })
      await writeFile(join(dir, path), text)
    }
    const [tarball] = await packEach([
      { name: manifest.name, dir, path: `plugins/${manifest.name.split('/')[1]}`, manifest },
    ])
    const input = await readPacked(tarball)
    answers.set(
      manifest.name,
      new Map(
        await Promise.all(
          QUESTIONS.map(
            async ({ title, ask: question }) => [title, await question(input)] as const,
          ),
        ),
      ),
    )
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-questions-'))
    await ask(GOOD, GOOD_FILES)
    await ask(BAD, badFiles(process.cwd()))
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(QUESTIONS.map(({ title }) => title))('A faultless package passes: %s', (title) => {
    expect(answers.get(GOOD.name)?.get(title)).toEqual([])
  })

  it.each([
    ['publint, strict', 'missing.d.ts'],
    ['are the types wrong, ESM only', 'UntypedResolution'],
    ['no workspace: or catalog: left', 'file:../x'],
    ['a licence and a manifest fit to publish', 'LICENSE'],
    ['a licence and a manifest fit to publish', 'script at install'],
    ['whose it is, where it lives, how it is found', '"author" is missing'],
    ['whose it is, where it lives, how it is found', '"homepage" is missing'],
    ['whose it is, where it lives, how it is found', '"bugs" is missing'],
    [
      'whose it is, where it lives, how it is found',
      '"keywords" is missing, not ["latchkey-plugin"]',
    ],
    [
      'whose it is, where it lives, how it is found',
      '"repository" is {"type":"git","url":"git+https://github.com/someone/fork.git"}',
    ],
    [
      'whose it is, where it lives, how it is found',
      '"publishConfig" is {"access":"public","provenance":false}',
    ],
    ['no tests, no stray files', 'src/index.test.ts'],
    ['no tests, no stray files', 'src/test/fake.ts'],
    ['no path of a machine', 'dist/index.js'],
    ['imports only what it declares', '"zod"'],
    ['imports only what it declares', '"left-pad"'],
    [
      'publishes what it adds to types',
      'src/errors.ts declares @latchkey/plugin-api ErrorContexts.good.bad',
    ],
    ['publishes what it adds to types', 'ErrorContexts.plain'],
  ])('A faulty package fails: %s (%s)', (title, part) => {
    expect(answers.get(BAD.name)?.get(title)?.join('\n')).toContain(part)
  })

  it('The same content is packed only once', async () => {
    const dir = join(folder, GOOD.name)
    const [first] = await packEach([{ name: GOOD.name, dir, path: PATH, manifest: GOOD }])
    const [second] = await packEach([{ name: GOOD.name, dir, path: PATH, manifest: GOOD }])
    expect(second.file).toBe(first.file)
    await writeFile(join(dir, 'dist/index.js'), 'export const bus = 1\n')
    const [third] = await packEach([{ name: GOOD.name, dir, path: PATH, manifest: GOOD }])
    expect(third.file).not.toBe(first.file)
  })
})
