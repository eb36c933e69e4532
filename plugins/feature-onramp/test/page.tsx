import { LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { openSite, type Site, type SiteOptions } from './bench.js'

const ends: (() => void)[] = []
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  document.documentElement.lang = ''
}

/** A page with the modal open at the account. */
export async function openPage(options: SiteOptions = {}): Promise<Site> {
  const site = await openSite(options)
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(<LatchkeyProvider kernel={site.kernel}>{null}</LatchkeyProvider>)
  ends.push(
    () => site.kernel.dispose(),
    () => root.unmount(),
  )
  site.kernel.open('Account')
  await vi.waitFor(() => expect(all('.who, .view').length).toBeGreaterThan(0), PATIENT)
  return site
}
/** The form, with its currencies and providers. */
export async function openForm(options: SiteOptions = {}): Promise<Site> {
  const site = await openPage(options)
  await press('Buy')
  await shows('You pay')
  return site
}

const PATIENT = { timeout: 20_000 }
export const shadow = (): ShadowRoot =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')!.shadowRoot!
export const all = (selector: string): HTMLElement[] => [
  ...(document
    .querySelector<HTMLElement>('latchkey-modal[data-overlay]')
    ?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
export const text = (): string =>
  all('.view')
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
/** The announcements for screen readers. */
export const said = (): string =>
  all('[aria-live]')
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
export const shows = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(text()).toMatch(words), PATIENT)
export const says = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(said()).toMatch(words), PATIENT)
export const button = (name: string | RegExp): HTMLButtonElement => {
  const found = all('button,a').find((each) => {
    const label = (each.getAttribute('aria-label') ?? each.textContent).trim()
    return typeof name === 'string' ? label === name : name.test(label)
  })
  if (!found) throw new Error(`No button ${String(name)} in: ${text()}`)
  return found as HTMLButtonElement
}
export const press = (name: string | RegExp): Promise<void> =>
  vi.waitFor(() => button(name).click(), PATIENT)
export const field = (label: string): HTMLInputElement => {
  const found = (all('.field input') as HTMLInputElement[]).find(
    ({ ariaLabel, labels }) => (ariaLabel ?? labels?.[0]?.textContent) === label,
  )
  if (!found) throw new Error(`No field ${label}.`)
  return found
}
/** Types as a person does: the whole text at once. */
export function type(label: string, words: string): void {
  const input = field(label)
  // React tracks the value through the element's own setter, so the prototype's setter is called.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, words)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
/** The rows of the providers, line by line. */
export const providers = (): string[] =>
  all('ul[data-key-label="onramp.providers"] .row').map((row) =>
    row.innerText.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\n', ' | '),
  )
