import type { Kernel, StorageBackend } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import { contributions, observables } from './contributions.js'
import { createTabs, type Tab } from './createTabs.js'
import { make, table } from './elements.js'
import type { ConnectionLog, LogOptions } from './log.js'
import { ownKeys } from './ownKeys.js'
import { css } from './panel.css?text'
import { MAX_ENTRIES, recordAll, type Now, type Recorder } from './record.js'
import { timings } from './timing.js'

export interface InspectOptions {
  /** The panel's parent; the end of the body if left out. */
  target?: Element
  /** Whether the panel is unfolded; `false` if left out. */
  open?: boolean
  /** The kernel's storage, if it is not `localStorage`. */
  storage?: StorageBackend
}
export interface Inspector {
  readonly element: HTMLElement
  /** The log since the panel was made, without secrets. */
  log(options?: LogOptions): ConnectionLog
  dispose: Dispose
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const ms = (value: number | undefined): string => (value === undefined ? '' : `${value} ms`)

/** Puts a sentence above the content if older entries are not shown. */
const withOlder = (older: number, content: HTMLElement): HTMLElement =>
  older
    ? make(
        'div',
        {},
        make(
          'p',
          {},
          `${older} older entries are not shown. A log holds the first ${MAX_ENTRIES}.`,
        ),
        content,
      )
    : content

function drawEvents({ entries, older }: Now): HTMLElement {
  const rows = entries.flatMap((entry) => {
    if (!('event' in entry)) return []
    const { at, event, ...rest } = entry
    const details = Object.entries(rest).map(([key, value]) => `${key}: ${String(value)}`)
    return [[ms(at), event, details.join(', ')]]
  })
  return withOlder(older, table('Events', ['at', 'event', 'what'], rows))
}

function drawTiming({ entries, older }: Now): HTMLElement {
  const rows = timings(entries).map(({ what, at, ms: took, outcome }) => [
    what,
    ms(at),
    ms(took),
    outcome,
  ])
  return withOlder(older, table('Timing', ['what', 'from', 'took', 'outcome'], rows))
}

function tabsOf(
  kernel: Kernel,
  { now }: { now(): Now },
  storage: () => StorageBackend | undefined,
): readonly Tab[] {
  const { modal, router } = kernel.ports
  const drawState = (): HTMLElement => {
    const views = router.get().map(({ view }) => view)
    return make('pre', {}, pretty({ modal: modal.get(), views, state: now().state }))
  }
  const drawRegistries = (): HTMLElement =>
    table(
      'Registries',
      ['registry', 'id', 'owner'],
      contributions(kernel).map(({ registry, id, owner }) => [registry, id, owner]),
    )
  const drawStorage = (): HTMLElement =>
    table(
      'Storage',
      ['key', 'bytes', 'value'],
      ownKeys(kernel, storage).map(({ name, bytes, value }) => [name, String(bytes), value]),
    )
  return [
    { name: 'State', draw: drawState },
    { name: 'Registries', draw: drawRegistries },
    { name: 'Events', draw: () => drawEvents(now()) },
    { name: 'Storage', draw: drawStorage },
    { name: 'Timing', draw: () => drawTiming(now()) },
  ]
}

function download(log: ConnectionLog): void {
  const url = URL.createObjectURL(new Blob([pretty(log)], { type: 'application/json' }))
  make('a', { href: url, download: 'connection-log.json' }).click()
  URL.revokeObjectURL(url)
}

/** Buttons that copy and save the log, with a status of the result. */
function createTools(recorder: Recorder): HTMLElement[] {
  const short = make('input', { type: 'checkbox', checked: true })
  const status = make('span', { role: 'status' })
  const log = (): ConnectionLog => recorder.log({ addresses: short.checked ? 'short' : 'whole' })
  const copy = make('button', { type: 'button' }, 'Copy log')
  const save = make('button', { type: 'button' }, 'Save log')
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(pretty(log())).then(
      () => (status.textContent = 'Copied'),
      () => (status.textContent = 'Could not copy: save it instead'),
    )
  })
  save.addEventListener('click', () => download(log()))
  return [make('label', {}, short, 'Short addresses'), copy, save, status]
}

/** Makes a function that runs `run` at most once a frame, however often it is called. */
function oncePerFrame(run: () => void): (() => void) & { stop(): void } {
  let frame = 0
  const schedule = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      run()
    })
  }
  return Object.assign(schedule, { stop: () => cancelAnimationFrame(frame) })
}

/**
 * Shows what a kernel does in a panel at the corner of the page. For development: a page that imports
 * it only there has it in no production bundle.
 * While the modal is open the page behind it is inert, so the panel can only be read.
 * @example if (import.meta.env.DEV) void import('@latchkey/inspector').then(({ inspect }) =>
 * inspect(kernel))
 */
export function inspect(
  kernel: Kernel,
  { target, open = false, storage }: InspectOptions = {},
): Inspector {
  const recorder = recordAll(kernel)
  const element = make('div', { [`data-${brand.elementPrefix}-inspector`]: '' })
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const title = `${brand.name} inspector`
  const tabs = createTabs(
    title,
    tabsOf(kernel, recorder, () => storage ?? globalThis.window?.localStorage),
  )
  const panel = make(
    'section',
    { id: 'panel', 'aria-label': title, hidden: !open },
    make('header', {}, make('h2', {}, `${title}: ${kernel.id}`), ...createTools(recorder)),
    ...tabs.elements,
  )
  const toggle = make(
    'button',
    { type: 'button', class: 'toggle', 'aria-expanded': String(open), 'aria-controls': 'panel' },
    title,
  )
  root.append(panel, toggle)
  const update = oncePerFrame(() => panel.hidden || tabs.update())
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden
    toggle.setAttribute('aria-expanded', String(!panel.hidden))
    update()
  })
  const stops = [
    recorder.subscribe(update),
    ...observables(kernel).map(({ subscribe }) => subscribe(update)),
    update.stop,
    recorder.dispose,
    () => element.remove(),
  ]
  ;(target ?? document.body).append(element)
  return {
    element,
    log: recorder.log,
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
