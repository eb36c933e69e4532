/** @param {string} text */
const escapeHtml = (text) =>
  text.replace(/[&<>"']/g, (sign) => `&#${/** @type {number} */ (sign.codePointAt(0))};`)

/** @param {string} title @param {string} body */
const page = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:26rem;margin:3rem auto;padding:0 1rem}
button{font:inherit;width:100%;min-height:44px;margin:.25rem 0}</style></head>
<body><h1>${escapeHtml(title)}</h1>${body}</body></html>
`

/** @param {Record<string, string>} fields */
const hidden = (fields) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')

/**
 * Asks the person. The form holds the request again, as the server keeps nothing before it is answered.
 * @param {string} provider
 * @param {string} person
 * @param {string} query
 */
export const consentPage = (provider, person, query) => {
  const form = (/** @type {string} */ word, /** @type {string} */ label) =>
    `<form method="post">${hidden({ query, word })}<button>${escapeHtml(label)}</button></form>`
  const buttons = form('yes', `Continue as ${person}`) + form('no', 'Cancel')
  return page(provider, `<p>A local stand-in of ${escapeHtml(provider)}.</p>${buttons}`)
}

/**
 * Sends the answer by a form of its own accord.
 * @param {string} action
 * @param {Record<string, string>} fields
 */
export const postingPage = (action, fields) =>
  page(
    'Going back',
    `<form method="post" action="${escapeHtml(action)}">${hidden(fields)}<button>Go back</button></form>
<script>document.forms[0].submit()</script>`,
  )
