// The heads of READMEs: somebody sees them first, on a registry or in the repository.
import { toString } from 'mdast-util-to-string'
import { describe, expect, it } from 'vitest'
import { at, readJson } from '../../../run/lib/paths.mjs'
import { publishedPackages } from '../../../run/lib/workspace.mjs'
import { blocksOf, landingComplaints, sentenceComplaints } from '../landing.mjs'
import { readDocument } from './documents.mjs'

const GOOD = `# @x/y

It does one thing: the thing.

\`\`\`sh
npm install @x/y viem@2
\`\`\`

\`\`\`ts
import { y } from '@x/y'
import { mainnet } from 'viem/chains'
y(mainnet)
\`\`\`

The guide: [concepts](https://github.com/latchkey-dev/latchkey/blob/main/docs/concepts.md).
`

describe('The README of a package', () => {
  it.each(publishedPackages().map(({ name, path }) => [name, path] as const))(
    'The README of %s begins with one sentence, how to install it, a sample, and a link to the documents',
    (name, path) =>
      expect(landingComplaints(readDocument(`${path}/README.md`).text, name)).toEqual([]),
  )

  it('A README that has all parts has no complaint', () =>
    expect(landingComplaints(GOOD, '@x/y')).toEqual([]))

  it.each([
    ['another name', '# @x/y', '# Y', 'begin with @x/y'],
    ['two sentences', 'the thing.', 'the thing. And another.', 'not one sentence'],
    ['no full stop', 'the thing.', 'the thing', 'full stop'],
    ['a long sentence', 'the thing.', `${'the thing and '.repeat(20)}more.`, 'characters'],
    ['no install line', 'npm install @x/y viem@2', 'yarn add @x/y', 'npm install'],
    ['an install line without what the sample imports', ' viem@2', '', 'does not name viem'],
    ['an install line without the package', '@x/y viem', 'viem', 'does not name @x/y'],
    ['a sample that is not compiled', '```ts', '```ts ignore', 'not compiled'],
    ['a sample of another language', '```ts', '```js', 'sample in TypeScript'],
    ['a long sample', 'y(mainnet)', 'y(mainnet)\n'.repeat(30), 'lines'],
    ['no link', '/blob/main/docs/concepts.md', '', 'link to the documents'],
  ])('A README with %s is a complaint', (_, from, to, words) => {
    const changed = GOOD.replace(from, to)
    expect(changed).not.toBe(GOOD)
    expect(landingComplaints(changed, '@x/y').join('\n')).toContain(words)
  })
})

describe('The README of the repository', () => {
  const [heading, sentence, picture, commands, ...rest] = blocksOf(readDocument('README.md').text)

  it('The README begins with one sentence and the picture, then the two commands', () => {
    expect(toString(heading)).toBe('Latchkey')
    expect(sentenceComplaints(sentence)).toEqual([])
    expect(picture).toMatchObject({ type: 'paragraph', children: [{ type: 'image' }] })
    expect(commands?.value?.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      'npm run demo',
      'npm test',
    ])
  })

  it('Ten lines of code follow, which are compiled', () => {
    const sample = rest.find(({ type }) => type === 'code')
    expect(sample).toMatchObject({ lang: 'tsx', meta: null })
    expect(sample?.value?.split('\n').filter((line) => line.trim() !== '')).toHaveLength(10)
  })

  const rows = [...readDocument('README.md').text.matchAll(/^\| (.*?) \| (.*?) \| `(.*?)` \|$/gm)]

  it('Each figure of the table names a command that exists', () => {
    const { scripts } = readJson(at('package.json'))
    expect(rows.length).toBeGreaterThan(4)
    for (const [, what, , command = ''] of rows)
      expect(
        scripts[/^npx pnpm@[\d.]+ (\S+)/.exec(command)?.[1] ?? ''],
        `${what}: ${command}`,
      ).toBeDefined()
  })

  it('Figures of sizes are the budgets that the command checks', () => {
    const { parts } = readJson(at('tools/checks/sizes/budgets.json'))
    const budgets = new Map<string, string>(
      parts.map(({ part, max, unit }: { part: string; max: number; unit: string }) => [
        part,
        unit === 'B' ? `${(max / 1000).toFixed(1)} kB` : String(max),
      ]),
    )
    const figures = rows
      .filter(([, , , command]) => command?.endsWith(' sizes'))
      .map(([, , figure]) => figure)
    expect(figures).toEqual(
      ['button', 'evmHost', 'familiesHost', 'requests', 'foreign'].map((part) => budgets.get(part)),
    )
  })
})
