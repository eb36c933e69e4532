import { fakeStreams, filesIn, inFolder, textOf } from '@latchkey/create-kit/testing'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHAINS, FEATURES, FRAMEWORKS } from '../src/index.js'
import { run } from '../src/run.js'
import { KEYS, typing } from './typing.js'

const ranges = { '@latchkey/kernel': '^0.2.0' }
const { enter, down, space, ctrlC } = KEYS
/** Runs without asking whether the registry can be reached. */
const create = (args: readonly string[], streams = fakeStreams()) =>
  run([...args, '--offline'], streams, { ranges })

afterEach(() => vi.unstubAllEnvs())

describe('The flags', () => {
  it('A page of the chosen parts is made without a question', () =>
    inFolder(async (folder) => {
      const streams = fakeStreams()
      const flags = ['--framework', 'vue', '--chains', 'solana,evm', '--features=send']
      expect(await create(['shop', '--dir', folder, ...flags], streams)).toBe(0)
      expect(streams.said()).toContain('npm install')
      expect(await filesIn(folder)).toContain('src/App.vue')
      const wallet = await textOf(folder, 'src/wallet.ts')
      for (const one of ['evm(', 'solana(', 'send(', "'shop'"]) expect(wallet).toContain(one)
      for (const one of ['bitcoin', 'siwx', '// @']) expect(wallet).not.toContain(one)
    }))

  it('The name . makes a page in the working folder, named after it', () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, 'my-shop'))
      const before = process.cwd()
      try {
        process.chdir(join(folder, 'my-shop'))
        expect(await create(['.'])).toBe(0)
      } finally {
        process.chdir(before)
      }
      expect(await textOf(folder, 'my-shop/package.json')).toContain('"name": "my-shop"')
    }))

  it('The words all and none stand for every chain and for no feature', () =>
    inFolder(async (folder) => {
      await create(['shop', '--dir', folder, '--chains', 'all', '--features', 'none'])
      const wallet = await textOf(folder, 'src/wallet.ts')
      for (const { packages } of CHAINS) expect(wallet).toContain(packages[0])
      for (const { packages } of FEATURES) expect(wallet).not.toContain(packages[0])
    }))

  it('Packed packages of a folder take the place of those on npm', () =>
    inFolder(async (folder) => {
      const packed = join(folder, 'packed')
      await mkdir(packed)
      for (const name of ['kernel-0.3.0', 'evm-0.3.0', 'plugin-api-1.0.0-next.1'])
        await writeFile(join(packed, `latchkey-${name}.tgz`), '')
      expect(await create(['shop', '--dir', join(folder, 'shop'), '--tarballs', packed])).toBe(0)
      const { dependencies, overrides } = JSON.parse(
        await textOf(folder, 'shop/package.json'),
      ) as Record<'dependencies' | 'overrides', Record<string, string>>
      expect(dependencies).toMatchObject({
        '@latchkey/evm': `file:${join(packed, 'latchkey-evm-0.3.0.tgz')}`,
        react: expect.stringMatching(/^\d/) as string,
      })
      expect(Object.keys(overrides ?? {}).sort()).toEqual(
        ['evm', 'kernel', 'plugin-api'].map((name) => `@latchkey/${name}`),
      )
    }))

  it('The flag --help lists flags and choices', async () => {
    const streams = fakeStreams()
    expect(await run(['--help'], streams)).toBe(0)
    for (const { id } of [...FRAMEWORKS, ...CHAINS, ...FEATURES])
      expect(streams.said()).toContain(id)
    for (const flag of ['--framework', '--chains', '--features', '--dir', '--yes', '--offline'])
      expect(streams.said()).toContain(flag)
  })
})

describe('A refusal', () => {
  const REFUSED: readonly (readonly [args: readonly string[], words: string])[] = [
    [['shop', '--framework', 'angular'], 'react, next, vue, svelte, plain'],
    [['shop', '--chains', 'doge'], 'evm, solana, bitcoin, polkadot, cosmos'],
    [['shop', '--chains', 'evm,'], '"" is no chain'],
    [['shop', '--chains', 'none'], 'at least one chain'],
    [['shop', '--features', 'swap'], 'send, siwx, preview, assets, activity'],
    [['shop', '--colour', 'red'], '--colour'],
    [['shop', '--framework'], '--framework'],
    [['shop', 'other'], '"other" is one name too many'],
    [['My Shop'], 'npm refuses the name "My Shop"'],
    [['node_modules'], 'npm refuses the name'],
    [['../shop'], 'npm refuses the name'],
    [['http'], 'npm refuses the name'],
    [["it's"], 'npm refuses the name'],
    [['</script><script>alert(1)</script>'], 'npm refuses the name'],
    [['x'.repeat(10_000)], 'npm refuses the name'],
    [[''], 'npm refuses the name'],
    [['shop', '--tarballs', 'nowhere'], 'no packed @latchkey/kernel in nowhere'],
    [[], 'the name is missing'],
    [['--yes'], 'the name is missing'],
  ]
  it.each(REFUSED)(
    'The flags %j are refused in one sentence, and nothing is written',
    (args, words) =>
      inFolder(async (folder) => {
        const streams = fakeStreams()
        expect(await create([...args, '--dir', join(folder, 'new')], streams)).toBe(1)
        expect(streams.complained()).toContain(words)
        expect(streams.complained().trim().split('\n')).toHaveLength(1)
        expect(streams.complained().length).toBeLessThan(400)
        expect(await filesIn(folder)).toEqual([])
      }),
  )

  it('A folder that is not empty is left as it is', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'package.json'), 'mine')
      const streams = fakeStreams()
      expect(await create(['shop', '--dir', folder], streams)).toBe(1)
      expect(streams.complained()).toContain('is not empty: package.json')
      expect(await filesIn(folder)).toEqual(['package.json'])
      expect(await textOf(folder, 'package.json')).toBe('mine')
    }))

  it('Without a network nothing is written, unless --offline says that nobody is to be asked', () =>
    inFolder(async (folder) => {
      // Nothing listens at port 9 of this machine.
      vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
      const [streams, args] = [fakeStreams(), ['shop', '--dir', join(folder, 'shop')]]
      expect(await run(args, streams, { ranges })).toBe(1)
      expect(streams.complained()).toContain('cannot be reached (ECONNREFUSED)')
      expect(streams.complained().trim().split('\n')).toHaveLength(1)
      expect(await filesIn(folder)).toEqual([])
      expect(await create(args)).toBe(0)
    }))

  it('A registry that answers with an error is there', () =>
    inFolder(async (folder) => {
      const server = createServer((_, response) => response.writeHead(404).end('{}'))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`)
      expect(await run(['shop', '--dir', folder], fakeStreams(), { ranges })).toBe(0)
      server.close()
    }))
})

describe('In a terminal,', () => {
  it('The terminal asks for everything that no flag says', () =>
    inFolder(async (folder) => {
      const streams = typing([
        ['Name of the page', 'shop', enter],
        ['Framework', down, down, enter],
        ['Chains', down, space, enter],
        ['Features', space, enter],
      ])
      expect(await create(['--dir', folder], streams)).toBe(0)
      expect(streams.unanswered()).toEqual([])
      expect(await filesIn(folder)).toContain('src/App.vue')
      const wallet = await textOf(folder, 'src/wallet.ts')
      for (const one of ['evm(', 'solana(', 'send(', "'shop'"]) expect(wallet).toContain(one)
      expect(wallet).not.toContain('bitcoin(')
    }))

  it('The terminal asks again for a name that npm refuses', () =>
    inFolder(async (folder) => {
      const streams = typing([
        ['Name of the page', 'My Shop', enter],
        ['npm refuses the name', ...Array<string>(7).fill('\u007f'), 'shop', enter],
      ])
      const flags = ['--framework', 'plain', '--chains', 'evm', '--features', 'none']
      expect(await create(['--dir', folder, ...flags], streams)).toBe(0)
      expect(await textOf(folder, 'package.json')).toContain('"name": "shop"')
    }))

  it('Somebody who leaves gets one sentence, and nothing is written', () =>
    inFolder(async (folder) => {
      const streams = typing([['Name of the page', ctrlC]])
      expect(await create(['--dir', join(folder, 'new')], streams)).toBe(1)
      expect(streams.complained()).toBe('Nothing was chosen, and nothing was written.\n')
      expect(await filesIn(folder)).toEqual([])
    }))

  it('The flag --yes asks nothing', () =>
    inFolder(async (folder) => {
      const streams = typing([])
      expect(await create(['shop', '--yes', '--dir', folder], streams)).toBe(0)
      expect(await filesIn(folder)).toContain('src/App.tsx')
    }))
})
