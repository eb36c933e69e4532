// Every error code of the published packages: from `ErrorContexts`, where each has a docstring, and from the English catalogues.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { publishedPackages } from '../run/lib/workspace.mjs'

/** @typedef {{ code: string, context: string, what: string, fix: string, text: string | undefined, package: string }} ErrorEntry */

/** Where English texts stand; other languages have files of their own. */
const CATALOGUES = /(^|\/)(en|english|errors|messages)\.ts$/
const TEXT = /^\s*'errors\.([\w.]+)': '((?:[^'\\]|\\.)*)',?$/gm

const sourcesOf = ({ dir }) =>
  (existsSync(join(dir, 'src')) ? readdirSync(join(dir, 'src'), { recursive: true }) : [])
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(dir, 'src', path), 'utf8') }))

const words = (comment) => (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim()

/** The members of each `interface ErrorContexts` in a file. */
function declaredIn({ path, text }, owner) {
  if (!text.includes('interface ErrorContexts')) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'ErrorContexts')
      return ts.forEachChild(node, visit)
    for (const member of node.members) {
      const [doc] = member.jsDoc?.slice(-1) ?? []
      const remarks = doc?.tags?.find(({ tagName }) => tagName.text === 'remarks')
      found.push({
        code: member.name.text,
        context: member.type.getText(),
        what: words(doc?.comment),
        fix: words(remarks?.comment),
        package: owner,
      })
    }
  }
  visit(source)
  return found
}

/** @returns {ErrorEntry[]} the contract's first, then each plugin's, as they are declared */
export function errorCatalogue() {
  const packages = publishedPackages().map((each) => ({
    name: each.name,
    sources: sourcesOf(each),
  }))
  const texts = new Map(
    packages
      .flatMap(({ sources }) => sources)
      .filter(({ path }) => CATALOGUES.test(path))
      .flatMap(({ text }) => [...text.matchAll(TEXT)])
      .map(([, code, text]) => [code, text.replace(/\\(.)/g, '$1')]),
  )
  return packages
    .flatMap(({ name, sources }) => sources.flatMap((source) => declaredIn(source, name)))
    .map((entry) => ({ ...entry, text: texts.get(entry.code) }))
}
