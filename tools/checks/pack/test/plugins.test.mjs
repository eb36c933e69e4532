import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at, readJson } from '../../../run/lib/paths.mjs'
import { fieldComplaints, plugins } from '../plugins.mjs'

const TEMPLATES = readdirSync(at('plugins/_template')).filter((name) =>
  existsSync(at('plugins/_template', name, 'package.json')),
)
const complaints = (latchkey) => fieldComplaints('plugins/box', { latchkey })
const BOX = { kind: 'family', namespaces: ['box'] }

describe('The plugins of this repository', () => {
  it('Every plugin of this repository says what it is in its package.json', () => {
    expect(plugins().map(({ folder }) => folder)).toContain('evm')
    expect(plugins().some(({ folder }) => folder.startsWith('_'))).toBe(false)
  })

  it('No two families bring the same namespace', () => {
    const namespaces = plugins().flatMap(({ field }) => field.namespaces ?? [])
    expect(new Set(namespaces).size).toBe(namespaces.length)
  })

  it.each(TEMPLATES)('A %s by create-plugin begins with a valid field', (kind) => {
    const path = `plugins/_template/${kind}`
    expect(fieldComplaints(path, readJson(at(path, 'package.json')))).toEqual([])
  })
})

describe('The field `latchkey`', () => {
  it('The field needs a kind, and of a family its namespaces; the rest may be left out', () => {
    expect(complaints(BOX)).toEqual([])
    expect(complaints({ kind: 'feature' })).toEqual([])
    expect(complaints(undefined)).toEqual([
      expect.stringContaining('plugins/box/package.json: "latchkey" is missing'),
    ])
    expect(complaints({})).toEqual([expect.stringContaining('"latchkey.kind" is missing')])
    expect(complaints({ kind: 'family' })).toEqual([
      expect.stringContaining('"latchkey.namespaces" is missing'),
    ])
  })

  it.each([
    ['kind', 'chain'],
    ['namespaces', ['Box']],
    ['namespaces', 'box'],
    ['sdks', []],
    ['server', false],
    ['budgets', { eager: '1 kB' }],
    ['budgets', { late: 1 }],
    ['budgets', { chunks: { big: 0 } }],
    ['host', { imports: { box: 'box' }, call: 'box()' }],
    ['host', { imports: {} }],
    ['sdk', ['box']],
  ])('A wrong member is named with what was expected: %s as %j', (name, value) => {
    expect(complaints({ ...BOX, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`"latchkey\\.${name}" is .*expected `)),
    ])
  })

  it('A host cannot import an entry that the package does not export', () => {
    const host = { imports: { box: ['box'], 'box/networks': ['main'] }, call: 'box()' }
    const manifest = { name: 'box', exports: { '.': './index.js' }, latchkey: { ...BOX, host } }
    expect(fieldComplaints('plugins/box', manifest)).toEqual([
      expect.stringContaining('imports box/networks, which "exports" does not name'),
    ])
  })

  it('Only a family may name namespaces', () => {
    expect(complaints({ ...BOX, kind: 'feature' })).toEqual([
      expect.stringContaining('is for a family only'),
    ])
  })
})
