import type { Prepared } from '../rpc/prepared.js'
import type { Texts } from '../translations/en.js'
import { createArming } from './arming.js'
import { button, element } from './dom.js'
import { watchCard } from './watchCard.js'

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

type Row = [label: string, value: string, warning?: string | undefined, isRaw?: boolean]

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
  if (failure !== undefined)
    return [[texts['approve.outcome'], failure, texts['approve.wouldFail'], true]]
  const isNothing = isWhole && !leaves.length && !arrives.length
  return [
    ...leaves.map((value): Row => [texts['approve.leaves'], value]),
    ...arrives.map((value): Row => [texts['approve.arrives'], value]),
    ...(isNothing ? [[texts['approve.outcome'], texts['approve.nothing']] satisfies Row] : []),
    ...(isWhole ? [] : [[texts['approve.outcome'], '', texts['approve.partly']] satisfies Row]),
  ]
}

function rowsOf(options: Options): Row[] {
  const { request, asker, texts } = options
  const { description, network, account, fee, missing } = request
  const word = (key: string): string => request.texts[key] ?? key
  return [
    [texts['approve.site'], asker.origin],
    ...(asker.name ? [[texts['approve.name'], onOneLine(asker.name)] satisfies Row] : []),
    [texts['approve.account'], account],
    [texts['approve.network'], network.name],
    ...(description?.rows ?? []).map(({ label, value, warning, raw }): Row => [
      word(label),
      value,
      warning && word(warning),
      raw === true,
    ]),
    ...outcomeRows(options),
    ...(fee ? [[texts['approve.fee'], fee] satisfies Row] : []),
    ...(missing ? [[texts['approve.missing'], missing, texts['approve.lacks']] satisfies Row] : []),
  ]
}

function drawRow(page: Document, [label, value, warning, isRaw]: Row): HTMLElement {
  // Text of strangers may turn around what stands beside it.
  const shown = value ? [element(page, 'bdi', { class: isRaw ? 'raw' : 'value' }, value)] : []
  const told = warning ? [element(page, 'p', { class: 'warning' }, warning)] : []
  return element(
    page,
    'div',
    { class: 'row' },
    element(page, 'dt', {}, label),
    element(page, 'dd', {}, ...shown, ...told),
  )
}

function drawRequest(options: Options, page: Document): HTMLElement[] {
  const { request, texts } = options
  const { description, raw, warning } = request
  const isComplete = description?.complete === true
  const told = [...(options.note ? [options.note] : []), ...(warning ? [texts[warning]] : [])]
  return [
    ...told.map((text) => element(page, 'p', { class: 'warning', role: 'note' }, text)),
    element(page, 'dl', {}, ...rowsOf(options).map((row) => drawRow(page, row))),
    ...(isComplete
      ? []
      : [element(page, 'p', { class: 'warning', role: 'note' }, texts['approve.incomplete'])]),
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
 * whole card with nothing over it; where the browser does not measure that, the card must stand in a
 * window of its own, in which nobody else draws.
 */
export function drawCard(options: Options): Card {
  const { self, request, texts, onApprove, onReject, onAgain } = options
  const page = self.document
  const title = request.description?.title
  const heading = title
    ? (request.texts[title] ?? texts['approve.unreadable'])
    : texts['approve.unreadable']
  const status = element(page, 'p', { class: 'status', role: 'status' }, texts['approve.wait'])
  const approve = button(page, texts['approve.approve'], 'primary', () => {
    watch.update()
    if (!arming.isArmed()) return
    watch.stop()
    onApprove()
  })
  // A transaction that the network would refuse is not signed.
  const first = request.missing ? button(page, texts['approve.retry'], 'primary', onAgain) : approve
  const reject = button(page, texts['approve.reject'], 'secondary', onReject)
  const node = element(
    page,
    'section',
    { class: 'card', role: 'dialog', 'aria-labelledby': 'card-title' },
    element(page, 'h1', { id: 'card-title', tabindex: '-1' }, heading),
    element(page, 'div', { class: 'request', tabindex: '0' }, ...drawRequest(options, page)),
    status,
    element(page, 'div', { class: 'buttons' }, reject, first),
  )
  const arming = createArming((isArmed) => {
    approve.setAttribute('aria-disabled', String(!isArmed))
    // The text keeps its room: a card that changed its size would begin its time anew, for ever.
    status.classList.toggle('past', isArmed)
  })
  approve.setAttribute('aria-disabled', 'true')
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && event.isTrusted) onReject()
  }
  page.addEventListener('keydown', escape)
  page.body.replaceChildren(node)
  // In a window of its own nobody else draws: there the focus counts.
  const isFramed = self.parent !== self
  const watch = isFramed ? watchCard(node, arming, self) : watchWindow(arming, self)
  self.focus()
  node.querySelector('h1')?.focus()
  return {
    node,
    setWaiting() {
      approve.disabled = true
      status.classList.remove('past')
      status.textContent = texts['approve.signing']
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

/** In a window of its own the page is visible where the browser says so and it has the focus. */
function watchWindow(arming: ReturnType<typeof createArming>, self: Window) {
  const update = (): void => arming.seen(!self.document.hidden && self.document.hasFocus())
  const abort = new AbortController()
  const { signal } = abort
  for (const event of ['focus', 'blur'] as const) self.addEventListener(event, update, { signal })
  self.document.addEventListener('visibilitychange', update, { signal })
  for (const event of ['resize', 'scroll'] as const)
    self.addEventListener(event, () => arming.disturb(), { signal, capture: true })
  update()
  return {
    update,
    stop(): void {
      abort.abort()
      arming.stop()
    },
  }
}
