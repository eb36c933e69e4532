import { escapeHtml } from '../html.js'
import { type Words, wordsOf } from './texts.js'
import { type MailTexts } from './translations/en.js'

/** A mail without its sender and recipient. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** A request as mails and the device page name it. */
export interface AskedBy {
  /** Origin of the page around the frame. */
  origin: string
  /** Fixed words of ours; '' where the browser is unknown. */
  agent: string
  at: number
  lang: string
}

/** The part of an origin that people know: `shop.example`. */
export const siteOf = (origin: string): string => new URL(origin).host

export const valuesOf = ({ origin, agent, at }: AskedBy, words: Words) => ({
  site: siteOf(origin),
  browser: agent || words.text('unknownBrowser'),
  time: words.time(at),
})

interface Part {
  text: string
  /** Shown large, as a code. */
  isCode?: true
  href?: string
}

/** The mail with a code, for a device that is known. */
export function codeMail(asked: AskedBy, code: string): MailContent {
  const words = wordsOf(asked.lang)
  const values = { ...valuesOf(asked, words), code }
  return compose(words, words.text('codeSubject', values), [
    { text: words.text('codeLead', values) },
    { text: code, isCode: true },
    { text: words.text('codeWarning') },
    { text: words.text('ignore') },
  ])
}

/** The mail with a link, for a device that is new. The link itself gives nothing away. */
export function linkMail(asked: AskedBy, url: string): MailContent {
  const words = wordsOf(asked.lang)
  const values = valuesOf(asked, words)
  return compose(words, words.text('linkSubject', values), [
    { text: words.text('linkLead', values) },
    { text: words.text('linkButton'), href: url },
    { text: words.text('linkNext') },
    { text: words.text('ignore') },
  ])
}

/** The code for a change of an address, to the old one or to the new one. */
export function changeCodeMail(asked: AskedBy, code: string, to: 'old' | 'new'): MailContent {
  const words = wordsOf(asked.lang)
  const values = { ...valuesOf(asked, words), code }
  return compose(words, words.text('codeSubject', values), [
    { text: words.text(to === 'old' ? 'changeFromLead' : 'changeToLead', values) },
    { text: code, isCode: true },
    { text: words.text('codeWarning') },
    { text: words.text(to === 'old' ? 'noticeNext' : 'ignore') },
  ])
}

/** Tells the old address of an account that it was changed, and how to undo that. */
export function changedMail(asked: AskedBy, url: string): MailContent {
  const words = wordsOf(asked.lang)
  const values = valuesOf(asked, words)
  return compose(words, words.text('changeSubject', values), [
    { text: words.text('changedLead', values) },
    { text: words.text('undoButton'), href: url },
    { text: words.text('changedNext') },
  ])
}

/** The texts of each notice. */
const NOTICES = {
  /** A recovery share was released. */
  recovered: ['noticeSubject', 'noticeLead', 'noticeNext'],
  /** Other shares: another way of recovery. */
  split: ['changeSubject', 'splitLead', 'noticeNext'],
  /** A keeper's, to the address of before: another one has taken its place. */
  readdressed: ['changeSubject', 'changedLead', 'changedNext'],
  exported: ['changeSubject', 'exportLead', 'noticeNext'],
  removed: ['changeSubject', 'removeLead', 'noticeNext'],
  /** A provider signed the person in on a device that their account did not know. */
  device: ['deviceSubject', 'deviceLead', 'noticeNext'],
  /** Another way to sign in, or one less. */
  signInAdded: ['changeSubject', 'signInAddedLead', 'signInNext'],
  signInRemoved: ['changeSubject', 'signInRemovedLead', 'signInNext'],
  deleted: ['changeSubject', 'deleteLead', 'deleteNext'],
} as const satisfies Record<string, readonly (keyof MailTexts)[]>
export type Notice = keyof typeof NOTICES
export const NOTICE_KINDS = Object.keys(NOTICES) as readonly Notice[]

/** Tells the person of what was done with their wallet. */
export function noticeMail(notice: Notice, asked: AskedBy): MailContent {
  const words = wordsOf(asked.lang)
  const values = valuesOf(asked, words)
  const [subject, lead, next] = NOTICES[notice]
  return compose(words, words.text(subject, values), [
    { text: words.text(lead, values) },
    { text: words.text(next) },
  ])
}

/**
 * Colours are the mail program's own, in light and dark. There is nothing to be fetched: no picture, no
 * font, no style sheet.
 */
const compose = (words: Words, subject: string, parts: readonly Part[]): MailContent => ({
  subject,
  text: `${parts.map(({ text, href }) => (href ? `${text}:\n${href}` : text)).join('\n\n')}\n`,
  html: [
    '<!doctype html>',
    `<html lang="${words.lang}" dir="${words.direction}">`,
    '<head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:0 auto;padding:24px">',
    ...parts.map(htmlOf),
    '</body></html>',
    '',
  ].join('\n'),
})

const htmlOf = ({ text, isCode, href }: Part): string => {
  const words = escapeHtml(text)
  if (isCode)
    return `<p dir="ltr" style="font:700 32px/1.2 ui-monospace,monospace;letter-spacing:6px">${words}</p>`
  if (!href) return `<p>${words}</p>`
  const link = escapeHtml(href)
  const style =
    'display:inline-block;padding:12px 20px;border:1px solid currentColor;border-radius:8px'
  const spelled = `<p dir="ltr" style="font-size:13px;word-break:break-all">${link}</p>`
  return `<p><a href="${link}" style="${style}">${words}</a></p>\n${spelled}`
}
