// No module remembers anything: two modals on one page are the normal case, and a module is shared by both.

const CONTAINERS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])
const READONLY_TYPES = new Set(['ReadonlyMap', 'ReadonlySet', 'ReadonlyArray', 'Readonly'])
const MUTATORS = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'add',
  'delete',
  'clear',
])
const WRITERS = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf'])

const declaredReadonly = ({ typeAnnotation }) =>
  READONLY_TYPES.has(typeAnnotation?.typeAnnotation?.typeName?.name)
const unwrap = (node) =>
  node?.type.startsWith('TS') && node.expression ? unwrap(node.expression) : node

/** A container that is filled where it is made is a table; one made empty, or weak, is there to be filled later. */
function isStore(init, id) {
  const node = unwrap(init)
  if (node?.type !== 'NewExpression' || !CONTAINERS.has(node.callee.name)) return false
  if (node.callee.name.startsWith('Weak')) return true
  return node.arguments.length === 0 && !declaredReadonly(id)
}

/** Whether this use of a name changes what the name holds. */
function changes(identifier) {
  let target = identifier
  while (target.parent.type === 'MemberExpression' && target.parent.object === target)
    target = target.parent
  const { parent } = target
  const isMember = target !== identifier
  if (isMember && parent.type === 'AssignmentExpression' && parent.left === target) return true
  if (isMember && parent.type === 'UpdateExpression') return true
  if (isMember && parent.type === 'UnaryExpression' && parent.operator === 'delete') return true
  if (isMember && parent.type === 'CallExpression' && parent.callee === target)
    return !target.computed && MUTATORS.has(target.property.name)
  const writer =
    parent.type === 'CallExpression' &&
    parent.arguments[0] === target &&
    parent.callee.type === 'MemberExpression'
      ? parent.callee
      : undefined
  return ['Object', 'Reflect'].includes(writer?.object.name) && WRITERS.has(writer?.property.name)
}

const isTopLevel = ({ parent }) =>
  parent.type === 'Program' ||
  (parent.type === 'ExportNamedDeclaration' && parent.parent.type === 'Program')

export const noModuleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      variable:
        "'{{name}}' can change and belongs to the module: keep it in what a create function returns.",
      store:
        "'{{name}}' is a store that belongs to the module: make it in a create function. A table that never changes is filled where it is made, or typed as readonly.",
      changed: "'{{name}}' belongs to the module and is changed here.",
      field:
        'A static field that can change is module state: make it readonly or a field of the instance.',
    },
  },
  create(context) {
    const checkDeclarator = (declarator) => {
      if (declarator.id.type !== 'Identifier') return
      const { name } = declarator.id
      if (isStore(declarator.init, declarator.id))
        return context.report({ node: declarator, messageId: 'store', data: { name } })
      for (const variable of context.sourceCode.getDeclaredVariables(declarator)) {
        for (const { identifier } of variable.references)
          if (identifier !== declarator.id && changes(identifier))
            context.report({ node: identifier, messageId: 'changed', data: { name } })
      }
    }
    return {
      VariableDeclaration(node) {
        if (!isTopLevel(node) || node.declare) return
        if (node.kind === 'const') return node.declarations.forEach(checkDeclarator)
        for (const { id } of node.declarations)
          context.report({ node, messageId: 'variable', data: { name: id.name ?? 'this' } })
      },
      'PropertyDefinition[static=true]'(node) {
        if (!node.readonly && !node.declare) context.report({ node, messageId: 'field' })
      },
    }
  },
}
