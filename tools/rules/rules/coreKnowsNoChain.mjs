import ts from 'typescript'
import { MAY_NAME_CHAINS, NAMESPACES } from '../allow.mjs'
import { foldText } from '../constants.mjs'
import { isSource } from '../house.mjs'

const WORD = new RegExp(NAMESPACES.join('|'), 'gi')
const NO_CONSTANTS = new Map()

/** @type {import('../violation.mjs').Rule} */
export const coreKnowsNoChain = {
  name: 'core-knows-no-chain',
  says: 'no string, template or property name in packages/ names a namespace, but in plugin-api/src/known.ts',
  check: (graph) =>
    graph.packages
      .filter((house) => house.group === 'packages')
      .flatMap((house) =>
        house.files
          .filter((file) => isSource(house, file) && !mayName(file))
          .flatMap((file) => namedIn(graph.sources.get(file)).map((named) => ({ file, ...named }))),
      ),
}

const mayName = (file) =>
  MAY_NAME_CHAINS.some((allowed) =>
    allowed.endsWith('/') ? file.startsWith(allowed) : file === allowed,
  )

const namedIn = (source) => {
  const found = []
  const visit = (node) => {
    const namespace = namespaceIn(textOf(node))
    if (namespace) found.push(violation(source, node, namespace))
    if (!namespace || !ts.isBinaryExpression(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const violation = (source, node, namespace) => ({
  line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  what: `${node.getText(source).slice(0, 60)} names the namespace ${namespace}`,
  mend: 'read it by key from plugin-api/src/known.ts, or ask the adapter what it can do',
})

/** The text that a node puts into the program, if it is a string, a template, markup or a property name. */
const textOf = (node) => {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isRegularExpressionLiteral(node))
    return node.text
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
    return node.text
  if (ts.isBinaryExpression(node)) return foldText(node, NO_CONSTANTS)
  return (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isPropertyName(node)
    ? node.text
    : undefined
}

const isPropertyName = (node) => {
  const { parent } = node
  if (
    ts.isPropertyAccessExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isJsxAttribute(parent)
  )
    return parent.name === node
  if (ts.isBindingElement(parent))
    return ts.isObjectBindingPattern(parent.parent) && (parent.propertyName ?? parent.name) === node
  if (ts.isEnumMember(parent)) return parent.name === node
  return (
    (ts.isObjectLiteralElement(parent) || ts.isTypeElement(parent) || ts.isClassElement(parent)) &&
    parent.name === node
  )
}

/** The namespace that a text names as a word of its own: `eip155:1`, `isSolana`, `cosmos_hub`; not `cosmosdb`. */
const namespaceIn = (text) => {
  if (text === undefined) return undefined
  for (const match of text.matchAll(WORD)) {
    const before = text[match.index - 1] ?? ' '
    const after = text[match.index + match[0].length] ?? ' '
    const starts =
      !/[a-z0-9]/i.test(before) || (/[A-Z]/.test(match[0][0]) && /[a-z0-9]/.test(before))
    if (starts && !/[a-z0-9]/.test(after)) return match[0].toLowerCase()
  }
  return undefined
}
