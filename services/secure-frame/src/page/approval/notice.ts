import { reasonOf } from '../rpc/nodeErrors.js'
import type { Texts } from '../translations/en.js'
import { button, element } from './dom.js'

/** Where a sentence is shown in place of a card. */
export interface Surface {
  self: Window & typeof globalThis
  texts: Texts
  /** Ends when the page takes its request back. */
  signal: AbortSignal
}

/** An error of a node in the person's language, or its own words where they are not known. */
export function sentenceOf(error: unknown, texts: Texts): string {
  const key = `node.${String(reasonOf(error))}`
  if (key in texts) return texts[key as keyof Texts]
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  return ['FrameError', 'KeysError'].includes(name) ? message : texts['frame.failed']
}

/**
 * Shows one sentence with one or two buttons until one is pressed.
 * @param retry the label of the first button; absent: there is only the second
 * @returns whether it was the first; Escape is the second
 */
export function showNotice(
  { self, signal }: Surface,
  sentence: string,
  { retry, close }: { retry?: string; close: string },
): Promise<boolean> {
  const page = self.document
  return new Promise((resolve) => {
    const abort = new AbortController()
    const end = (isRetried: boolean): void => {
      abort.abort()
      node.remove()
      resolve(isRetried)
    }
    const buttons = [
      button(page, close, 'secondary', () => end(false)),
      ...(retry === undefined ? [] : [button(page, retry, 'primary', () => end(true))]),
    ]
    const node = element(
      page,
      'section',
      { class: 'card', role: 'alertdialog', 'aria-labelledby': 'card-title' },
      element(page, 'h1', { id: 'card-title', tabindex: '-1' }, sentence),
      element(page, 'div', { class: 'buttons' }, ...buttons),
    )
    page.addEventListener(
      'keydown',
      ({ key, isTrusted }) => void (key === 'Escape' && isTrusted && end(false)),
      abort,
    )
    signal.addEventListener('abort', () => end(false), abort)
    page.body.replaceChildren(node)
    node.querySelector('h1')?.focus()
    if (signal.aborted) end(false)
  })
}

/** Says that a node is away, and asks whether to try again. */
export const askRetry = (surface: Surface, error: unknown): Promise<boolean> =>
  showNotice(surface, sentenceOf(error, surface.texts), {
    retry: surface.texts['approve.retry'],
    close: surface.texts['approve.close'],
  })
