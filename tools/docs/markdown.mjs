// What the project says of itself in Markdown: the files, their code samples, headings and links.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { at } from '../run/lib/paths.mjs'
import { workspacePackages } from '../run/lib/workspace.mjs'

/** @typedef {{ path: string, text: string }} Document `path` from the root, with slashes */
/** @typedef {{ path: string, line: number, language: string, words: string[], text: string }} Sample */

const inFolder = (folder) =>
  readdirSync(at(folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort()
const readmes = (folders) =>
  folders.map((folder) => `${folder}/README.md`).filter((path) => existsSync(at(path)))

/** @returns {Document} */
export const readDocument = (path) => ({
  path,
  text: readFileSync(at(path), 'utf8').replaceAll('\r\n', '\n'),
})

/** Everything that a person reads: the root's files, `docs/`, and the README of each package, tool, app and example. @returns {Document[]} */
export function documents() {
  const examples = readdirSync(at('examples')).map((name) => `examples/${name}`)
  return [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...inFolder('docs'),
    ...readmes([...workspacePackages().map(({ path }) => path), ...examples]),
  ].map(readDocument)
}

/** Fenced code, with what stands behind its fence. @returns {Sample[]} */
export const samplesOf = ({ path, text }) =>
  [...text.matchAll(/^```(\w*)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language, 2: words, 3: code }) => ({
      path,
      language,
      words: words.trim().split(/\s+/).filter(Boolean),
      text: code,
      line: text.slice(0, index).split('\n').length + 1,
    }),
  )

const withoutCode = (text) =>
  text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/(`+)[^\n]*?\1/g, (code) => '`'.repeat(code.length))
/** As GitHub makes it of a heading. */
const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** The places in a document that a link may name. */
export function anchorsOf({ text }) {
  const plain = text.replace(/^```[\s\S]*?^```$/gm, '')
  const seen = new Map()
  const headings = [...plain.matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading]) => {
    const base = slug(heading)
    const times = seen.get(base) ?? 0
    seen.set(base, times + 1)
    return times ? `${base}-${times}` : base
  })
  return new Set([
    ...headings,
    ...[...plain.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id),
  ])
}

/** Where its links and pictures lead, as written. */
export const linksOf = ({ text }) =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target)
