import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../src/run.js'
import { fakePlace, filesIn, inFolder, RANGES, TEMPLATES, textOf } from './support.js'

const more = { templates: TEMPLATES, ranges: RANGES }

describe('flags', () => {
  it('are enough: nothing is asked', () =>
    inFolder(async (folder) => {
      const place = fakePlace()
      expect(await run(['--kind', 'chain', '--name', 'pebble', '--dir', folder], place, more)).toBe(
        0,
      )
      expect(place.said()).toContain('latchkey-plugin-pebble')
      expect(place.said()).toContain('npm install')
      expect(await filesIn(folder)).toContain('src/chain.ts')
    }))

  it('may be a name alone, written with = too', () =>
    inFolder(async (folder) => {
      expect(await run(['pebble', '--kind=feature', `--dir=${folder}`], fakePlace(), more)).toBe(0)
      expect(await filesIn(folder)).toContain('src/react/Note.tsx')
    }))

  it.each([
    [['--kind', 'swap', '--name', 'pebble'], 'chain, feature'],
    [['--kind', 'chain', '--name', 'No Name'], 'cannot be the name'],
    [['--kind', 'chain'], '--name is missing'],
    [['--name', 'pebble'], '--kind is missing'],
    [['--kind', 'chain', '--color', 'red'], '--color'],
    [['--kind', 'chain', 'pebble', 'stone'], '"stone" is one name too many'],
    [['--kind', 'chain', 'pebble', '--name', 'stone'], '"pebble" is one name too many'],
    [['--kind'], '--kind'],
  ])('%j without a terminal are refused with what to do', async (args, words) =>
    inFolder(async (folder) => {
      const place = fakePlace()
      expect(await run(['--dir', join(folder, 'new'), ...args], place, more)).toBe(1)
      expect(place.complained()).toContain(words)
      expect(await filesIn(folder)).toEqual([])
    }),
  )

  it('--help says all of them and writes nothing', async () => {
    const place = fakePlace()
    expect(await run(['--help'], place, more)).toBe(0)
    for (const flag of ['--kind', '--name', '--dir']) expect(place.said()).toContain(flag)
  })
})

describe('in a terminal', () => {
  it('what is left out is asked, again until it can be used', () =>
    inFolder(async (folder) => {
      const place = fakePlace(['swap', 'feature', 'No Name', 'pebble'])
      expect(await run(['--dir', folder], place, more)).toBe(0)
      expect(place.said()).toContain('"swap" is no kind of plugin')
      expect(place.said()).toContain('"No Name" cannot be the name')
      expect(JSON.parse(await textOf(folder, 'package.json'))).toMatchObject({
        name: 'latchkey-plugin-pebble',
      })
    }))

  it('answers may come before their questions', () =>
    inFolder(async (folder) => {
      const place = fakePlace(['swap\nfeature\nNo Name\npebble'])
      expect(await run(['--dir', folder], place, more)).toBe(0)
      expect(await filesIn(folder)).toContain('src/react/Note.tsx')
    }))

  it('what a flag said is not asked', () =>
    inFolder(async (folder) => {
      const place = fakePlace(['pebble'])
      expect(await run(['--kind', 'chain', '--dir', folder], place, more)).toBe(0)
      expect(place.said()).not.toContain('A chain or a feature?')
    }))

  it('an end of the input ends it, and nothing is written', () =>
    inFolder(async (folder) => {
      const place = fakePlace(['chain'])
      expect(await run(['--dir', folder], place, more)).toBe(1)
      expect(place.complained()).toContain('nothing was written')
      expect(await filesIn(folder)).toEqual([])
    }))

  it('a folder that is taken is refused after the questions, and left as it is', () =>
    inFolder(async (folder) => {
      await run(['pebble', '--kind', 'chain', '--dir', folder], fakePlace(), more)
      const before = await filesIn(folder)
      const place = fakePlace(['feature', 'pebble'])
      expect(await run(['--dir', folder], place, more)).toBe(1)
      expect(place.complained()).toContain('is not empty')
      expect(await filesIn(folder)).toEqual(before)
    }))
})
