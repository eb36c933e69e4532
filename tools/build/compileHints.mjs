// Parentheses around the functions of an opening. V8 compiles such a function together with its file, in
// the thread that reads the file, and not at its first call, for which the visitor waits. Minifiers
// keep them (docs/adr/0068).
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import MagicString from 'magic-string' // edits text and keeps its source map
import { parseAst } from 'vite'

/** Chunks that an opening loads, by the name of the module that is reached by `import()` (docs/adr/0047). */
const OPENING = /(?:^|\/)(?:late|entry|startModal)-[^/]*\.js$/
const OPENING_MAP = /(?:^|\/)(?:late|entry|startModal)-[^/]*\.js\.map$/

/**
 * A map whose sources are named as seen from its folder. tsup names by its whole path the chunk itself, as
 * the source of the code that esbuild put in.
 * @param {string} map
 * @param {string} path of the map
 */
export function withoutOwnPath(map, path) {
  const chunk = basename(path, '.map')
  const { sources, ...rest } = JSON.parse(map)
  return JSON.stringify({
    ...rest,
    sources: sources.map((source) => (basename(source) === chunk ? chunk : source)),
  })
}

const isNode = (value) => typeof value?.type === 'string'

/** Whether a function's place takes no parentheses: it is a method, a getter or a setter. */
const isMethod = (parent) =>
  parent.type === 'MethodDefinition' ||
  (parent.type === 'Property' && (parent.method || parent.kind !== 'init'))

/** Whether V8 takes the hint: it does not for async arrow functions. */
const isHinted = ({ type, async }) =>
  type === 'FunctionExpression' || (type === 'ArrowFunctionExpression' && !async)

/** The functions that stand as expressions, outermost first. */
function functionsIn(node, parent, found = []) {
  if (isHinted(node) && !isMethod(parent)) found.push(node)
  for (const child of Object.values(node).flat().filter(isNode)) functionsIn(child, node, found)
  return found
}

/**
 * Puts the functions of a chunk into parentheses.
 * @param {string} code
 * @param {string} path of the chunk: tsup finds the chunk's own map by it
 * @returns {{ code: string, map: string }}
 */
export function withCompileHints(code, path) {
  const text = new MagicString(code)
  for (const { start, end } of functionsIn(parseAst(code)))
    text.appendLeft(start, '(').prependRight(end, ')')
  return { code: text.toString(), map: text.generateMap({ source: path, hires: true }).toString() }
}

/**
 * The plugin of tsup that does so in the chunks of an opening.
 * @returns {NonNullable<import('tsup').Options['plugins']>[number]}
 */
export const compileHints = () => ({
  name: 'compile-hints',
  renderChunk: (code, { path }) => (OPENING.test(path) ? withCompileHints(code, path) : undefined),
  buildEnd({ writtenFiles }) {
    for (const { name } of writtenFiles.filter(({ name }) => OPENING_MAP.test(name)))
      writeFileSync(name, withoutOwnPath(readFileSync(name, 'utf8'), name))
  },
})
