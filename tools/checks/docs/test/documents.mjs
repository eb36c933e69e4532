// The project's Markdown: files, code samples, headings and links.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import GithubSlugger from 'github-slugger' // makes the anchors that GitHub makes of headings
import { fromMarkdown } from 'mdast-util-from-markdown' // reads Markdown into a tree
import { toString } from 'mdast-util-to-string' // the text of a heading without its marks
import { visit } from 'unist-util-visit' // finds nodes of a kind in that tree
import { at } from '../../../run/lib/paths.mjs'
import { workspacePackages } from '../../../run/lib/workspace.mjs'

/** @typedef {{ path: string, text: string }} Document `path` from the root, with slashes */
/**
 * @typedef {{ path: string, line: number, language: string, words: string[], text: string }} Sample
 */

/** @returns {Document} */
export const readDocument = (path) => ({
  path,
  text: readFileSync(at(path), 'utf8').replaceAll('\r\n', '\n'),
})

/**
 * Every document for people: the root's files, `docs/`, and the README of each package, tool,
 * app and example. @returns {Document[]}
 */
export function documents() {
  const docs = readdirSync(at('docs'), { recursive: true })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
  const examples = readdirSync(at('examples')).map((name) => `examples/${name}`)
  const readmes = [...workspacePackages().map(({ path }) => path), ...examples]
    .map((folder) => `${folder}/README.md`)
    .filter((path) => existsSync(at(path)))
  const atRoot = ['README.md', 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'SECURITY.md']
  return [...atRoot, ...docs.sort(), ...readmes].map(readDocument)
}

const nodesOf = (text, types) => {
  const found = []
  visit(fromMarkdown(text), types, (node) => void found.push(node))
  return found
}

/** Fenced code samples, with the words behind the fence. @returns {Sample[]} */
export const samplesOf = ({ path, text }) =>
  nodesOf(text, ['code']).map(({ lang, meta, value, position }) => ({
    path,
    language: lang ?? '',
    words: (meta ?? '').split(/\s+/).filter(Boolean),
    text: `${value}\n`,
    line: position.start.line + 1,
  }))

/** The anchors in a document that a link may name. */
export function anchorsOf({ text }) {
  const slugger = new GithubSlugger()
  const headings = nodesOf(text, ['heading']).map((heading) => slugger.slug(toString(heading)))
  const named = nodesOf(text, ['html']).flatMap(({ value }) =>
    [...value.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id),
  )
  return new Set([...headings, ...named])
}

/** The targets of its links and pictures, as written. */
export const linksOf = ({ text }) =>
  nodesOf(text, ['link', 'image', 'definition']).map(({ url }) => url)
