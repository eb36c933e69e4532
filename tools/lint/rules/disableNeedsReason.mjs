// Switching a rule off is a decision, and the next reader wants to know why: `eslint-disable-next-line the-rule -- the reason`.

const DIRECTIVE = /^\s*eslint-disable(?:-next-line|-line)?(?<rest>[\s\S]*)$/

export const disableNeedsReason = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      reason: 'Say why: add ` -- the reason` to this directive.',
      rules: 'Name the rules that this switches off.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const rest = DIRECTIVE.exec(comment.value)?.groups.rest
          if (rest === undefined) continue
          const [rules, reason] = rest.split(/\s--\s/)
          // Column -1: a directive cannot switch off what is reported before its own line begins.
          const loc = { start: { line: comment.loc.start.line, column: -1 }, end: comment.loc.end }
          if (rules.trim() === '') context.report({ loc, messageId: 'rules' })
          if (!reason?.trim()) context.report({ loc, messageId: 'reason' })
        }
      },
    }
  },
}
