import { describe, expect, it } from 'vitest'
import { at, readJson } from '../../run/lib/paths.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'
import { PLUGIN_KEYWORD, factComplaints, factsOf, isPlugin, repositoryUrl } from '../facts.mjs'
import { withFacts } from '../manifests.mjs'

const TEXT = `{
  "name": "@latchkey/box",
  "description": "A box, with a comma, and \\"marks\\".",
  "keywords": ["wallet", "box"],
  "license": "MIT",
  "repository": {
    "type": "git",
    "url": "git+https://github.com/somebody/else.git"
  },
  "exports": {
    ".": {
      "types": "./dist/index.d.ts",
      "default": "./dist/index.js"
    }
  },
  "files": [
    "dist",
    "src"
  ]
}
`

describe('the manifests of published packages', () => {
  it.each(publishedPackages().map(({ path, manifest }) => [path, manifest]))(
    '%s says whose it is, where it lives and how it is found (audit L9)',
    (path, manifest) => {
      expect(factComplaints(path, manifest)).toEqual([])
      expect(manifest.author).toBe('Latchkey contributors')
      expect(
        [manifest.homepage, manifest.bugs].every((link) => link.startsWith(`${repositoryUrl}/`)),
      ).toBe(true)
      expect(manifest.keywords.includes(PLUGIN_KEYWORD)).toBe(isPlugin(path))
    },
  )

  it.each(['chain', 'feature'])(
    'a %s made by create-plugin is found as a plugin, and does not say that it is ours',
    (kind) => {
      const manifest = readJson(at('plugins/_template', kind, 'package.json'))
      expect(manifest.keywords).toContain(PLUGIN_KEYWORD)
      for (const field of ['author', 'homepage', 'bugs', 'repository'])
        expect(manifest[field]).toBeUndefined()
    },
  )
})

describe('writing the facts', () => {
  const facts = factsOf('plugins/box', JSON.parse(TEXT))
  const written = withFacts(TEXT, facts)

  it('states all of them, keeps every other field, and ends with nothing to complain of', () => {
    const before = JSON.parse(TEXT)
    expect(JSON.parse(written)).toEqual({
      ...before,
      ...facts,
      keywords: ['wallet', 'box', PLUGIN_KEYWORD],
    })
    expect(factComplaints('plugins/box', JSON.parse(written))).toEqual([])
  })

  it('leaves the form of what was right, and writes the same again', () => {
    expect(written).toContain('  "files": [\n    "dist",\n    "src"\n  ]\n}\n')
    expect(written).toContain('  "keywords": ["wallet", "box", "latchkey-plugin"],\n')
    expect(withFacts(written, facts)).toBe(written)
  })

  it('adds no keyword of plugins to a package that is none', () => {
    expect(factsOf('packages/box', { keywords: ['wallet'] }).keywords).toEqual(['wallet'])
    expect(factsOf('services/box', {}).keywords).toEqual([])
  })

  it('follows the package when it moves', () => {
    expect(
      factComplaints('packages/box', JSON.parse(written)).map((text) => text.split(' ')[0]),
    ).toEqual(['"homepage"', '"repository"'])
  })
})
