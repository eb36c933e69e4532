// Reads the text an expression always has: literals, templates, sums of them, and constants of the same file.
import ts from 'typescript'

/**
 * The constants of a file: name -> initialiser, for `const name = …` anywhere in it. A name declared twice is left out.
 * @param {ts.SourceFile} source
 * @returns {Map<string, ts.Expression | undefined>}
 */
export const readConstants = (source) => {
  const constants = new Map()
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const isConstant = Boolean(node.parent.flags & ts.NodeFlags.Const) && node.initializer
      constants.set(
        node.name.text,
        constants.has(node.name.text) || !isConstant ? undefined : node.initializer,
      )
    } else if (ts.isParameter(node) && ts.isIdentifier(node.name))
      constants.set(node.name.text, undefined)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return constants
}

/**
 * The constant text of an expression, or undefined where only running it would tell.
 * @param {ts.Expression} expression
 * @param {Map<string, ts.Expression | undefined>} constants
 * @param {number} [depth] stops a constant that names itself
 * @returns {string | undefined}
 */
export const foldText = (expression, constants, depth = 0) => {
  if (depth > 20) return undefined
  const fold = (inner) => foldText(inner, constants, depth + 1)
  if (ts.isStringLiteralLike(expression)) return expression.text
  if (ts.isNumericLiteral(expression)) return expression.text
  if (isWrapper(expression)) return fold(expression.expression)
  if (ts.isIdentifier(expression)) {
    const initializer = constants.get(expression.text)
    return initializer && fold(initializer)
  }
  if (ts.isTemplateExpression(expression)) {
    return joined([
      expression.head.text,
      ...expression.templateSpans.flatMap((span) => [fold(span.expression), span.literal.text]),
    ])
  }
  if (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.PlusToken
  ) {
    return joined([fold(expression.left), fold(expression.right)])
  }
  return undefined
}

const joined = (parts) => (parts.includes(undefined) ? undefined : parts.join(''))

const isWrapper = (node) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isTypeAssertionExpression(node)
