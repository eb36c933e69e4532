// Importing a module must not touch the page: servers import it too, and nothing may happen before it is asked for.

const GLOBALS = new Set([
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'navigator',
  'location',
  'history',
  'indexedDB',
  'customElements',
  'matchMedia',
])
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Whether the node runs when its module is loaded. A field of a class runs with its constructor, unless it is static. */
function runsOnLoad(node) {
  for (let at = node; at.parent; at = at.parent) {
    if (FUNCTIONS.has(at.type)) return false
    if (at.parent.type === 'PropertyDefinition' && at.parent.value === at && !at.parent.static)
      return false
  }
  return true
}

const isQuestion = (node) =>
  node.parent.type === 'UnaryExpression' && node.parent.operator === 'typeof'

const isType = (node) =>
  node.parent.type.startsWith('TS') &&
  node.parent.type !== 'TSAsExpression' &&
  node.parent.type !== 'TSNonNullExpression' &&
  node.parent.type !== 'TSSatisfiesExpression'

export const noTopLevelDom = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      touched:
        "'{{name}}' is touched while the module loads: do it in a function, so that a server can import this.",
    },
  },
  create(context) {
    const report = ({ identifier }) => {
      if (
        GLOBALS.has(identifier.name) &&
        runsOnLoad(identifier) &&
        !isQuestion(identifier) &&
        !isType(identifier)
      ) {
        context.report({ node: identifier, messageId: 'touched', data: { name: identifier.name } })
      }
    }
    const throughGlobalThis = (node) => {
      if (
        node.object.name === 'globalThis' &&
        GLOBALS.has(node.property.name) &&
        runsOnLoad(node) &&
        !isQuestion(node)
      ) {
        context.report({ node, messageId: 'touched', data: { name: node.property.name } })
      }
    }
    return {
      'Program:exit'(program) {
        const scope = context.sourceCode.getScope(program)
        for (const reference of scope.through) report(reference)
        for (const variable of scope.variables)
          if (variable.defs.length === 0) variable.references.forEach(report)
      },
      'MemberExpression[object.type="Identifier"][computed=false]': throughGlobalThis,
    }
  },
}
