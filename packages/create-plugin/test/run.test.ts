import { fakeStreams, filesIn, inFolder, textOf } from '@latchkey/create-kit/testing'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../src/run.js'
import { RANGES, TEMPLATES } from './support.js'

const more = { templates: TEMPLATES, ranges: RANGES }

describe('The flags', () => {
  it('No question is asked where the flags say everything', () =>
    inFolder(async (folder) => {
      const streams = fakeStreams()
      expect(
        await run(['--kind', 'chain', '--name', 'pebble', '--dir', folder], streams, more),
      ).toBe(0)
      expect(streams.said()).toContain('latchkey-plugin-pebble')
      expect(streams.said()).toContain('npm install')
      expect(await filesIn(folder)).toContain('src/chain/networks.ts')
    }))

  it('Flags may be written with =, and a bare word is the name', () =>
    inFolder(async (folder) => {
      expect(await run(['pebble', '--kind=feature', `--dir=${folder}`], fakeStreams(), more)).toBe(
        0,
      )
      expect(await filesIn(folder)).toContain('src/react/Note.tsx')
    }))

  it.each([
    [['--kind', 'swap', '--name', 'pebble'], 'chain, chain-wallet-standard, feature'],
    [['--kind', 'chain', '--name', 'No Name'], 'cannot be the name'],
    [['--kind', 'chain'], '--name is missing'],
    [['--name', 'pebble'], '--kind is missing'],
    [['--kind', 'chain', '--color', 'red'], '--color'],
    [['--kind', 'chain', 'pebble', 'stone'], '"stone" is one name too many'],
    [['--kind', 'chain', 'pebble', '--name', 'stone'], '"pebble" is one name too many'],
    [['--kind'], '--kind'],
  ])('The flags %j are refused without a terminal, with a hint that helps', async (args, words) =>
    inFolder(async (folder) => {
      const streams = fakeStreams()
      expect(await run(['--dir', join(folder, 'new'), ...args], streams, more)).toBe(1)
      expect(streams.complained()).toContain(words)
      expect(await filesIn(folder)).toEqual([])
    }),
  )

  it('The flag --help lists all flags', async () => {
    const streams = fakeStreams()
    expect(await run(['--help'], streams, more)).toBe(0)
    for (const flag of ['--kind', '--name', '--dir']) expect(streams.said()).toContain(flag)
  })
})

describe('In a terminal,', () => {
  it('The terminal asks for missing flags until the answer is valid', () =>
    inFolder(async (folder) => {
      const streams = fakeStreams(['swap', 'feature', 'No Name', 'pebble'])
      expect(await run(['--dir', folder], streams, more)).toBe(0)
      expect(streams.said()).toContain('"swap" is not a kind of plugin')
      expect(streams.said()).toContain('"No Name" cannot be the name')
      expect(JSON.parse(await textOf(folder, 'package.json'))).toMatchObject({
        name: 'latchkey-plugin-pebble',
      })
    }))

  it('Answers may be typed before their questions', () =>
    inFolder(async (folder) => {
      const streams = fakeStreams(['swap\nfeature\nNo Name\npebble'])
      expect(await run(['--dir', folder], streams, more)).toBe(0)
      expect(await filesIn(folder)).toContain('src/react/Note.tsx')
    }))

  it('The terminal does not ask for a value that a flag gives', () =>
    inFolder(async (folder) => {
      const streams = fakeStreams(['pebble'])
      expect(await run(['--kind', 'chain', '--dir', folder], streams, more)).toBe(0)
      expect(streams.said()).not.toContain('Its kind')
    }))

  it('The run fails and writes nothing where the input ends early', () =>
    inFolder(async (folder) => {
      const streams = fakeStreams(['chain'])
      expect(await run(['--dir', folder], streams, more)).toBe(1)
      expect(streams.complained()).toContain('nothing was written')
      expect(await filesIn(folder)).toEqual([])
    }))

  it('A folder that is not empty is refused after the questions, and left as it is', () =>
    inFolder(async (folder) => {
      await run(['pebble', '--kind', 'chain', '--dir', folder], fakeStreams(), more)
      const before = await filesIn(folder)
      const streams = fakeStreams(['feature', 'pebble'])
      expect(await run(['--dir', folder], streams, more)).toBe(1)
      expect(streams.complained()).toContain('is not empty')
      expect(await filesIn(folder)).toEqual(before)
    }))
})
