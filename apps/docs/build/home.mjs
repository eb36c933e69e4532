// The first page, out of README.md, and the page of all documents, out of docs/README.md.
import { readDocument } from '../../../tools/checks/docs/test/documents.mjs'

const BULLET = /^- \*\*(.+?)\.\*\* (.*)$/gm
const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
const sectionOf = (text, title) => {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${title}`))
  if (!section) throw new Error(`README.md has no section "${title}", which the first page shows.`)
  return section.trim()
}
const firstSentence = (text) => /^[^.]*\./.exec(text)?.[0] ?? text

/** The link of the README's quick starts that a visitor wants first. */
const FIRST = './quick-start-react.md'

/** @returns {import('./pages.mjs').Page} */
export function homePage({ text } = readDocument('README.md')) {
  const lines = text.split('\n')
  const introduction = lines.find((line) => line.startsWith('Latchkey is '))
  const tagline = lines[lines.indexOf('## Why') + 2]
  const picture = /^!\[.*\]\(docs\/images\/.*\)$/m.exec(text)?.[0]
  const features = [...text.matchAll(BULLET)]
  if (!introduction || !tagline || !picture || features.length === 0)
    throw new Error('README.md lacks the sentence, the picture or the list of the first page.')
  const sections = ['Ten lines to a button', 'Packages'].map((title) => sectionOf(text, title))
  const front = {
    layout: 'home',
    titleTemplate: plain(firstSentence(introduction)).replace(/\.$/, ''),
    hero: {
      name: 'Latchkey',
      text: 'The wallet modal that a website owns',
      tagline: plain(tagline),
      actions: [
        { theme: 'brand', text: 'Quick start', link: FIRST.slice(1).replace('.md', '.html') },
        { theme: 'alt', text: 'All documents', link: '/contents.html' },
      ],
    },
    features: features.map(([, title, details]) => ({ title, details: plain(details) })),
  }
  return {
    path: 'index.md',
    from: 'README.md',
    front,
    text: `${['# Latchkey', introduction, picture, ...sections].join('\n\n')}\n`,
  }
}

/** @returns {import('./pages.mjs').Page} */
export const contentsPage = ({ text } = readDocument('docs/README.md')) => ({
  path: 'contents.md',
  from: 'docs/README.md',
  text: text.replace(/^\*\*(.+?)\*\*: (.*)$/gm, (_, title, line) => {
    const items = line.split(' · ').map((item) => `- ${item}`)
    return `## ${title}\n\n${items.join('\n')}`
  }),
})
