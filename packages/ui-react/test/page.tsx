import type { Kernel } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect } from 'vitest'
import { LatchkeyProvider } from '../src/index.js'

const ends: (() => void)[] = []
/** For `afterEach`: removes everything that a test put on the page. */
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
}
export const later = (end: () => void): void => void ends.push(end)

/** Draws a host's page and waits for its first paint. */
export function draw(node: ReactNode): { host: HTMLElement; unmount(): void } {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(node)
  let gone = false
  const unmount = (): void => {
    if (gone) return
    gone = true
    root.unmount()
    host.remove()
  }
  later(unmount)
  return { host, unmount }
}

/** A page with the kernel's modal on it. */
export function drawWith(
  kernel: Kernel,
  children?: ReactNode,
): { host: HTMLElement; unmount(): void } {
  later(() => kernel.dispose())
  return draw(<LatchkeyProvider kernel={kernel}>{children}</LatchkeyProvider>)
}

export const hosts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('latchkey-modal[data-overlay]'),
]
/** The shadow root of the page's modal, the last one if there are several. */
export function shadow(index = -1): ShadowRoot {
  const root = hosts().at(index)?.shadowRoot
  if (!root) throw new Error('There is no modal on this page.')
  return root
}
export function one<E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = shadow(),
): E {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`Nothing fits ${selector}.`)
  return found
}
export const all = (selector: string, within: ParentNode = shadow()): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(selector),
]
export const texts = (selector: string): string[] =>
  all(selector).map(({ textContent }) => textContent)
export const button = (name: string | RegExp, within: ParentNode = shadow()): HTMLButtonElement => {
  const found = all('button,a', within).find((each) => {
    const label = (each.getAttribute('aria-label') ?? each.textContent).trim()
    return typeof name === 'string' ? label === name : name.test(label)
  })
  if (!found)
    throw new Error(
      `No button is called ${String(name)}: ${all('button,a', within)
        .map((each) => each.getAttribute('aria-label') ?? each.textContent)
        .join(', ')}`,
    )
  return found as HTMLButtonElement
}
export const dialog = (index = -1): HTMLDialogElement =>
  one<HTMLDialogElement>('dialog', shadow(index))
export const isOpen = (index = -1): boolean =>
  !!hosts().at(index)?.shadowRoot?.querySelector('dialog[open]')
export const frame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
export const headline = (): string => shadow().querySelector('.state h2')?.textContent ?? ''
/** The id of the view on top, once it is drawn. */
export const view = (): string | undefined =>
  hosts().at(-1)?.shadowRoot?.querySelector<HTMLElement>('.view')?.dataset['view']

/** Opens the kernel's modal and waits until a view is drawn in full. */
export async function open(kernel: Kernel, ...args: Parameters<Kernel['open']>): Promise<void> {
  kernel.open(...args)
  await settled()
}
export async function settled(): Promise<void> {
  await expect.poll(() => isOpen(), { timeout: 5000 }).toBe(true)
  await expect
    .poll(() => shadow().querySelectorAll('.view .skeleton.row').length, { timeout: 5000 })
    .toBe(0)
  await frame()
}
/** Whether a click on the middle of an element reaches it. */
export function isHit(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = [left + width / 2, top + height / 2] as const
  let hit = document.elementFromPoint(...at)
  for (
    let inner = hit?.shadowRoot?.elementFromPoint(...at);
    inner && inner !== hit;
    inner = hit?.shadowRoot?.elementFromPoint(...at)
  )
    hit = inner
  return !!hit && (hit === element || element.contains(hit))
}
