// Writes the sources of the site into apps/docs/.tmp/source: the documents as they stand, with the
// links of the site, and the pages that are made.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { at } from '../../../tools/run/lib/paths.mjs'
import { readDocument } from '../../../tools/checks/docs/test/documents.mjs'
import { groupsOf, packageGroups } from './contents.mjs'
import { galleryPage } from './gallery.mjs'
import { contentsPage, homePage } from './home.mjs'
import { rewriteLinks } from './links.mjs'
import { decisionsPage, documentPages, pictures } from './pages.mjs'
import { reference } from './reference.mjs'
import { sizesPage } from './sizes.mjs'
import { walletsPage } from './wallets.mjs'

export const SOURCE = at('apps/docs/.tmp/source')

const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const copy = (file, folder) => {
  mkdirSync(folder, { recursive: true })
  copyFileSync(file, join(folder, basename(file)))
}

/** @param {import('./pages.mjs').Page} page @returns {import('./pages.mjs').Page} */
const onSite = (page) =>
  page.isFinal
    ? page
    : { ...page, text: rewriteLinks(page.text, { from: page.from, page: page.path }) }

const LISTED = [
  { text: 'Sizes and benchmarks', link: 'sizes.md' },
  { text: 'Wallets', link: 'wallets.md' },
  { text: 'Gallery', link: 'gallery.md' },
]
const groupOfDecisions = (pages) => ({
  text: 'Decisions',
  entries: pages
    .filter(({ path }) => path.startsWith('decisions/'))
    .map(({ path, text }) => ({ text: /^# (.*)$/m.exec(text)?.[1] ?? path, link: path })),
})

/**
 * Every page and the order of reading.
 * @returns {{ pages: import('./pages.mjs').Page[], groups: import('./contents.mjs').Group[], files: string[] }}
 */
export function collect() {
  const documents = documentPages()
  const decisions = decisionsPage(documents)
  const api = reference()
  const gallery = galleryPage()
  const groups = groupsOf(readDocument('docs/README.md').text)
  const more = groups.find(({ text }) => text === 'Look up') ?? groups[0]
  more.entries.push(...LISTED)
  const about = {
    text: 'About',
    entries: [
      { text: 'This site', link: 'site.md' },
      { text: 'Security', link: 'security.md' },
      { text: 'Contributing', link: 'contributing.md' },
    ],
  }
  const pages = [homePage(), contentsPage(), sizesPage(), walletsPage(), gallery, decisions]
  return {
    pages: [...pages, ...documents, ...api.pages].map(onSite),
    // A part of the site each, with a list of pages of its own.
    groups: [
      ...groups.filter(({ text }) => text !== 'Background'),
      ...packageGroups(),
      ...api.groups,
      groupOfDecisions([decisions, ...documents]),
      about,
    ],
    files: gallery.pictures,
  }
}

/** A page with settings draws its own heading. */
const withFront = (front, text) => `---\n${stringify(front)}---\n\n${text.replace(/^# .*\n+/, '')}`

/** Writes everything that the generator reads. */
export function stage() {
  rmSync(SOURCE, { recursive: true, force: true })
  const { pages, groups, files } = collect()
  for (const { path, front, text } of pages)
    write(join(SOURCE, path), front ? withFront(front, text) : text)
  for (const picture of pictures())
    for (const folder of ['images', 'public/images'])
      copy(at('docs/images', picture), join(SOURCE, folder))
  for (const file of files) copy(file, join(SOURCE, 'public/gallery'))
  write(join(SOURCE, '..', 'contents.json'), JSON.stringify(groups, null, 2))
  return { pages, groups }
}
