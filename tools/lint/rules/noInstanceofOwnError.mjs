// A page may hold two copies of a package, and an error of one is no instance of the other's class. Errors are told apart by code.

const isOurModule = (source) => source.startsWith('.') || source.startsWith('@latchkey/')

function isOurs(variable) {
  return (
    variable?.defs.some(({ type, node, parent }) => {
      if (type === 'ImportBinding') return isOurModule(parent.source.value)
      return type === 'ClassName' && node.superClass !== null
    }) ?? false
  )
}

function find(scope, name) {
  for (let at = scope; at; at = at.upper) if (at.set.has(name)) return at.set.get(name)
  return undefined
}

export const noInstanceofOwnError = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      byCode:
        "Tell errors apart by code (isLatchkeyError(error, 'the.code')), not by instanceof {{name}}: there may be two copies of its class.",
    },
  },
  create(context) {
    return {
      'BinaryExpression[operator="instanceof"][right.type="Identifier"]'(node) {
        const { name } = node.right
        if (!name.endsWith('Error')) return
        const ours =
          name.startsWith('Latchkey') || isOurs(find(context.sourceCode.getScope(node), name))
        if (ours) context.report({ node, messageId: 'byCode', data: { name } })
      },
    }
  },
}
