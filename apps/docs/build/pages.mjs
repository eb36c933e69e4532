// Which file of the repository is which page of the site. Links between documents are rewritten by it.
import { existsSync, readdirSync } from 'node:fs'
import { documents } from '../../../tools/checks/docs/test/documents.mjs'
import { at, readJson } from '../../../tools/run/lib/paths.mjs'
import { publishedPackages } from '../../../tools/run/lib/workspace.mjs'

/**
 * @typedef {object} Page
 * @property {string} path of the page below the site, with `.md`: `packages/kernel.md`
 * @property {string} from the file of the repository, or the command, that it is made of
 * @property {string} text in Markdown, with links as `from` has them
 * @property {true} [isFinal] its links are those of the site already
 * @property {object} [front] settings of the page for the generator
 */

/** The repository on the web, without a slash at the end: `https://github.com/owner/name`. */
export const repository = readJson(at('packages/kernel/package.json'))
  .repository.url.replace(/^git\+/, '')
  .replace(/\.git$/, '')

/** Where a page is that is read in the repository, because the site does not have it. */
export const sourceUrl = (path) =>
  `${repository}/${/\.[a-z]+$/i.test(path) ? 'blob' : 'tree'}/main/${path}`

const PUBLISHED = new Set(publishedPackages().map(({ path }) => path))
const AT_ROOT = {
  'SECURITY.md': 'security.md',
  'CONTRIBUTING.md': 'contributing.md',
  'apps/docs/README.md': 'site.md',
}
/** Pages that the site makes itself out of several documents. */
const OWN = { 'README.md': 'index.md', 'docs/README.md': 'contents.md' }

/**
 * The page that a document becomes; `undefined` where the site does not have it.
 * @param {string} path of the document, from the root of the repository
 */
export function pageOf(path) {
  if (AT_ROOT[path] ?? OWN[path]) return AT_ROOT[path] ?? OWN[path]
  const folder = /^(.*)\/README\.md$/.exec(path)?.[1]
  if (folder && PUBLISHED.has(folder)) return `packages/${folder.split('/').pop()}.md`
  const decision = /^docs\/adr\/(.*)$/.exec(path)?.[1]
  if (decision) return `decisions/${decision}`
  return /^docs\/(.*\.md)$/.exec(path)?.[1]?.replace(/README\.md$/, 'index.md')
}

const readmePageOf = (readme) => (existsSync(at(readme)) ? pageOf(readme) : undefined)
/**
 * Folders that a link may name, and their pages.
 * @param {string} path without a slash at its end
 */
export const folderPageOf = (path) =>
  path === 'docs/adr' ? 'decisions/index.md' : readmePageOf(`${path}/README.md`)

/** Every document of the repository that the site has as it stands. @returns {Page[]} */
export const documentPages = () =>
  documents()
    .filter(({ path }) => pageOf(path) && !(path in OWN))
    .map(({ path, text }) => ({ path: pageOf(path), from: path, text }))

const titleOf = (text) => /^# (.*)$/m.exec(text)?.[1] ?? ''

/** The list of decisions. @param {Page[]} pages @returns {Page} */
export const decisionsPage = (pages) => ({
  path: 'decisions/index.md',
  from: 'docs/adr',
  text: `# Decisions

Why things are as they are: one page for each decision, with what was given up for it.

${pages
  .filter(({ path }) => path.startsWith('decisions/'))
  .map(({ from, text }) => `- [${titleOf(text)}](${from.replace('docs/adr/', 'adr/')})`)
  .join('\n')}
`,
})

/** Pictures that documents show. */
export const pictures = () => readdirSync(at('docs/images'))
