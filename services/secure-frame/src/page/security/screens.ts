import { createArming } from '../approval/arming.js'
import { button, element } from '../approval/dom.js'
import { watchCard } from '../approval/watchCard.js'
import { isFrameError, rejected } from '../link/errors.js'
import type { SecurityTexts } from '../translations/security/index.js'

/** Something that the person can press. */
export interface Action<T> {
  label: string
  /** Is run in the click itself, which browsers want for windows and passkeys. */
  run: () => T
  kind?: 'primary' | 'secondary'
  /** For what cannot be taken back: it works once the whole card was visible for a moment. */
  isArmed?: boolean
}

export interface Screen<T> {
  title: string
  /** Paragraphs below the title. */
  texts?: readonly string[]
  /** A failure of the try before. */
  error?: string | undefined
  /** A success of the step before, told below the content and to screen readers. */
  notice?: string | undefined
  /** Stands between the texts and the buttons. `answer` ends the screen. */
  body?: (answer: (value: T) => void) => readonly HTMLElement[]
  actions?: readonly Action<T>[]
  /** The button of the form in the body works once the whole card was visible for a moment. */
  isArmed?: boolean
  /** Label of the button that leaves; 'Cancel' where it is absent. */
  leave?: string
}

/** The frame's own screens, one after the other in one place. */
export interface Screens {
  readonly self: Window & typeof globalThis
  readonly texts: SecurityTexts
  readonly signal: AbortSignal
  /**
   * Shows a screen and waits for the person.
   * @throws FrameError 4001 where they leave it, or the page takes its request back
   */
  ask<T>(screen: Screen<T>): Promise<Awaited<T>>
  /** The failure as a sentence in the person's language. */
  sentence(failure: unknown): string
  /** Runs a step again until it does not fail; it is told why it failed before. */
  tried<T>(step: (error: string | undefined) => Promise<T>): Promise<T>
}

interface Options {
  self: Window & typeof globalThis
  texts: SecurityTexts
  signal: AbortSignal
}

/** Whether the person left a screen, or the page took its request back. */
export const isRejection = (error: unknown): boolean =>
  error instanceof Error && 'details' in error && (error.details as { code?: number }).code === 4001
const reasonOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('failure' in error && error.failure === 'mismatch') return 'key_mismatch'
  return 'details' in error ? (error.details as { reason?: string }).reason : undefined
}

/** Seconds in words of a language, as minutes or hours where there are many. */
function waitOf(seconds: number, lang: string): string {
  const [unit, each] =
    seconds < 100 ? ['second', 1] : seconds < 6_000 ? ['minute', 60] : ['hour', 3_600]
  const format = { style: 'unit', unit: String(unit), unitDisplay: 'long' } as const
  return new Intl.NumberFormat(lang || 'en', format).format(Math.ceil(seconds / Number(each)))
}

function sentenceOf(error: unknown, { self, texts }: Pick<Options, 'self' | 'texts'>): string {
  const { reason, retryAfter } = isFrameError(error) ? error.details : {}
  if (reason === 'rate_limited' && retryAfter)
    return texts['error.wait'].replace(
      '{wait}',
      waitOf(retryAfter, self.document.documentElement.lang),
    )
  const key = `error.${reasonOf(error) ?? ''}`
  return Object.hasOwn(texts, key) ? texts[key as keyof SecurityTexts] : texts['frame.failed']
}

/**
 * Has a button work once the whole card was visible for a moment.
 * @param watches gets what begins to measure, and then what ends it
 * @returns whether the button may be pressed now
 */
function armButton(
  self: Options['self'],
  made: HTMLButtonElement,
  card: () => Element,
  watches: (() => void)[],
): () => boolean {
  // In a window of its own nobody else draws.
  if (self.parent === self) return () => true
  let mayPress = (): boolean => false
  const arming = createArming((on) => made.setAttribute('aria-disabled', String(!on)))
  made.setAttribute('aria-disabled', 'true')
  watches.push(() => {
    const watch = watchCard(card(), arming, self)
    mayPress = () => (watch.update(), arming.isArmed())
    watches.push(watch.stop)
  })
  return () => mayPress()
}

const NOTICE_MS = 100

/** Draws a screen and gives what has to be ended with it. */
function draw<T>(
  { self, texts }: Options,
  screen: Screen<T>,
  { answer, leave }: { answer: (value: T) => void; leave: () => void },
): () => void {
  const page = self.document
  const status = element(page, 'p', { class: 'status', role: 'status', id: 'card-status' })
  const end = (value: T): void => {
    for (const each of node.querySelectorAll('button, input'))
      // A passkey or a window that does not come can be given up.
      if (each !== leaving || !(value instanceof Promise)) each.setAttribute('disabled', '')
    status.textContent = texts['frame.working']
    answer(value)
  }
  const watches: (() => void)[] = []
  const arm = (made: HTMLButtonElement) => armButton(self, made, () => node, watches)
  const drawAction = ({ label, run, kind = 'secondary', isArmed }: Action<T>) => {
    let mayPress = (): boolean => true
    const made = button(page, label, kind, () => void (mayPress() && end(run())))
    if (isArmed) mayPress = arm(made)
    return made
  }
  let maySubmit = (): boolean => true
  const submit = (value: T): void => void (maySubmit() && end(value))
  const leaving = button(page, screen.leave ?? texts['security.cancel'], 'secondary', leave)
  const { title, texts: paragraphs = [], error, notice, body, actions = [] } = screen
  const sheet = element(
    page,
    'div',
    { class: 'sheet' },
    element(page, 'h1', { id: 'card-title', tabindex: '-1' }, title),
    element(
      page,
      'div',
      { class: 'content', tabindex: '-1' },
      ...paragraphs.map((text) => element(page, 'p', {}, text)),
      ...(error ? [element(page, 'p', { class: 'warning', role: 'alert' }, error)] : []),
      ...(body?.(submit) ?? []),
    ),
    status,
    element(page, 'div', { class: 'buttons column' }, ...actions.map(drawAction), leaving),
  )
  const node = element(page, 'main', { class: 'card', 'aria-labelledby': 'card-title' }, sheet)
  const sends = node.querySelector<HTMLButtonElement>('button[type=submit]')
  if (screen.isArmed && sends) maySubmit = arm(sends)
  page.body.replaceChildren(node)
  for (const watch of watches.splice(0)) watch()
  if (notice) {
    // Screen readers tell what changes in an element that is there already.
    const timer = self.setTimeout(() => (status.textContent ||= notice), NOTICE_MS)
    watches.push(() => self.clearTimeout(timer))
  }
  self.focus()
  ;(node.querySelector('input') ?? node.querySelector('h1'))?.focus()
  return () => {
    for (const stop of watches) stop()
  }
}

export function createScreens(options: Options): Screens {
  const { self, texts, signal } = options
  return {
    self,
    texts,
    signal,
    async ask<T>(screen: Screen<T>): Promise<Awaited<T>> {
      if (signal.aborted) throw rejected()
      const ends = new AbortController()
      try {
        const answered = await new Promise<Awaited<T>>((resolve, reject) => {
          const leave = (): void => reject(rejected())
          const answer = (value: T): void => void Promise.resolve(value).then(resolve, reject)
          const stop = draw(options, screen, { answer, leave })
          ends.signal.addEventListener('abort', stop)
          signal.addEventListener('abort', leave, { signal: ends.signal })
          const onKey = (event: KeyboardEvent): void => {
            if (event.key === 'Escape' && event.isTrusted) leave()
          }
          self.document.addEventListener('keydown', onKey, { signal: ends.signal })
        })
        if (signal.aborted) throw rejected()
        return answered
      } finally {
        ends.abort()
      }
    },
    sentence: (failure) => sentenceOf(failure, options),
    async tried(step) {
      let error: string | undefined
      for (;;)
        try {
          return await step(error)
        } catch (failure) {
          if (isRejection(failure) || signal.aborted) throw failure
          error = sentenceOf(failure, options)
        }
    },
  }
}

export interface Field {
  label: string
  type: 'text' | 'password'
  autocomplete: string
  /** The value that was typed before. */
  value?: string
  inputmode?: 'numeric'
  hint?: string
}

/** A box that shows what was typed: a password that is chosen is typed once. */
function showBox(page: Document, label: string, input: HTMLInputElement): HTMLElement {
  const box = element(page, 'input', { type: 'checkbox' })
  box.addEventListener('change', () => void (input.type = box.checked ? 'text' : 'password'))
  return element(page, 'label', { class: 'check' }, box, label)
}

/** A form with one field; its button ends the screen. */
export function field(
  { self: { document: page }, texts }: Pick<Screens, 'self' | 'texts'>,
  { label, type, autocomplete, value = '', inputmode, hint }: Field,
  onSubmit: (value: string) => void,
): HTMLElement {
  const input = element(page, 'input', {
    id: 'card-input',
    type,
    autocomplete,
    value,
    required: '',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'card-hint',
    ...(inputmode && { inputmode }),
  })
  const form = element(
    page,
    'form',
    {},
    element(page, 'label', { for: 'card-input' }, label),
    input,
    ...(type === 'password' ? [showBox(page, texts['recovery.showPassword'], input)] : []),
    element(page, 'p', { class: 'hint', id: 'card-hint' }, hint ?? ''),
    element(page, 'button', { type: 'submit', class: 'primary' }, texts['recovery.continue']),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // Several languages write other digits and letters; the reader of the value knows them.
    if (event.isTrusted) onSubmit(input.value)
  })
  return form
}
