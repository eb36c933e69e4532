// Where links lead that name this repository or its documentation in full.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorsOf } from './test/documents.mjs'
import { repositoryUrl } from '../pack/facts.mjs'
import { root } from '../../run/lib/paths.mjs'

/**
 * @param {string} link
 * @param {string} [docs] address of the documentation, whose pages are those of docs/
 * @returns {{ path: string, anchor?: string } | undefined} in this repository; `undefined`: elsewhere
 */
export function ownTarget(link, docs) {
  const [address, anchor] = link.split('#')
  const below = (base) =>
    address.startsWith(`${base}/`) ? address.slice(base.length + 1) : undefined
  const inTree = /^(?:blob|tree)\/main\/(.*)$/.exec(below(repositoryUrl) ?? '')?.[1]
  if (inTree !== undefined) return { path: inTree, anchor }
  const page = docs === undefined ? undefined : below(docs)
  return page === undefined ? undefined : { path: `docs/${page.replace(/\.html$/, '')}.md`, anchor }
}

/** @param {{ path: string, anchor?: string }} target @returns {string | undefined} what is missing */
export function missingTarget({ path, anchor }, folder = root) {
  const file = join(folder, path)
  if (!existsSync(file)) return `${path} is not there`
  if (anchor === undefined || !path.endsWith('.md')) return undefined
  const anchors = anchorsOf({ text: readFileSync(file, 'utf8') })
  return anchors.has(anchor) ? undefined : `${path} has no such heading`
}
