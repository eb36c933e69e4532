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
  onApprove: () => void
  onReject: () => void
}

/** A card on the screen. */
export interface Card {
  node: HTMLElement
  /** Shows that the signature is being made: nothing can be pressed any more. */
  setSigning(): void
  remove(): void
}

type Row = [label: string, value: string, warning?: string | undefined, isRaw?: boolean]

function rowsOf({ request, asker, texts }: Options): Row[] {
  const { description, network, account, fee, missing } = request
  const word = (key: string): string => request.texts[key] ?? key
  return [
    [texts['approve.site'], asker.origin],
    ...(asker.name ? [[texts['approve.name'], asker.name] satisfies Row] : []),
    [texts['approve.account'], account],
    [texts['approve.network'], network.name],
    ...(description?.rows ?? []).map(({ label, value, warning, raw }): Row => [
      word(label),
      value,
      warning && word(warning),
      raw === true,
    ]),
    ...(fee ? [[texts['approve.fee'], fee] satisfies Row] : []),
    ...(missing
      ? [[texts['approve.missing'], missing, texts['approve.missing']] satisfies Row]
      : []),
  ]
}

function drawRow(page: Document, [label, value, warning, isRaw]: Row): HTMLElement {
  // Text of strangers may turn around what stands beside it.
  const shown = element(page, 'bdi', { class: isRaw ? 'raw' : 'value' }, value)
  const told = warning ? [element(page, 'p', { class: 'warning' }, warning)] : []
  return element(
    page,
    'div',
    { class: 'row' },
    element(page, 'dt', {}, label),
    element(page, 'dd', {}, shown, ...told),
  )
}

function drawRequest(options: Options, page: Document): HTMLElement[] {
  const { request, texts } = options
  const { description, raw } = request
  const isComplete = description?.complete === true
  return [
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
  const { self, request, texts, onApprove, onReject } = options
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
  const reject = button(page, texts['approve.reject'], 'secondary', onReject)
  const node = element(
    page,
    'section',
    { class: 'card', role: 'dialog', 'aria-labelledby': 'card-title' },
    element(page, 'h1', { id: 'card-title', tabindex: '-1' }, heading),
    element(page, 'div', { class: 'request' }, ...drawRequest(options, page)),
    status,
    element(page, 'div', { class: 'buttons' }, reject, approve),
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
    setSigning() {
      for (const each of [approve, reject]) each.disabled = true
      status.classList.remove('past')
      status.textContent = texts['approve.signing']
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
