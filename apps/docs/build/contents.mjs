// The order of the site: the groups of docs/README.md, then packages, reference and decisions.
import { plugins } from '../../../tools/checks/pack/plugins.mjs'
import { publishedPackages } from '../../../tools/run/lib/workspace.mjs'
import { linkOnSite } from './links.mjs'

/** @typedef {{ text: string, link: string }} Entry `link` is a page, with `.md` */
/** @typedef {{ text: string, entries: Entry[] }} Group */

const FROM = { from: 'docs/README.md', page: 'contents.md' }
const LINK = /\[([^\]]+)\]\(([^)]+)\)/g
/** Names of projects are written as their makers do. */
const NAMES = new Set(['wagmi', 'ethers', 'sats-connect'])
const capital = (text) => (NAMES.has(text) ? text : text[0].toUpperCase() + text.slice(1))

/**
 * The groups of docs/README.md: `**Start**: [React](quick-start-react.md) · ...`.
 * @param {string} text
 * @returns {Group[]} with links to pages of the site only, each page once
 */
export function groupsOf(text) {
  const seen = new Set()
  return [...text.matchAll(/^\*\*(.+?)\*\*: (.*)$/gm)].map(([, title, line]) => ({
    text: title,
    entries: [...line.matchAll(LINK)]
      .map(([, name, url]) => ({ text: capital(name), link: linkOnSite(url, FROM) }))
      .filter(({ link }) => {
        if (!link.startsWith('./') || link.includes('#') || seen.has(link)) return false
        seen.add(link)
        return true
      })
      .map(({ text: name, link }) => ({ text: name, link: link.slice('./'.length) })),
  }))
}

const packageEntry = ({ name, path }) => ({
  text: name.replace(/^@[^/]+\//, ''),
  link: `packages/${path.split('/').pop()}.md`,
})

/** Packages by what they are for, as the README has them. @returns {Group[]} */
export function packageGroups() {
  const published = publishedPackages()
  const all = plugins(published)
  const of = (kind) => all.filter(({ field }) => field.kind === kind)
  const below = (folder) => published.filter(({ path }) => path.startsWith(`${folder}/`))
  return [
    ['Core and tools', below('packages')],
    ['Chain families', of('family')],
    ['Wallets on other devices', of('connector')],
    ['Features', of('feature')],
    ['Servers to host yourself', below('services')],
  ].map(([text, packages]) => ({ text, entries: packages.map(packageEntry) }))
}
