// Comments and test titles are plain sentences: subject, verb, object. This finds habits that make
// riddles of them, and titles of tests that are only the tail of a sentence.

const PATTERNS = [
  [/\bsomething else than\b/i, 'Write "something other than".'],
  [
    /(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|later\b|earlier\b|(?:\w+er) than\b|need\b|one\b)[a-z]/i,
    'Write "is not a …", or name the thing that it is.',
  ],
]
const RIDDLE = /^(?:What|Who|Whoever|Sent|Told)\b/
/**
 * A title that goes on where its `describe` ended: "has two parts". Names of code may begin a
 * sentence: `connectWithModal`, `wc_proposeSession`, `close()`, `eip155:1`.
 */
const TAIL = /^\p{Ll}+(?:-\p{Ll}+)*(?![\p{L}\p{N}_$.(/@-]|:\S)/u
const WHOLE_SENTENCE =
  'Write a whole sentence that makes sense alone in a failure report: "A wallet has …", not "has …".'

/** Sentences of a comment or a title; of JSDoc without its stars, tags and examples. */
const sentencesOf = (text) =>
  text
    .replace(/^\s*\*? ?/gm, '')
    .replace(/```[\s\S]*?```|@example[\s\S]*?(?=\n@|$)/g, '')
    .replace(/@\w+ (?:\{[^}]*\} )?/g, '. ')
    .split(/(?<=[.!?])\s+|\n\s*\n/)
    .map((sentence) => sentence.trim())

/** @param {string} text @returns {string[]} what to write instead, once for each fault */
export const faultsIn = (text) =>
  sentencesOf(text).flatMap((sentence) => [
    ...PATTERNS.filter(([pattern]) => pattern.test(sentence)).map(([, remedy]) => remedy),
    ...(RIDDLE.test(sentence) && !sentence.endsWith('?')
      ? ['Begin with the thing itself: "A wallet that …", not "What …", "Who …", "Sent …".']
      : []),
  ])

/** The comments of a file, with line comments that stand below each other as one. */
function paragraphs(comments) {
  const found = []
  for (const { type, value, loc } of comments) {
    const last = found.at(-1)
    const follows =
      type === 'Line' &&
      last?.type === 'Line' &&
      loc.start.line === last.loc.end.line + 1 &&
      loc.start.column === last.loc.start.column
    if (!follows) found.push({ type, value, loc })
    else {
      last.value += `\n${value}`
      last.loc = { start: last.loc.start, end: loc.end }
    }
  }
  return found
}

/** `it`, `it.each(…)`, `it.skip`; the same of `test`. */
const TITLE = ['callee.name', 'callee.object.name', 'callee.callee.object.name']
  .map((path) => `CallExpression[${path}=/^(it|test)$/] > .arguments:first-child`)
  .join()

export const plainSentences = {
  meta: { type: 'suggestion', schema: [], messages: { fault: '{{remedy}}' } },
  create(context) {
    const report = (loc, text) => {
      for (const remedy of new Set(faultsIn(text)))
        context.report({ loc, messageId: 'fault', data: { remedy } })
    }
    return {
      Program() {
        for (const { value, loc } of paragraphs(context.sourceCode.getAllComments()))
          report(loc, value)
      },
      [TITLE]({ value, quasis, loc }) {
        const text = value ?? quasis?.[0].value.raw
        if (typeof text !== 'string') return
        report(loc, text.charAt(0).toUpperCase() + text.slice(1))
        if (TAIL.test(text))
          context.report({ loc, messageId: 'fault', data: { remedy: WHOLE_SENTENCE } })
      },
    }
  },
}
