// A page may hold two copies of a package, and an error of one is not an instance of the other's class.
// Errors are told apart by code.
import { findVariable } from '@eslint-community/eslint-utils' // looks a name up through all scopes

const isOurs = ({ type, node, parent }) =>
  type === 'ImportBinding'
    ? /^(?:\.|@latchkey\/)/.test(parent.source.value)
    : type === 'ClassName' && node.superClass !== null

export const noInstanceofOwnError = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      byCode:
        "Tell errors apart by code (isLatchkeyError(error, 'the.code')), not by instanceof {{name}}: " +
        'there may be two copies of its class.',
    },
  },
  create: (context) => ({
    'BinaryExpression[operator="instanceof"][right.name=/Error$/]'(node) {
      const { name } = node.right
      const variable = findVariable(context.sourceCode.getScope(node), name)
      if (name.startsWith('Latchkey') || variable?.defs.some(isOurs))
        context.report({ node, messageId: 'byCode', data: { name } })
    },
  }),
}
