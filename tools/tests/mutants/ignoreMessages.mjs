// A part of Stryker: leaves alone the words of a message to developers and of a log line, which are
// no behaviour. Their codes, contexts and conditions are mutated like all else.
const SPEAKERS = new Set([
  'refuse',
  'refuseTwin',
  'log',
  'debug',
  'info',
  'warn',
  'error',
  'report',
  'aborted',
  'bounded',
  'within',
  'runSteps',
  'tell',
])
const ERRORS = /Error$/

const nameOf = (callee) =>
  callee.type === 'Identifier'
    ? callee.name
    : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
      ? callee.property.name
      : ''
/** Codes, which are promises, look like `wallet.user_rejected`. */
const isCode = (text) => /^[a-z]+\.[a-z_]+$/i.test(text)

/** Whether the path is an argument of a call that speaks to developers. */
function isSpoken(path) {
  const { parent } = path
  if (!parent || path.listKey !== 'arguments') return false
  return parent.type === 'NewExpression'
    ? ERRORS.test(nameOf(parent.callee))
    : parent.type === 'CallExpression' && SPEAKERS.has(nameOf(parent.callee))
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: {
      shouldIgnore(path) {
        const isText =
          path.isTemplateLiteral() || (path.isStringLiteral() && !isCode(path.node.value))
        return isText && isSpoken(path) ? 'the words of a message are no behaviour' : undefined
      },
    },
  },
]
