// Files of the site for machines: llms.txt and llms-full.txt.
import { llms } from '../../../tools/checks/docs/llms.mjs'
import { rewriteLinks } from './links.mjs'

const REST = /^(?:decisions|api)\//
const ABOUT = [
  'Each page of this site is also there as Markdown: put `.md` in the place of `.html`.',
  '[llms-full.txt](llms-full.txt) is all guides and all packages in one file.',
].join(' ')

/** The site's llms.txt: that of the repository with the addresses of the site. @returns {string} */
export function llmsFile(api) {
  const text = rewriteLinks(llms().replace('in docs/errors.md', 'in errors.md'), {
    from: 'llms.txt',
    page: 'llms.txt',
  }).replaceAll('](./', '](')
  const [head, ...rest] = text.split(/^(?=## )/m)
  const reference = api.map(({ text: name, link }) => `- [${name}](${link})`).join('\n')
  const more = rest.pop() ?? ''
  return [
    head.trim(),
    ABOUT,
    ...rest.map((part) => part.trim()),
    `## API reference\n\n${reference}`,
    more,
  ].join('\n\n')
}

/**
 * Guides and packages in the order of reading; decisions and the reference are left to their own pages.
 * @param {import('./pages.mjs').Page[]} pages
 * @param {import('./contents.mjs').Group[]} groups
 */
export function llmsFullFile(pages, groups) {
  const order = groups.flatMap(({ entries }) => entries.map(({ link }) => link))
  const place = ({ path }) => (order.includes(path) ? order.indexOf(path) : order.length)
  return pages
    .filter(({ path }) => !REST.test(path) && path !== 'index.md' && path !== 'contents.md')
    .toSorted((a, b) => place(a) - place(b))
    .map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`)
    .join('\n')
}
