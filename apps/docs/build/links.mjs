// Rewrites links of a document: to another page of the site, else to the repository on the web.
import { posix } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'
import { folderPageOf, pageOf, repository, sourceUrl } from './pages.mjs'

const isElsewhere = (url) => /^[a-z][a-z+.-]*:/i.test(url) || url.startsWith('//')

/** The file of the repository that a link names, and the heading in it; `undefined`: elsewhere. */
function targetOf(url, from) {
  const [address, anchor] = url.split('#')
  const tail = anchor === undefined ? '' : `#${anchor}`
  const own = /^\/(?:blob|tree)\/main\/(.*)$/.exec(
    address.startsWith(repository) ? address.slice(repository.length) : '',
  )?.[1]
  if (own !== undefined) return { file: own, tail }
  if (isElsewhere(url)) return undefined
  if (address === '') return { file: from, tail }
  if (address.startsWith('/')) return { file: address.slice(1), tail }
  return { file: posix.join(posix.dirname(from), address), tail }
}

/** A path from one page to another: `../errors.md`. */
const between = (page, other) => {
  const path = posix.relative(posix.dirname(page), other)
  return path.startsWith('.') ? path : `./${path}`
}

/**
 * The link of a document as it is on the site.
 * @param {string} url as the document has it
 * @param {{ from: string, page: string }} document where it stands, in the repository and on the site
 */
export function linkOnSite(url, { from, page }) {
  const target = targetOf(url, from)
  if (!target) return url
  const { tail } = target
  const file = target.file.replace(/\/$/, '')
  if (/^docs\/images\//.test(file)) return between(page, file.slice('docs/'.length))
  const there = pageOf(file) ?? folderPageOf(file)
  if (there === page && tail) return tail
  return there ? between(page, there) + tail : sourceUrl(file) + tail
}

/**
 * A document with the links of the site. Code is left alone.
 * @param {string} text
 * @param {{ from: string, page: string }} document
 */
export function rewriteLinks(text, document) {
  const found = []
  visit(fromMarkdown(text), ['link', 'image', 'definition'], (node) => void found.push(node))
  let written = text
  // From the end, so that the places of those before stay what they are.
  for (const { url, position, type } of found.toSorted(
    (a, b) => b.position.end.offset - a.position.end.offset,
  )) {
    const { start, end } = { start: position.start.offset, end: position.end.offset }
    const source = written.slice(start, end)
    const mark = type === 'definition' ? ']: ' : ']('
    const begin = source.lastIndexOf(mark + url)
    if (begin < 0) continue
    const changed =
      source.slice(0, begin + mark.length) +
      linkOnSite(url, document) +
      source.slice(begin + mark.length + url.length)
    written = written.slice(0, start) + changed + written.slice(end)
  }
  return written
}
