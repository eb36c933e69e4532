import { type AskedBy, siteOf, valuesOf } from '../mail/mails.js'
import { type Words, wordsOf } from '../mail/texts.js'
import { type MailTexts } from '../mail/translations/en.js'
import { escapeHtml } from '../html.js'
import { EARLY_SCRIPT } from '../contract/early.js'
import { ASSETS_PATH, CONFIG_ID, type PageConfig, type PageManifest } from '../contract/index.js'

/** In the colours and shapes of the frame, in one column that fits a phone. */
export const PLAIN_STYLE = `:root{color-scheme:light dark;--back:#fff;--front:#16181d;--soft:#5b6270
;--line:#d5d9e0;--accent:#2452d8;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--back:#16181d;--front:#f2f4f8;--soft:#a9b1bf
;--line:#3a404c;--accent:#9db8ff;--on-accent:#10131a}}
body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:0 auto;padding:2rem 1rem
;background:var(--back);color:var(--front)}
h1{font-size:1.35rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt{color:var(--soft)}
dd{margin:0;overflow:clip;overflow-wrap:anywhere}
.site{font-weight:700}
button{font:inherit;width:100%;min-height:44px;padding:.5rem 1rem;margin-block:.25rem;cursor:pointer
;border:1px solid var(--line);border-radius:10px;background:var(--back);color:var(--front)}
button.primary{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
@media (forced-colors:active){button.primary{border:2px solid Highlight
;background:ButtonFace;color:ButtonText}}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
output{display:block;font:700 2.5rem/1.4 ui-monospace,monospace;letter-spacing:.2em}`

const page = (words: Words, title: string, body: readonly string[], script = ''): string =>
  [
    '<!doctype html>',
    `<html lang="${words.lang}" dir="${words.direction}">`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${PLAIN_STYLE}</style></head>`,
    '<body><main>',
    ...body,
    `</main>${script && `<script>${script}</script>`}</body></html>`,
    '',
  ].join('\n')

const heading = (words: Words): string => `<h1>${escapeHtml(words.text('pageTitle'))}</h1>`

/** Site, browser and time of a request. */
const detailsOf = (asked: AskedBy, words: Words): string => {
  const { site, browser, time } = valuesOf(asked, words)
  const row = (key: 'pageSite' | 'pageBrowser' | 'pageTime', value: string) =>
    `<dt>${escapeHtml(words.text(key))}</dt>` +
    `<dd${key === 'pageSite' ? ' class="site"' : ''}><bdi>${escapeHtml(value)}</bdi></dd>`
  return `<dl>${row('pageSite', site)}${row('pageBrowser', browser)}${row('pageTime', time)}</dl>`
}

const form = (words: Words, path: string, key: keyof MailTexts, kind = 'primary'): string => {
  const button = `<button class="${kind}">${escapeHtml(words.text(key))}</button>`
  return `<form method="post" action="${escapeHtml(path)}">${button}</form>`
}

/** Names the request and asks. To look at it changes nothing: programs open links in mails too. */
export function askPage(asked: AskedBy, path: string): string {
  const words = wordsOf(asked.lang)
  return page(words, `${words.text('pageTitle')} – ${siteOf(asked.origin)}`, [
    heading(words),
    detailsOf(asked, words),
    `<p>${escapeHtml(words.text('pageWarning'))}</p>`,
    form(words, `${path}/approve`, 'pageApprove'),
    form(words, `${path}/deny`, 'pageDeny', 'secondary'),
  ])
}

/** Names a change of an address, and asks whether to undo it. */
export function undoPage(asked: AskedBy, path: string): string {
  const words = wordsOf(asked.lang)
  return page(words, `${words.text('undoTitle')} – ${siteOf(asked.origin)}`, [
    `<h1>${escapeHtml(words.text('undoTitle'))}</h1>`,
    detailsOf(asked, words),
    `<p>${escapeHtml(words.text('undoWarning'))}</p>`,
    form(words, path, 'undoButton'),
  ])
}

export function codePage(lang: string, code: string): string {
  const words = wordsOf(lang)
  return page(words, words.text('pageTitle'), [
    `<h1>${escapeHtml(words.text('pageCode'))}</h1>`,
    `<output dir="ltr">${escapeHtml(code)}</output>`,
    `<p>${escapeHtml(words.text('codeWarning'))}</p>`,
  ])
}

type Message = 'pageDenied' | 'pageGone' | 'undoDone' | 'undoGone' | 'socialGone'
export function messagePage(lang: string, key: Message): string {
  const words = wordsOf(lang)
  return page(words, words.text(key), [`<h1>${escapeHtml(words.text(key))}</h1>`])
}

/**
 * Hands the result to the page that opened the window, where it is still there, and to no other origin. A
 * window that belongs to a person who was sent here stays, and asks.
 */
export const RESULT_SCRIPT = `const { uri, target, proven } = document.getElementById('result').dataset
const opens = window.opener
if (opens) opens.postMessage({ type: 'latchkey social result', uri }, target)
if (opens || proven) window.close()`

interface ResultPage extends AskedBy {
  uri: string
  /** The only origin that gets the result. */
  target: string
}

const backTo = (asked: AskedBy, words: Words): string =>
  `<p>${escapeHtml(words.text('socialBack', { site: valuesOf(asked, words).site }))}</p>`
const resultOf = ({ uri, target }: ResultPage, proven: string, body: string): string =>
  `<div id="result" data-uri="${escapeHtml(uri)}" data-target="${escapeHtml(target)}"` +
  ` data-proven="${proven}">${body}</div>`

/** The end of a sign-in at a provider, in the browser that began it. */
export function returnedPage(result: ResultPage): string {
  const words = wordsOf(result.lang)
  const title = valuesOf(result, words).site
  const body = resultOf(result, 'yes', backTo(result, words))
  return page(words, title, [`<h1><bdi>${escapeHtml(title)}</bdi></h1>`, body], RESULT_SCRIPT)
}

/** The same where nothing says which browser it is: without the page that began, the person is asked. */
export function unprovenPage(result: ResultPage, path: string, state: string): string {
  const words = wordsOf(result.lang)
  const form = (action: 'approve' | 'deny', key: 'socialYes' | 'pageDeny') =>
    `<form method="post" action="${escapeHtml(`${path}/${action}`)}">` +
    `<input type="hidden" name="state" value="${escapeHtml(state)}">` +
    `<button class="${action === 'approve' ? 'primary' : 'secondary'}">` +
    `${escapeHtml(words.text(key))}</button></form>`
  const warning = `<p>${escapeHtml(words.text('socialWarning'))}</p>`
  const asks = [detailsOf(result, words), warning]
  const forms = [form('approve', 'socialYes'), form('deny', 'pageDeny')]
  const body = resultOf(result, '', [...asks, ...forms].join('\n'))
  return page(words, words.text('pageTitle'), [heading(words), body], RESULT_SCRIPT)
}

/** The person has said that it was they. */
export function goBackPage(asked: AskedBy): string {
  const words = wordsOf(asked.lang)
  const { site } = valuesOf(asked, words)
  return page(words, site, [`<h1><bdi>${escapeHtml(site)}</bdi></h1>`, backTo(asked, words)])
}

/** The frame's page: one small script of ours in it, and the settings as data that is never run. */
export function framePage(manifest: PageManifest, config: PageConfig, lang: string): string {
  const url = (file: string): string => escapeHtml(`${ASSETS_PATH}${file}`)
  const integrity = (file: string): string => {
    const hash = manifest.files[file]
    return hash === undefined ? '' : ` integrity="${escapeHtml(hash)}"`
  }
  const data = JSON.stringify(config).replace(/</g, '\\u003c')
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(lang)}">`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Latchkey</title>',
    // Before the style sheets, for which scripts behind them wait.
    `<script>${EARLY_SCRIPT}</script>`,
    ...manifest.styles.map(
      (file) => `<link rel="stylesheet" href="${url(file)}"${integrity(file)}>`,
    ),
    ...manifest.preload.map(
      (file) => `<link rel="modulepreload" href="${url(file)}"${integrity(file)}>`,
    ),
    `<script type="application/json" id="${CONFIG_ID}">${data}</script>`,
    `<script type="module" src="${url(manifest.entry)}"${integrity(manifest.entry)}></script>`,
    '</head><body></body></html>',
    '',
  ].join('\n')
}
