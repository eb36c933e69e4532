// The text of llms.txt: every document and package, with one line each.
import { readFileSync, readdirSync } from 'node:fs'
import { at } from '../../run/lib/paths.mjs'
import { publishedPackages } from '../../run/lib/workspace.mjs'

/* eslint-disable max-len -- a paragraph of the page is one line */
const INTRO = `# Latchkey

> The wallet-connection modal that a website owns: MIT-licensed, self-hosted, made of plugins. A kernel that knows no chain, a UI in React and as custom elements, and a package for each chain family.

Packages are ES modules on npm under \`@latchkey\`. Errors are \`LatchkeyError\` with a code that never changes; each has a heading in docs/errors.md. Code samples in these files are compiled in the tests.`
/* eslint-enable max-len */

const LONGEST = 190
/** The first sentences below the heading, as many as fit into a line. */
export function summaryOf(text) {
  const paragraphs = text.split('\n\n').map((part) => part.trim().replace(/\s+/g, ' '))
  const first = paragraphs.find((part) => /^[\p{L}`*[]/u.test(part)) ?? ''
  const plain = first.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  let summary = ''
  for (const sentence of plain.match(/.+?(?:[.?](?= |$)|$)/g) ?? []) {
    if (summary && (summary + sentence).length > LONGEST) break
    summary += sentence
  }
  return summary
}
/** The documents, those to start with first. */
const documents = () =>
  readdirSync(at('docs'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort((a, b) => b.startsWith('quick-start') - a.startsWith('quick-start') || (a < b ? -1 : 1))
    .map((name) => ({ path: `docs/${name}`, text: readFileSync(at('docs', name), 'utf8') }))

/** @returns {string} */
export const llms = () => `${INTRO}

## Documentation

${documents()
  .map(({ path, text }) => `- [${/^# (.*)$/m.exec(text)?.[1] ?? ''}](${path}): ${summaryOf(text)}`)
  .join('\n')}

## Packages

${publishedPackages()
  .map(({ name, path, manifest }) => `- [${name}](${path}/README.md): ${manifest.description}`)
  .join('\n')}

## More

- [Everything, for people](docs/README.md): the same documents, by purpose.
- [Contributing](CONTRIBUTING.md): how the repository is built and tested.
- [Security](SECURITY.md): what is defended, and how to report a weakness.
`
