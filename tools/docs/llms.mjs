#!/usr/bin/env node
// Writes llms.txt, the list of what there is to read, with one line each: node tools/docs/llms.mjs
import { readdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { say } from '../run/lib/log.mjs'
import { at } from '../run/lib/paths.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'
import { readDocument } from './markdown.mjs'

export const FILE = 'llms.txt'
export const COMMAND = 'node tools/docs/llms.mjs'

const INTRO = `# Latchkey

> The wallet-connection modal that a website owns: MIT-licensed, self-hosted, made of plugins. A kernel that knows no chain, a UI in React and as custom elements, and a package for each chain family.

Packages are ES modules on npm under \`@latchkey\`. Errors are \`LatchkeyError\` with a code that never changes; each has a heading in docs/errors.md. Code samples in these files are compiled in the tests.`

const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
const LONGEST = 190
/** The sentences below the first heading, as many as fit into a line. */
const summaryOf = ({ text }) => {
  const paragraph =
    text
      .split('\n\n')
      .map((part) => part.trim().replace(/\s+/g, ' '))
      .find((part) => /^[\p{L}`*[]/u.test(part) && !part.startsWith('![')) ?? ''
  const sentences = plain(paragraph).match(/.+?(?:[.?](?= |$)|$)/g) ?? []
  const lengths = sentences.map((_, index) => sentences.slice(0, index + 1).join('').length)
  return sentences
    .slice(0, Math.max(1, lengths.filter((length) => length <= LONGEST).length))
    .join('')
}
const titleOf = ({ text }) => /^# (.*)$/m.exec(text)?.[1] ?? ''

/** @returns {string} */
export function llms() {
  const docs = readdirSync(at('docs'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => readDocument(`docs/${name}`))
  const startsFirst = [
    ...docs.filter(({ path }) => path.includes('quick-start')),
    ...docs.filter(({ path }) => !path.includes('quick-start')),
  ]
  const packages = publishedPackages().map(
    ({ name, path, manifest }) => `- [${name}](${path}/README.md): ${manifest.description}`,
  )
  return (
    [
      INTRO,
      [
        '## Documentation',
        '',
        ...startsFirst.map(
          (document) => `- [${titleOf(document)}](${document.path}): ${summaryOf(document)}`,
        ),
      ].join('\n'),
      ['## Packages', '', ...packages].join('\n'),
      [
        '## More',
        '',
        '- [Everything, for people](docs/README.md): the same documents, by purpose.',
        '- [Contributing](CONTRIBUTING.md): how the repository is built and tested.',
        '- [Security](SECURITY.md): what is defended, and how to report a weakness.',
      ].join('\n'),
    ].join('\n\n') + '\n'
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(at(FILE), llms())
  say(`wrote ${FILE}`)
}
