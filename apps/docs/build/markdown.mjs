// How Markdown becomes HTML beyond what VitePress does.

const ALIGNED = /^text-align:\s*(left|right|center)$/

/** Languages that the highlighter does not know. */
const PLAIN = new Set(['abnf'])

/** A header cell without text heads nothing: it is an empty cell. */
function emptyHeader(tokens, index) {
  if (tokens[index].type !== 'th_open' || tokens[index + 1].content !== '') return
  for (const token of [tokens[index], tokens[index + 2]]) token.tag = 'td'
}

/**
 * Alignment of a table's cells becomes a class: the policy allows no style attribute.
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function forBrowsers(markdown) {
  markdown.core.ruler.push('for_browsers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      emptyHeader(tokens, index)
      if (token.type === 'fence' && PLAIN.has(token.info.trim())) token.info = 'txt'
      const [, side] = ALIGNED.exec(token.attrGet?.('style') ?? '') ?? []
      if (!side) continue
      token.attrs = token.attrs.filter(([name]) => name !== 'style')
      token.attrJoin('class', `align-${side}`)
    }
  })
}

const DECISION = /^decisions\/\d/
const REFERENCE = /^api\//
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * The text by which a page is found. Decisions are found by their titles alone, and the reference by
 * names and comments: they would crowd out what readers look for.
 * @param {string} source
 * @param {{ relativePath: string }} env
 * @param {import('vitepress').MarkdownRenderer} markdown the renderer of the search, which no page uses
 */
export function forSearch(source, env, markdown) {
  const code = REFERENCE.test(env.relativePath)
    ? () => '<pre></pre>'
    : (text) => `<pre>${escaped(text)}</pre>`
  markdown.set({ highlight: code })
  const text = DECISION.test(env.relativePath) ? (/^# .*$/m.exec(source)?.[0] ?? '') : source
  return markdown.render(text, env)
}
