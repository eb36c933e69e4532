import type { Kernel, StorageBackend } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import { contributions, observables } from './contributions.js'
import { createTabs, type Tab } from './createTabs.js'
import { make, table } from './elements.js'
import type { ConnectionLog, LogOptions } from './log.js'
import { ownKeys } from './ownKeys.js'
import { panelCss } from './panelCss.js'
import { MOST, recordAll, type Now, type Recorder } from './record.js'
import { timings } from './timing.js'

export interface InspectOptions {
  /** Where the panel goes; the end of the body if left out. */
  target?: Element
  /** Whether it is unfolded. `false` if left out. */
  open?: boolean
  /** Where the kernel keeps its keys, if not in `localStorage`. */
  storage?: StorageBackend
}
export interface Inspector {
  readonly element: HTMLElement
  /** What happened since the panel is there, without secrets. */
  log(options?: LogOptions): ConnectionLog
  dispose: Dispose
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const ms = (value: number | undefined): string => (value === undefined ? '' : `${value} ms`)

/** Says what is not there, above what is. */
const withOlder = (older: number, content: HTMLElement): HTMLElement =>
  older
    ? make(
        'div',
        {},
        make('p', {}, `${older} older entries are not shown. A log holds the first ${MOST}.`),
        content,
      )
    : content

function tabsOf(
  kernel: Kernel,
  { now }: { now(): Now },
  storage: () => StorageBackend | undefined,
): readonly Tab[] {
  const views = (): readonly string[] => kernel.ports.router.get().map(({ view }) => view)
  return [
    {
      name: 'State',
      draw: () =>
        make(
          'pre',
          {},
          pretty({ modal: kernel.ports.modal.get(), views: views(), state: now().state }),
        ),
    },
    {
      name: 'Registries',
      draw: () =>
        table(
          'Registries',
          ['registry', 'id', 'owner'],
          contributions(kernel).map(({ registry, id, owner }) => [registry, id, owner]),
        ),
    },
    {
      name: 'Events',
      draw() {
        const { entries, older } = now()
        return withOlder(
          older,
          table(
            'Events',
            ['at', 'event', 'what'],
            entries.flatMap((entry) => {
              if (!('event' in entry)) return []
              const { at, event, ...rest } = entry
              return [
                [
                  ms(at),
                  event,
                  Object.entries(rest)
                    .map(([key, value]) => `${key}: ${String(value)}`)
                    .join(', '),
                ],
              ]
            }),
          ),
        )
      },
    },
    {
      name: 'Storage',
      draw: () =>
        table(
          'Storage',
          ['key', 'bytes', 'value'],
          ownKeys(kernel, storage).map(({ name, bytes, value }) => [name, String(bytes), value]),
        ),
    },
    {
      name: 'Timing',
      draw() {
        const { entries, older } = now()
        return withOlder(
          older,
          table(
            'Timing',
            ['what', 'from', 'took', 'outcome'],
            timings(entries).map(({ what, at, ms: took, outcome }) => [
              what,
              ms(at),
              ms(took),
              outcome,
            ]),
          ),
        )
      },
    },
  ]
}

function download(log: ConnectionLog): void {
  const url = URL.createObjectURL(new Blob([pretty(log)], { type: 'application/json' }))
  make('a', { href: url, download: 'connection-log.json' }).click()
  URL.revokeObjectURL(url)
}

/** Copying and saving the log. Says what came of it. */
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

/** Calls back at most once in a frame, however often it is told. */
function oncePerFrame(run: () => void): (() => void) & { stop(): void } {
  let frame = 0
  const tell = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      run()
    })
  }
  return Object.assign(tell, { stop: () => cancelAnimationFrame(frame) })
}

/**
 * Shows what a kernel does, in a panel at the corner of the page. For development: import it only there, and it is in no bundle of production.
 * While the modal is open the page behind it cannot be used, and so the panel can be read only.
 * @example if (import.meta.env.DEV) void import('@latchkey/inspector').then(({ inspect }) => inspect(kernel))
 */
export function inspect(
  kernel: Kernel,
  { target, open = false, storage }: InspectOptions = {},
): Inspector {
  const recorder = recordAll(kernel)
  const element = make('div', { [`data-${brand.elementPrefix}-inspector`]: '' })
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelCss)
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
