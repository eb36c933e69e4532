// No module remembers anything: two modals on one page are the normal case, and a module is shared
// by both.
import { findVariable } from '@eslint-community/eslint-utils' // looks a name up through all scopes

const TOP_LEVEL = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration'
const CONSTANT = `${TOP_LEVEL}[kind="const"] > VariableDeclarator`
const READONLY = '[id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]'
const MUTATOR =
  '/^(push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)$/'
const WRITER = '/^(assign|defineProperty|defineProperties|setPrototypeOf)$/'

/**
 * A container that is filled where it is made is a table; one made empty, or weak, is there to be
 * filled later.
 */
const STORES = [
  'NewExpression[callee.name=/^Weak(Map|Set)$/]',
  'NewExpression[callee.name=/^(Map|Set|Array)$/][arguments.length=0]',
]
const WRAPPED = ':matches(TSAsExpression, TSSatisfiesExpression, TSNonNullExpression)'

/** The places that change what a name holds. */
const CHANGES = [
  'AssignmentExpression > MemberExpression.left',
  'UpdateExpression > MemberExpression',
  'UnaryExpression[operator="delete"] > MemberExpression',
  `CallExpression > MemberExpression.callee[computed=false][property.name=${MUTATOR}]`,
  `CallExpression[callee.object.name=/^(Object|Reflect)$/][callee.property.name=${WRITER}] > .arguments:first-child`,
]
const rootOf = (node) => (node.type === 'MemberExpression' ? rootOf(node.object) : node)

export const noModuleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      variable:
        'This can change and belongs to the module: keep it in what a create function returns.',
      store:
        'This store belongs to the module: make it in a create function. ' +
        'A table that never changes is filled where it is made, or typed as readonly.',
      changed: "'{{name}}' belongs to the module and is changed here.",
      field:
        'A static field that can change is module state: make it readonly or a field of the instance.',
    },
  },
  create(context) {
    const report = (messageId) => (node) => context.report({ node, messageId })
    const [weak, empty] = STORES
    /** Reported where they are made, so not again where they are filled. */
    const stores = new Set()
    const reportStore = (node) => {
      stores.add(
        context.sourceCode.getAncestors(node).findLast(({ type }) => type === 'VariableDeclarator'),
      )
      report('store')(node)
    }
    return {
      [`${TOP_LEVEL}[kind!="const"][declare!=true]`]: report('variable'),
      'PropertyDefinition[static=true][readonly!=true][declare!=true]': report('field'),
      [`${CONSTANT} > ${weak}, ${CONSTANT} > ${WRAPPED} > ${weak}`]: reportStore,
      [`${CONSTANT}:not(${READONLY}) > ${empty}, ${CONSTANT}:not(${READONLY}) > ${WRAPPED} > ${empty}`]:
        reportStore,
      [`:matches(${CHANGES})`](node) {
        const root = rootOf(node)
        const variable =
          root.type === 'Identifier' && findVariable(context.sourceCode.getScope(root), root)
        const isConstant = variable?.defs?.some(({ parent }) => parent?.kind === 'const')
        if (isConstant && variable.scope.type === 'module' && !stores.has(variable.defs[0].node))
          context.report({ node, messageId: 'changed', data: { name: root.name } })
      },
    }
  },
}
