// Parentheses around the functions of an opening. V8 compiles such a function together with its file, in
// the thread that reads the file, and not at its first call, for which the visitor waits. Minifiers
// keep them (docs/adr/0068).
import MagicString from 'magic-string' // edits text and keeps its source map
import { parseAst } from 'vite'

/** Chunks that an opening loads, by the name of the module that is reached by `import()` (docs/adr/0047). */
const OPENING = /(?:^|\/)(?:late|entry|startModal)-[^/]*\.js$/

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
})
