// Every error code of the published packages, from `ErrorContexts` (with docstrings) and from the
// English catalogues.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { publishedPackages } from '../../run/lib/workspace.mjs'

/**
 * @typedef {{ code: string, context: string, what: string, fix: string, text: string | undefined,
 * package: string }} ErrorEntry
 */

/** Files with English texts; other languages have their own. */
const CATALOGUES = /(^|\/)(en|english|errors|messages)\.ts$/

const sourcesOf = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
    .filter((path) => path.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(path))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

const words = (comment) => (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim()

/** A string, or a sum of strings over several lines. */
const textOf = (node) =>
  ts.isBinaryExpression(node) ? textOf(node.left) + textOf(node.right) : (node.text ?? '')

/** A type as formatted over several lines, on one. */
const onOneLine = (type) =>
  type
    .replace(/\{\s*\n\s*/g, '{ ')
    .replace(/\s*\n\s*(?=\}|\|)/g, ' ')
    .replace(/\s*\n\s*/g, '; ')

/** A member of `interface ErrorContexts`, with its docstring. */
const entryOf = (member) => {
  const doc = member.jsDoc?.at(-1)
  const remarks = doc?.tags?.find(({ tagName }) => tagName.text === 'remarks')
  return {
    code: member.name.text,
    context: onOneLine(member.type.getText()),
    what: words(doc?.comment),
    fix: words(remarks?.comment),
  }
}

/** @returns {ErrorEntry[]} the contract's first, then each plugin's, as they are declared */
export function errorCatalogue() {
  const entries = []
  const texts = {}
  for (const { name, dir } of publishedPackages())
    for (const { path, text } of sourcesOf(join(dir, 'src'))) {
      const isCatalogue = CATALOGUES.test(path)
      if (!isCatalogue && !text.includes('interface ErrorContexts')) continue
      const visit = (node) => {
        if (isCatalogue && ts.isPropertyAssignment(node) && node.name.text?.startsWith('errors.'))
          texts[node.name.text.slice('errors.'.length)] = textOf(node.initializer)
        if (ts.isInterfaceDeclaration(node) && node.name.text === 'ErrorContexts')
          entries.push(...node.members.map((member) => ({ ...entryOf(member), package: name })))
        ts.forEachChild(node, visit)
      }
      visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true))
    }
  return entries.map((entry) => ({ ...entry, text: texts[entry.code] }))
}
