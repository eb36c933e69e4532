import type { Prepared } from '../rpc/prepared.js'
import type { Texts } from '../translations/en.js'
import { createArming } from './arming.js'
import { button, element } from './dom.js'
import { drawRow, inWords, type Row } from './rows.js'
import { createStatus, type Status } from './status.js'
import { watchCard } from './watchCard.js'
import { watchWindow } from './watchWindow.js'

/** The site that asks. */
export interface Asker {
  /** The parent's origin, as the browser says it. */
  origin: string
  /** The name that the site gives itself. It is shown as that. */
  name: string | undefined
}

interface Options {
  self: Window & typeof globalThis
  request: Prepared
  asker: Asker
  texts: Texts
  /** A sentence that is read first: the request was read anew. */
  note?: string
  onApprove: () => void
  onReject: () => void
  /** The person wants the request read anew: the account lacks something. */
  onAgain: () => void
  /** The person allows less: that request is shown in place of this one. */
  onLower: (lowered: Prepared) => void
}

interface Drawn extends Options {
  /** A field of a limit has another value than the card shows, or has that again. */
  onEdit: (isEdited: boolean) => void
}

/** A card on the screen. */
export interface Card {
  node: HTMLElement
  /** Shows that the signature is about to be made: it can still be refused. */
  setWaiting(): void
  /** Nothing can be pressed any more. */
  setSigning(): void
  remove(): void
}

/** Characters of a site's name. It stands before the request and must not push that out of sight. */
const MAX_NAME = 60
const onOneLine = (name: string): string => {
  const line = name.replace(/\s+/g, ' ').trim()
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line
}

/** The outcome of the simulation. */
function outcomeRows({ request, texts }: Options): Row[] {
  const { outcome } = request
  if (!outcome) return []
  const { leaves, arrives, isWhole, failure } = outcome
  const label = texts['approve.outcome']
  if (failure !== undefined)
    return [{ label, value: failure, warning: texts['approve.wouldFail'], isRaw: true }]
  const isNothing = isWhole && !leaves.length && !arrives.length
  return [
    ...leaves.map((value): Row => ({ label: texts['approve.leaves'], value })),
    ...arrives.map((value): Row => ({ label: texts['approve.arrives'], value })),
    ...(isNothing ? [{ label, value: texts['approve.nothing'] }] : []),
    ...(isWhole ? [] : [{ label, value: '', warning: texts['approve.partly'] }]),
  ]
}

/**
 * The outcome stands first, then the site, whose room is bounded, then the request's own rows, which may
 * be many.
 */
function rowsOf(options: Options): Row[] {
  const { request, asker, texts } = options
  const { network, account, fee, missing, payer } = request
  const name = asker.name && onOneLine(asker.name)
  return [
    ...(missing
      ? [{ label: texts['approve.missing'], value: missing, warning: texts['approve.lacks'] }]
      : []),
    ...outcomeRows(options),
    { label: texts['approve.site'], value: asker.origin },
    ...inWords(request.description?.rows ?? [], request.texts),
    ...(fee ? [{ label: texts['approve.fee'], value: fee }] : []),
    ...(payer
      ? [{ label: texts['approve.payer'], value: payer.name ?? texts['approve.payerAccount'] }]
      : []),
    { label: texts['approve.network'], value: network.name },
    { label: texts['approve.account'], value: account },
    ...(name ? [{ label: texts['approve.name'], value: name }] : []),
  ]
}

function drawRequest(options: Drawn, page: Document): HTMLElement[] {
  const { request, texts } = options
  const { description, raw, warning } = request
  const isComplete = description?.complete === true
  const told = [
    ...(options.note ? [options.note] : []),
    ...(warning ? [texts[warning]] : []),
    ...(isComplete ? [] : [texts['approve.incomplete']]),
  ]
  return [
    ...told.map((text) => element(page, 'p', { class: 'warning', role: 'note' }, text)),
    element(page, 'dl', {}, ...rowsOf(options).map((row) => drawRow(page, row))),
    ...(request.lower ? [request.lower(page, options.onLower, options.onEdit)] : []),
    element(
      page,
      'details',
      isComplete ? {} : { open: '' },
      element(page, 'summary', {}, texts['approve.raw']),
      element(page, 'pre', { dir: 'ltr', tabindex: '0' }, raw),
    ),
  ]
}

/**
 * Draws a request and waits for the person. Its button works after 800 ms in which the browser saw the
 * whole card with nothing over it, once the end of the request has been seen in it. Where the browser
 * does not measure that, the card must stand in a window of its own, in which nobody else draws.
 */
export function drawCard(options: Options): Card {
  const { self, request, texts, onApprove, onReject, onAgain } = options
  const page = self.document
  const status = createStatus(page, texts, request.lower !== undefined)
  const end = element(page, 'div', { class: 'end' })
  const approve = button(page, texts['approve.approve'], 'primary', () => {
    watch.update()
    if (!update({})) return
    watch.stop()
    onApprove()
  })
  const update: Status['update'] = (change) => {
    const isOpen = status.update(change)
    approve.setAttribute('aria-disabled', String(!isOpen))
    return isOpen
  }
  // A transaction that the network would refuse is not signed.
  const isClosed = request.missing !== undefined || request.isBlocked === true
  const first = isClosed ? button(page, texts['approve.retry'], 'primary', onAgain) : approve
  const reject = button(page, texts['approve.reject'], 'secondary', onReject)
  const buttons = element(page, 'div', { class: 'buttons' }, reject, first)
  const onEdit = (isEdited: boolean): void => void update({ isEdited })
  const node = drawParts({ ...options, onEdit }, page, end, status.node, buttons)
  const arming = createArming((isArmed) => void update({ isArmed }))
  update({})
  approve.setAttribute('aria-describedby', status.id)
  const tellEnd = (isEndSeen: boolean): void => void update({ isEndSeen })
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && event.isTrusted) onReject()
  }
  page.addEventListener('keydown', escape)
  page.body.replaceChildren(node)
  // In a window of its own nobody else draws: there the focus counts.
  const isFramed = self.parent !== self
  const read = { end, tellEnd }
  const watch = isFramed
    ? watchCard(node, arming, self, read)
    : watchWindow(node, arming, self, read)
  self.focus()
  node.querySelector('h1')?.focus()
  return {
    node,
    setWaiting() {
      approve.disabled = true
      status.setSigning()
    },
    setSigning() {
      reject.disabled = true
    },
    remove() {
      watch.stop()
      page.removeEventListener('keydown', escape)
      node.remove()
    },
  }
}

/** The card's parts, from its heading to its buttons. */
function drawParts(options: Drawn, page: Document, end: Node, ...below: Node[]): HTMLElement {
  const { request, texts } = options
  const title = request.description?.title
  const heading = (title && request.texts[title]) || texts['approve.unreadable']
  return element(
    page,
    'section',
    { class: 'card', role: 'dialog', 'aria-labelledby': 'card-title' },
    element(page, 'h1', { id: 'card-title', tabindex: '-1' }, heading),
    element(
      page,
      'div',
      { class: 'request', tabindex: '0', role: 'group', 'aria-labelledby': 'card-title' },
      ...drawRequest(options, page),
      end,
    ),
    ...below,
  )
}
