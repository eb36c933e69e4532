// A first release has the version that stands in the manifest, and notes for readers.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at } from '../../run/lib/paths.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'
import { getDependencyReleaseLine, getReleaseLine } from '../lib/changelog.mjs'
import { versionBefore } from '../version.mjs'

/** Changesets that wait: which packages each bumps, and what it tells. */
const changesets = readdirSync(at('.changeset'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => {
    const [, front = '', summary = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(at('.changeset', name), 'utf8')) ?? []
    return { name, bumps: parse(front) ?? {}, summary: summary.trim() }
  })
const published = publishedPackages()

describe('Changesets', () => {
  it('Every changeset names packages of ours, and says something', () => {
    const names = new Set(published.map(({ name }) => name))
    for (const { name, bumps, summary } of changesets) {
      expect(
        Object.keys(bumps).filter((one) => !names.has(one)),
        name,
      ).toEqual([])
      expect(summary, name).toMatch(/^\S.{20,}/)
    }
  })

  it.each(published.map(({ name, dir }) => [name, dir]))(
    '%s has been released, or has a changeset that makes its first version',
    (name, dir) => {
      const kinds = changesets.flatMap(({ bumps }) => bumps[name] ?? [])
      if (!existsSync(join(dir, 'CHANGELOG.md'))) expect(kinds).toContain('minor')
      expect(kinds).not.toContain('major')
    },
  )
})

describe('The version before the first', () => {
  it.each([
    ['0.1.0', '0.0.0'],
    ['0.4.0', '0.3.0'],
    ['1.2.0', '1.1.0'],
  ])('A minor leads to %s from %s', (first, before) => expect(versionBefore(first)).toBe(before))
  it.each(['0.1.1', '1.0.0', '0.0.0', 'x'])('%s cannot be a first version', (first) =>
    expect(() => versionBefore(first)).toThrow('first version'),
  )
})

describe('Lines of a change log', () => {
  it('A change is told as its changeset tells it, with its list below it', async () =>
    expect(await getReleaseLine({ summary: 'It came.\n\n- a\n- b\n' })).toBe(
      '- It came.\n\n  - a\n  - b',
    ))
  it('Dependencies stand in one line', async () => {
    const updated = [
      { name: '@x/a', newVersion: '0.2.0' },
      { name: '@x/b', newVersion: '1.0.0' },
    ]
    expect(await getDependencyReleaseLine([], updated)).toBe(
      '- It uses `@x/a` 0.2.0, `@x/b` 1.0.0.',
    )
    expect(await getDependencyReleaseLine([], [])).toBe('')
  })
})
