import { describe, expect, it } from 'vitest'
import { at, readJson } from '../../../run/lib/paths.mjs'
import { publishedPackages } from '../../../run/lib/workspace.mjs'
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

describe('The manifests of published packages', () => {
  it.each(publishedPackages().map(({ path, manifest }) => [path, manifest]))(
    '%s names its author, repository and keywords (audit L9)',
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
    'A %s made by create-plugin has the keyword of plugins, and does not claim to be ours',
    (kind) => {
      const manifest = readJson(at('plugins/_template', kind, 'package.json'))
      expect(manifest.keywords).toContain(PLUGIN_KEYWORD)
      for (const field of ['author', 'homepage', 'bugs', 'repository'])
        expect(manifest[field]).toBeUndefined()
    },
  )
})

describe('Writing the facts into a manifest', () => {
  const facts = factsOf('plugins/box', JSON.parse(TEXT))
  const written = withFacts(TEXT, facts)

  it('All facts are written, every other field stays, and no complaint is left', () => {
    const before = JSON.parse(TEXT)
    expect(JSON.parse(written)).toEqual({
      ...before,
      ...facts,
      keywords: ['wallet', 'box', PLUGIN_KEYWORD],
    })
    expect(factComplaints('plugins/box', JSON.parse(written))).toEqual([])
  })

  it('Fields that were right keep their form, and a second run changes nothing', () => {
    expect(written).toContain('  "files": [\n    "dist",\n    "src"\n  ]\n}\n')
    expect(withFacts(TEXT, factsOf('packages/box', JSON.parse(TEXT)))).toContain(
      '  "keywords": ["wallet", "box"],\n',
    )
    expect(withFacts(written, facts)).toBe(written)
  })

  it('A package that is not a plugin gets no keyword of plugins', () => {
    expect(factsOf('packages/box', { keywords: ['wallet'] }).keywords).toEqual(['wallet'])
    expect(factsOf('services/box', {}).keywords).toEqual([])
  })

  it('A moved package needs a new homepage and repository', () => {
    expect(
      factComplaints('packages/box', JSON.parse(written)).map((text) => text.split(' ')[0]),
    ).toEqual(['"homepage"', '"repository"'])
  })
})
