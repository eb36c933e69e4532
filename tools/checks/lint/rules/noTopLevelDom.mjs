// Importing a module must not touch the page: servers import it too, and nothing may happen before
// it is asked for.

const GLOBALS =
  /^(?:window|document|localStorage|sessionStorage|navigator|location|history|indexedDB|customElements|matchMedia)$/

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
    const { sourceCode } = context
    /** A field of a class runs with its constructor, unless it is static. */
    const runsLater = (node) =>
      sourceCode
        .getAncestors(node)
        .some(
          ({ type, static: isStatic }) =>
            /Function/.test(type) || (type === 'PropertyDefinition' && !isStatic),
        )
    const isAsked = ({ parent }) =>
      parent.operator === 'typeof' || /^TS(?:TypeQuery|QualifiedName)$/.test(parent.type)
    const check = (node, name) => {
      if (GLOBALS.test(name) && !isAsked(node) && !runsLater(node))
        context.report({ node, messageId: 'touched', data: { name } })
    }
    return {
      'Program:exit'(program) {
        const { through, variables } = sourceCode.getScope(program)
        const globals = variables.filter(({ defs }) => defs.length === 0)
        const known = globals.flatMap(({ references }) => references)
        for (const { identifier } of [...through, ...known]) check(identifier, identifier.name)
      },
      'MemberExpression[object.name="globalThis"][computed=false]': (node) =>
        check(node, node.property.name),
    }
  },
}
