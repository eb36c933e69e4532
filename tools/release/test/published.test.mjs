import { describe, expect, it } from 'vitest'
import { factsOf, repositoryUrl } from '../../checks/pack/facts.mjs'
import { root } from '../../run/lib/paths.mjs'
import { publishedComplaints } from '../lib/published.mjs'

const DOCS = 'https://docs.example/docs'
const known = {
  scope: '@x',
  names: new Set(['@x/y', '@x/z']),
  docs: DOCS,
  folder: root,
}
const PATH = 'packages/kernel'
const README = `# @x/y

It does one thing.

\`\`\`sh
npm install @x/y
\`\`\`

\`\`\`ts
import { y } from '@x/y'
\`\`\`

The guide: [concepts](${repositoryUrl}/blob/main/docs/concepts.md). [z](https://www.npmjs.com/package/@x/z)
`
const manifest = {
  name: '@x/y',
  version: '0.1.0',
  description: 'It does one thing.',
  license: 'MIT',
  type: 'module',
  exports: {
    '.': { '@x/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
  },
  peerDependencies: { '@x/z': '>=0.1.0 <1.0.0', viem: '^2.0.0' },
  ...factsOf(PATH, { keywords: ['x'] }),
}
const files = {
  LICENSE: 'MIT',
  'README.md': README,
  'CHANGELOG.md': '# @x/y\n\n## 0.1.0\n\n- It came.\n',
  'dist/index.js': `const path = \`${DOCS}/errors#\${code}\`; const other = '${DOCS}/options#wallets'`,
  'dist/index.d.ts': `/** {@link ${repositoryUrl}/blob/main/docs/adr/0033-release-from-one-workflow.md} */`,
}
const complaintsOf = ({ change = {}, text = {} } = {}) =>
  publishedComplaints(
    {
      manifest: { ...manifest, ...change },
      files: new Map(Object.entries({ ...files, ...text }).filter(([, value]) => value !== null)),
    },
    known,
  ).join('\n')
const readme = (from, to) => ({ text: { 'README.md': README.replace(from, to) } })

describe('A package as it would be published', () => {
  it('A package that is right has no complaint', () => expect(complaintsOf()).toBe(''))

  it.each([
    ['a name of another scope', { change: { name: '@other/y' } }, 'not in @x'],
    ['no version of its own', { change: { version: '0.0.0' } }, 'its version is 0.0.0'],
    ['a version of a snapshot', { change: { version: '0.0.0-pr-1-2' } }, 'its version is'],
    ['another licence', { change: { license: 'ISC' } }, 'its licence is ISC'],
    ['no description', { change: { description: '' } }, 'no description'],
    ['another repository', { change: { homepage: 'https://x.test' } }, '"homepage"'],
    ['no provenance', { change: { publishConfig: { access: 'public' } } }, '"publishConfig"'],
    ['a file that is missing', { text: { 'dist/index.js': null } }, 'names dist/index.js'],
    ['no licence text', { text: { LICENSE: null } }, 'carries no licence'],
    [
      'a peer that nobody publishes',
      { change: { peerDependencies: { '@x/gone': '*' } } },
      '@x/gone',
    ],
    ['a range of a workspace', { change: { dependencies: { z: 'workspace:^' } } }, 'workspace:^'],
    ['no change log', { text: { 'CHANGELOG.md': null } }, 'no CHANGELOG.md'],
    ['notes of another version', { change: { version: '0.1.1' } }, 'does not tell of 0.1.1'],
    ['a README of another package', readme('# @x/y', '# @x/z'), 'does not begin with @x/y'],
    ['a link that leads nowhere', readme('concepts.md', 'gone.md'), 'docs/gone.md is not there'],
    ['a link to no heading', readme('concepts.md', 'concepts.md#gone'), 'no such heading'],
    ['a link to no package', readme('package/@x/z', 'package/@x/gone'), '@x/gone, which is not'],
    ['a link inside the repository', readme(/https:\/\/www[^)]*/, '../z'), 'only https'],
    [
      'an address in its code that leads nowhere',
      { text: { 'dist/index.js': `'${DOCS}/nowhere'` } },
      'docs/nowhere.md is not there',
    ],
  ])('A package with %s is a complaint', (_, change, words) =>
    expect(complaintsOf(change)).toContain(words),
  )
})
